import type { Resource } from '../../operations/operation';
import { get } from './get';
import { update } from './update';

/** The account as the legacy API shows it (Account). */
export const legacyAccount: Resource = {
	option: { name: 'Legacy Account', value: 'legacyAccount' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Get',
				value: 'get',
				action: 'Get legacy account',
				description: 'Get the account with its plan and expiry, from the legacy API',
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update legacy account',
				description:
					'Change the email address or password of the account; this can lock its owner out',
			},
		],
		default: 'get',
	},
	operations: { get, update },
};
