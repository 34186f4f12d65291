import { collection } from '../../runner/fields';
import { filterFields } from '../../events/filters';
import { waitFields, waitFor } from '../waitFor';
import { events } from './fields';

export const waitForEvent = waitFor({
	filters: (input) => input.collection('filters'),
	name: 'Wait for Event',
	action: 'Wait for webhook event',
	description: 'Pause the workflow until an event happens or a time limit is reached',
	fields: [events, collection('Filters', filterFields), ...waitFields],
});
