import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { openClient } from '../n8n/client';
import { EVENT_TYPES, toEventOptions } from '../webhooks/eventTypes';
import { getOfferedEvents } from '../webhooks/subscriptions';

/** The event types that the service offers now, or the documented ones where it cannot be asked. */
export async function getEventTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const documented = EVENT_TYPES.map(({ value }) => String(value));
	try {
		const offered = await getOfferedEvents(await openClient(this));
		return toEventOptions([...new Set([...documented, ...offered])]);
	} catch {
		return toEventOptions(documented);
	}
}
