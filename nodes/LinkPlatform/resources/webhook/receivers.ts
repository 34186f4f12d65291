import type { Client } from '../../api/client';
import { selectByOrigin, type Subscription } from '../../subscriptions/plan';
import { isResumeUrl } from '../../subscriptions/resumeUrl';
import { getSubscriptions } from '../../subscriptions/requests';

/** How many events of a webhook the list shows. */
const MOST_SHOWN = 4;

/** Returns the webhooks at this n8n that belong to a trigger, not to a waiting execution. */
export async function getReceivers(client: Client, n8nUrl: string): Promise<Subscription[]> {
	const own = selectByOrigin(await getSubscriptions(client), n8nUrl);
	return own.filter(({ url }) => !isResumeUrl(url));
}

/** Returns the path and the events of a webhook, which distinguish it from others at the same n8n. */
export function describeReceiver({ url, events = [] }: Subscription): string {
	const path = url.slice(new URL(url).origin.length);
	const more = events.length - MOST_SHOWN;
	const shown = more > 1 ? [...events.slice(0, MOST_SHOWN), `${more} more`] : events;
	return shown.length > 0 ? `${path} (${shown.join(', ')})` : path;
}
