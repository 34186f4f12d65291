import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { toTitle } from '../runner/subtitle';
import { ALL_EVENTS, EVENT_TYPES } from '../events/events';
import { getOfferedEvents } from '../subscriptions/requests';
import { inForm } from './inForm';

const DOCUMENTED = EVENT_TYPES.map(({ value }) => String(value));

/** Returns all event types: the documented ones, and others that Link Platform offers now, if it responds. */
export async function getEventTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const others = await getOthers(this).catch(() => []);
	return [...EVENT_TYPES, ...toEventOptions(others), ALL_EVENTS];
}

/** Returns the event types that Link Platform offers now and 'Trigger On' lacks. */
export async function getOtherEvents(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return toEventOptions(await getOthers(this));
}

/** Returns event types as menu entries, labeled with their names. */
function toEventOptions(types: string[]): INodePropertyOptions[] {
	const options = types.map((type) => ({ name: toTitle(type) || type, value: type }));
	return options.sort((a, b) => a.name.localeCompare(b.name));
}

async function getOthers(context: ILoadOptionsFunctions): Promise<string[]> {
	const offered = new Set(await inForm(context, getOfferedEvents));
	return [...offered].filter((type) => !DOCUMENTED.includes(type));
}
