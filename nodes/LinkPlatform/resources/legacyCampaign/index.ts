import type { Resource } from '../../runner/operation';
import { assignLink } from './assignLink';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { update } from './update';

/** Campaigns with their public rotator pages (legacy API, Campaigns). The current API has no such pages. */
export const legacyCampaign: Resource = {
	name: 'Campaign (Legacy)',
	value: 'legacyCampaign',
	description: 'Campaigns with a rotator page',
	operations: { create, assignLink, getAll, update, delete: remove },
};
