/** What docs/guides/troubleshooting.md lists: in bold what happened, in italics what to do. */
import { readFileSync } from 'node:fs';
import type { INodeExecutionData } from 'n8n-workflow';

const rows = readFileSync('docs/guides/troubleshooting.md', 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('| '));

/** The texts, with an ellipsis for whatever varies, and without a full stop at the end. */
export const listed = rows
	.flatMap((row) => [...row.matchAll(/(\*\*?)(.+?)\1/g)])
	.map(([, , text]) => text.replace(/\.$/, ''));

const patterns = listed.map((text) => {
	const parts = text.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}\\.?$`, 's');
});
const isListed = (text: string) => patterns.some((pattern) => pattern.test(text));

/**
 * The texts of failed items that the page does not list. Where the service said no, the first line is its
 * own; the second is always ours.
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

/** The sentences of a `reason` that the page does not list; two that belong together may be listed as one. */
export function unlistedReason(reason: string): string[] {
	const sentences = reason.split(/(?<=[^.])\. (?=[A-Z]|n8n)/);
	return sentences.filter(
		(sentence, at) => ![sentence, sentences.slice(at).join('. ')].some(isListed),
	);
}
