import { fill } from '../../api/fill';
import { collection } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { ALL } from '../../events/events';
import { filterFields } from '../../events/filters';
import { waitMessages } from '../messages';
import { timeout, waitFor } from '../waitFor';
import { events } from './fields';

export const waitForEvent: CompositeOperation = {
	name: 'Wait for Event',
	action: 'Wait for webhook event',
	description: 'Pause the workflow until an event happens or a time has passed',
	...waitFor({
		fields: [events, collection('Filters', filterFields), ...timeout],
		filters: (input) => input.collection('filters'),
		describe: (input) => {
			const chosen = input.list('events');
			if (chosen.includes(ALL)) return waitMessages.anyEvent.message;
			return chosen.length > 3
				? fill(waitMessages.oneOf, { count: chosen.length }).message
				: chosen.join(', ');
		},
	}),
};
