import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { toTitle } from '../runner/subtitle';
import { ALL_EVENTS, EVENT_TYPES } from '../events/events';
import { getOfferedEvents } from '../subscriptions/requests';
import { inForm } from './inForm';

const DOCUMENTED = EVENT_TYPES.map(({ value }) => String(value));

/**
 * Returns all event types: the documented ones, and any others that Link Platform currently offers. If Link Platform
 * doesn't respond, returns only the documented ones.
 */
export async function getEventTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const others = await getOthers(this).catch(() => []);
	return [...EVENT_TYPES, ...toEventOptions(others), ALL_EVENTS];
}

/** Returns the event types that Link Platform currently offers and that 'Trigger On' doesn't include. */
export async function getOtherEvents(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return toEventOptions(await getOthers(this));
}

/** Converts event types to dropdown entries, with the names as labels. */
function toEventOptions(types: string[]): INodePropertyOptions[] {
	const options = types.map((type) => ({ name: toTitle(type) || type, value: type }));
	return options.sort((a, b) => a.name.localeCompare(b.name));
}

async function getOthers(context: ILoadOptionsFunctions): Promise<string[]> {
	const offered = new Set(await inForm(context, getOfferedEvents));
	return [...offered].filter((type) => !DOCUMENTED.includes(type));
}
