/** The query parameter of a resume URL that distinguishes the waits of one node. */
export const NONCE = 'wait';
/** The query parameter that says when the wait is over, in seconds since 1970: the clean-up knows nothing else. */
export const UNTIL = 'until';

/** Returns the URL at which n8n accepts deliveries for a waiting node. The signing secret is derived from its exact text. */
export function toResumeUrl(
	executionUrl: string,
	nodeId: string,
	nonce: string,
	until: string,
): string {
	const url = new URL(executionUrl);
	url.pathname += `/${encodeURIComponent(nodeId)}`;
	url.searchParams.set(NONCE, nonce);
	url.searchParams.set(UNTIL, until);
	return url.href;
}

/** True if a subscription's URL belongs to a wait. */
export const isResumeUrl = (url: string): boolean => new URL(url).searchParams.has(NONCE);

/** True if the URL belongs to a wait that is over: n8n runs no code of ours after a timeout or a stop. */
export function isExpired(url: string): boolean {
	const until = new URL(url).searchParams.get(UNTIL) ?? '';
	const isOver = /^\d{1,12}$/.test(until) && Number(until) * 1000 < Date.now();
	return isResumeUrl(url) && isOver;
}
