/** The query parameter of a resume URL that distinguishes several waits of the same node. */
export const NONCE = 'wait';
/**
 * The query parameter of a resume URL that contains the end of the wait, in seconds since 1970. A cleanup needs it,
 * because nothing else shows that a wait has ended.
 */
export const UNTIL = 'until';

/**
 * Returns the URL at which n8n accepts deliveries for a waiting node. The signing secret is derived from the exact text
 * of this URL.
 */
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

/** True if a subscription's URL belongs to a node that waits. */
export const isResumeUrl = (url: string): boolean => new URL(url).searchParams.has(NONCE);

/**
 * True if the URL belongs to a wait that has ended. Such webhooks are left over, because n8n runs no code of the node
 * after a timeout or when the execution is stopped.
 */
export function isExpired(url: string): boolean {
	const until = String(new URL(url).searchParams.get(UNTIL));
	const isOver = /^\d{1,12}$/.test(until) && Number(until) * 1000 < Date.now();
	return isResumeUrl(url) && isOver;
}
