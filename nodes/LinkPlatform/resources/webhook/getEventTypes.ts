import type { Endpoint } from '../../operation/operation';

export const getEventTypes: Endpoint = {
	route: 'GET /api/webhooks/events',
	fields: [],
	answer: { as: 'list', collections: ['events', 'types'], isPaged: false },
};
