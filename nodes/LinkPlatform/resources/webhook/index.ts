import type { Resource } from '../../runner/operation';
import { cleanUp } from './cleanUp';
import { create } from './create';
import { remove } from './delete';
import { ensureActive } from './ensureActive';
import { getAll } from './getAll';
import { getEventTypes } from './getEventTypes';
import { sendTestEvent } from './sendTestEvent';
import { verifyDelivery } from './verifyDelivery';
import { waitForEvent } from './waitForEvent';

export const webhook: Resource = {
	value: 'webhook',
	description: 'Events sent to a URL',
	operations: {
		getAll,
		ensureActive,
		waitForEvent,
		sendTestEvent,
		verifyDelivery,
		create,
		getEventTypes,
		delete: remove,
		cleanUp,
	},
};
