import type { Resource } from '../../operations/operation';
import { changePassword } from './changePassword';
import { checkQuota } from './checkQuota';
import { get } from './get';
import { getUsage } from './getUsage';
import { update } from './update';

export const account: Resource = {
	option: { name: 'Account', value: 'account' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Change Password',
				value: 'changePassword',
				action: 'Change account password',
				description:
					'Replace the password of the account: people who use the old one are locked out',
			},
			{
				name: 'Check Quota',
				value: 'checkQuota',
				action: 'Check account quota',
				description: 'Find out whether the plan has room for a number of new records',
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get account',
				description: 'Get the account that the API key belongs to, with its plan',
			},
			{
				name: 'Get Usage',
				value: 'getUsage',
				action: 'Get account usage',
				description: 'Get how much of each quota of the plan is used',
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update account',
				description: 'Change the name or email address of the account',
			},
		],
		default: 'get',
	},
	operations: { changePassword, checkQuota, get, getUsage, update },
};
