/** Recognizes texts made from the messages of the package. */
import type { INodeExecutionData } from 'n8n-workflow';
import { PLACEHOLDER, getMessages, toPattern } from '../../tools/docs/messages.mts';

const patterns = getMessages()
	.flatMap(({ message, description }) => [message, description])
	// A message that is nothing but a value, such as an address, would match everything.
	.filter((text) => /[a-z]/i.test(text.replace(PLACEHOLDER, '')))
	.map(toPattern);

/** True for a message, a message followed by another in parentheses, and messages separated by full stops. */
function isListed(text: string): boolean {
	if (patterns.some((pattern) => pattern.test(text))) return true;
	const [, first, inner] = /^(.*) \((.*)\)$/s.exec(text) ?? [];
	if (inner !== undefined && isListed(first) && isListed(inner)) return true;
	return [...text.matchAll(/\. /g)].some(
		({ index }) => isListed(text.slice(0, index)) && isListed(text.slice(index + 2)),
	);
}

/**
 * Returns the texts of failed items that no `messages.ts` contains. If Link Platform refused, it wrote the first line;
 * the second is always ours.
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
