import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { get } from './get';
import { update } from './update';

/** The account as the legacy API shows it (Account). */
export const legacyAccount: Resource = {
	option: {
		name: 'Account (Legacy)',
		value: 'legacyAccount',
		description: 'Account in the legacy API',
	},
	operationField: operationMenu('get', [
		{
			name: 'Get',
			value: 'get',
			action: 'Get legacy account',
			description: 'Get the account with its status and expiry from the legacy API',
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Change legacy account email address or password',
			description:
				'Change the email address or password of the account. This can lock the owner out.',
		},
	]),
	operations: { get, update },
};
