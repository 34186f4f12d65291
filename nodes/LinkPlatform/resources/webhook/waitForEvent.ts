import { collection } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { filterFields } from '../../events/filters';
import { timeout, waitFor } from '../waitFor';
import { events } from './fields';

export const waitForEvent: CompositeOperation = {
	name: 'Wait for Event',
	action: 'Wait for webhook event',
	description: 'Pause the workflow until an event happens or a time limit is reached',
	...waitFor({
		fields: [events, collection('Filters', filterFields), ...timeout],
		filters: (input) => input.collection('filters'),
	}),
};
