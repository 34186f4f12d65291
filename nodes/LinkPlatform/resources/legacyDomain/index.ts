import type { Resource } from '../../runner/operation';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { update } from './update';

/** Branded domains with their redirects (legacy API, Branded domains). The current API can't set the redirects. */
export const legacyDomain: Resource = {
	name: 'Domain (Legacy)',
	value: 'legacyDomain',
	description: 'Branded domains in the legacy API',
	operations: { create, getAll, update, delete: remove },
};
