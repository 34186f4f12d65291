/** Recognizes text that is made from the messages of the package. */
import type { INodeExecutionData } from 'n8n-workflow';
import { PLACEHOLDER, getMessages, toPattern } from '../../tools/docs/messages.mts';

const patterns = getMessages()
	.flatMap(({ message, description }) => [message, description])
	// Skip a message that is only a value, such as an address, because its pattern would match any text.
	.filter((text) => /[a-z]/i.test(text.replace(PLACEHOLDER, '')))
	.map(toPattern);

/** True if a text is a message, a message followed by another in parentheses, or messages separated by periods. */
function isListed(text: string): boolean {
	if (patterns.some((pattern) => pattern.test(text))) return true;
	const [, first, inner] = /^(.*) \((.*)\)$/s.exec(text) ?? [];
	if (inner !== undefined && isListed(first) && isListed(inner)) return true;
	return [...text.matchAll(/\. /g)].some(
		({ index }) => isListed(text.slice(0, index)) && isListed(text.slice(index + 2)),
	);
}

/**
 * Returns the texts of failed items that no `messages.ts` contains. If Link Platform refused the request, the text of
 * `error` is Link Platform's own, so only `message` is checked.
 */
export function unlistedIn(failed: INodeExecutionData[]) {
	return failed.flatMap(({ json }) => {
		const { error, message, details } = json as {
			error: string;
			message: string;
			details: { httpCode: string | null };
		};
		const texts = details.httpCode === null ? [error, message] : [message];
		return texts.filter((text) => !isListed(text));
	});
}

/** Returns the reason if no `messages.ts` contains it, otherwise ''. */
export function unlistedReason(reason: string) {
	return isListed(reason) ? '' : reason;
}
