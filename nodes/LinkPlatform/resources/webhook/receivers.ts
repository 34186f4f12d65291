import type { Client } from '../../api/client';
import { shorten } from '../../api/fill';
import { selectByOrigin, type Subscription } from '../../subscriptions/plan';
import { isResumeUrl } from '../../subscriptions/resumeUrl';
import { getSubscriptions } from '../../subscriptions/requests';

/** The maximum length of a webhook's list of events in a label, in characters. */
const LONGEST_EVENTS = 80;

/** Returns the webhooks that deliver to a trigger of this n8n instance, without those of waiting executions. */
export async function getReceivers(client: Client, n8nUrl: string): Promise<Subscription[]> {
	const own = selectByOrigin(await getSubscriptions(client), n8nUrl);
	return own.filter(({ url }) => !isResumeUrl(url));
}

/**
 * Returns a label for a webhook: its path and its events, which distinguish it from other webhooks of the same n8n
 * instance. Leaves out the query, because that of a waiting execution contains its token.
 */
export function describeReceiver({ url, events = [] }: Subscription): string {
	return `${new URL(url).pathname} (${shorten(events.join(', '), LONGEST_EVENTS)})`;
}
