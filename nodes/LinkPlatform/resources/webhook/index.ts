import type { Resource } from '../../operations/operation';
import { cleanUp } from './cleanUp';
import { create } from './create';
import { remove } from './delete';
import { ensureActive } from './ensureActive';
import { getAll } from './getAll';
import { getEventTypes } from './getEventTypes';
import { waitForEvent } from './waitForEvent';

export const webhook: Resource = {
	name: 'Get Many',
	value: 'webhook',
	description: 'Events sent to a URL',
	default: 'getAll',
	operations: {
		ensureActive,
		waitForEvent,
		create,
		getAll,
		getEventTypes,
		delete: remove,
		cleanUp,
	},
};
