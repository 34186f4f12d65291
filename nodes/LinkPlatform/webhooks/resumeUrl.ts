import type { Client } from '../api/client';
import { withTimeout } from '../api/http';
import { getSubscriptions, selectByOrigin, unsubscribe, type Subscription } from './subscriptions';

/** Distinguishes the waits of one node, in the query of a resume URL. */
export const NONCE = 'wait';
/** When the wait is over, in seconds since 1970: for the clean-up, which knows nothing else. */
export const UNTIL = 'until';

/** In ms: how long a clean-up may delay the rest. */
const LONGEST_SWEEP = 5_000;

/** The URL at which n8n accepts deliveries for a waiting node. The signing secret is derived from its exact text. */
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

/** Whether a subscription's URL is that of a wait. */
export const isResumeUrl = (url: string): boolean => new URL(url).searchParams.has(NONCE);

/** The subscriptions of this n8n whose wait is over: n8n runs no code of ours after a timeout or a stop. */
export function getExpired(subscriptions: Subscription[], n8nUrl: string): Subscription[] {
	return selectByOrigin(subscriptions, n8nUrl).filter(({ url }) => {
		const until = new URL(url).searchParams.get(UNTIL) ?? '';
		const isOver = /^\d{1,12}$/.test(until) && Number(until) * 1000 < Date.now();
		return isResumeUrl(url) && isOver;
	});
}

/**
 * Deletes them; `known` are the account's subscriptions, if they were read already. Whatever fails or takes too
 * long is left for the next time.
 */
export async function removeExpired(
	client: Client,
	n8nUrl: string,
	known?: Subscription[],
): Promise<void> {
	const deadline = Date.now() + LONGEST_SWEEP;
	await tryBriefly(async () => {
		for (const { id } of getExpired(known ?? (await getSubscriptions(client)), n8nUrl)) {
			if (Date.now() > deadline) return;
			await unsubscribe(client, id);
		}
	});
}

/** Resolves when the work has ended or failed, or after five seconds; then it continues in the background. */
export async function tryBriefly(work: () => Promise<void>): Promise<void> {
	await withTimeout(LONGEST_SWEEP, work()).catch(() => undefined);
}
