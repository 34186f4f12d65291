/** The texts that the messages of the package can become: a user reads one of them, or several. */
import type { INodeExecutionData } from 'n8n-workflow';
import { PLACEHOLDER, getMessages, toPattern } from '../../tools/docs/messages.mts';

const patterns = getMessages()
	.flatMap(({ message, description }) => [message, description])
	// A message that is nothing but a value, such as an address, would match everything.
	.filter((text) => /[a-z]/i.test(text.replace(PLACEHOLDER, '')))
	.map(toPattern);

/** True for a message, also with one in brackets behind it, and for several with a full stop between them. */
function isListed(text: string): boolean {
	if (patterns.some((pattern) => pattern.test(text))) return true;
	const [, first, inner] = /^(.*) \((.*)\)$/s.exec(text) ?? [];
	if (inner !== undefined && isListed(first) && isListed(inner)) return true;
	return [...text.matchAll(/\. /g)].some(
		({ index }) => isListed(text.slice(0, index)) && isListed(text.slice(index + 2)),
	);
}

/**
 * The texts of failed items that are in no `messages.ts`. If Link Platform refused, the first line is its own;
 * the second is always ours.
 */
export function unlistedIn(failed: INodeExecutionData[]): string[] {
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

/** A `reason` that is in no `messages.ts`; '' for one that does. */
export function unlistedReason(reason: string): string {
	return isListed(reason) ? '' : reason;
}
