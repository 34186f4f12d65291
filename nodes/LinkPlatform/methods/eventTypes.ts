import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { toTitle } from '../runner/subtitle';
import { ALL_EVENTS, EVENT_TYPES } from '../events/events';
import { getOfferedEvents } from '../subscriptions/requests';
import { inForm } from './inForm';

/**
 * Returns all event types: the documented ones, and any others that Link Platform currently offers. If Link Platform
 * doesn't respond, returns only the documented ones.
 */
export async function getSingleEvents(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return [...EVENT_TYPES, ...(await getOtherEvents.call(this).catch(() => []))];
}

/** Returns all event types, and All Events. */
export async function getEventTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return [...(await getSingleEvents.call(this)), ALL_EVENTS];
}

/** Returns the event types that Link Platform currently offers and that 'Trigger On' doesn't include. */
export const getOtherEvents = inForm(async (client) => {
	const types = new Set(await getOfferedEvents(client));
	for (const { value } of EVENT_TYPES) types.delete(value);
	return [...types].map((type) => ({ name: toTitle(type), value: type }));
});
