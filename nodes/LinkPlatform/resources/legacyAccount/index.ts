import type { Resource } from '../../runner/operation';
import { get } from './get';
import { update } from './update';

/** The account, with the fields of the legacy API (legacy API, Account). */
export const legacyAccount: Resource = {
	name: 'Account (Legacy)',
	value: 'legacyAccount',
	description: 'Account in the legacy API',
	operations: { get, update },
};
