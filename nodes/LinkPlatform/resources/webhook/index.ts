import type { Resource } from '../../runner/operation';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { getEventTypes } from './getEventTypes';
import { sendTestEvent } from './sendTestEvent';
import { waitForEvent } from './waitForEvent';

export const webhook: Resource = {
	value: 'webhook',
	description: 'Events sent to a URL',
	operations: {
		getAll,
		waitForEvent,
		sendTestEvent,
		create,
		getEventTypes,
		delete: remove,
	},
};
