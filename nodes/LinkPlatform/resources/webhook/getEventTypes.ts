import type { RequestOperation } from '../../runner/operation';
import { eventTypeList } from '../../events/events';

export const getEventTypes: RequestOperation = {
	action: 'Get webhook event types',
	description: 'Get the types of events that Link Platform can send',
	route: eventTypeList.route,
	fields: [],
	list: eventTypeList,
};
