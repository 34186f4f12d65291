import { sleep } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getSubscriptions, unsubscribe, type Subscription } from './subscriptions';

/** What tells one wait of a node from the next, in the query of a resume URL. */
export const NONCE = 'wait';
/** When the wait is over, in seconds since 1970. The clean-up has nothing else to go by. */
export const UNTIL = 'until';

/** How long tidying up may hold up what it is a part of, in ms. */
const LONGEST_SWEEP = 5_000;

/** The URL at which n8n takes deliveries for a waiting node. Signing hangs on each character of it. */
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

/** Those of an n8n's subscriptions whose wait is over. n8n runs no code of ours at a timeout or a stop. */
export function getExpired(subscriptions: Subscription[], n8nUrl: string): Subscription[] {
	const { origin } = new URL(n8nUrl);
	return subscriptions.filter(({ url }) => {
		if (!URL.canParse(url)) return false;
		const { origin: other, searchParams } = new URL(url);
		const until = searchParams.get(UNTIL) ?? '';
		const isOver = /^\d{1,12}$/.test(until) && Number(until) * 1000 < Date.now();
		return other === origin && searchParams.has(NONCE) && isOver;
	});
}

/**
 * Deletes them; the account's subscriptions may be `known`. What fails or takes too long is left to the next
 * time: nothing depends on it.
 */
export async function removeExpired(
	client: Client,
	n8nUrl: string,
	known?: Subscription[],
): Promise<void> {
	const deadline = Date.now() + LONGEST_SWEEP;
	await withinLimit(async () => {
		for (const { id } of getExpired(known ?? (await getSubscriptions(client)), n8nUrl)) {
			if (Date.now() > deadline) return;
			await unsubscribe(client, id);
		}
	});
}

/** Resolves when the work is done or has failed, or after five seconds: then it goes on by itself. */
export async function withinLimit(work: () => Promise<void>): Promise<void> {
	const timer = new AbortController();
	const over = sleep(LONGEST_SWEEP, timer.signal).catch(() => undefined);
	await Promise.race([work().catch(() => undefined), over]);
	timer.abort();
}
