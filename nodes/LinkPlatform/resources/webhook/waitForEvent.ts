import { ALL } from '../../webhooks/eventTypes';
import { filterFields } from '../../webhooks/filters';
import { waits } from '../messages';
import { waitFor } from '../waitFor';
import { events } from './fields';

export const waitForEvent = waitFor({
	fields: [
		events,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: filterFields,
		},
	],
	events: (input) => input.list('events'),
	filters: (input) => input.collection('filters'),
	describe: (input) => {
		const chosen = input.list('events');
		if (chosen.includes(ALL)) return waits.anyEvent;
		return chosen.length > 3 ? waits.oneOf(chosen.length) : chosen.join(', ');
	},
});
