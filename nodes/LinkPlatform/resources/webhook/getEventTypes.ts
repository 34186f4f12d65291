import type { RequestOperation } from '../../operations/operation';
import { eventTypeList } from '../../webhooks/eventTypes';

export const getEventTypes: RequestOperation = {
	route: eventTypeList.route,
	fields: [],
	response: { as: 'list', list: eventTypeList },
};
