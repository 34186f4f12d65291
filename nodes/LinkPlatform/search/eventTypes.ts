import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { connect } from '../connect';
import { EVENT_TYPES, eventOptions } from '../trigger/eventTypes';
import { offeredEvents } from '../trigger/subscription';

/** The event types that the service offers now, or the documented ones where it cannot be asked. */
export async function getEventTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const documented = EVENT_TYPES.map(({ value }) => String(value));
	try {
		const offered = await offeredEvents(await connect(this));
		return eventOptions([...new Set([...documented, ...offered])]);
	} catch {
		return eventOptions(documented);
	}
}
