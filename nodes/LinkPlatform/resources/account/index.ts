import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { changePassword } from './changePassword';
import { checkQuota } from './checkQuota';
import { get } from './get';
import { getUsage } from './getUsage';
import { update } from './update';

export const account: Resource = {
	option: { name: 'Account', value: 'account', description: 'Profile, plan and quotas' },
	operationField: operationMenu('get', [
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
			name: 'Check Quota',
			value: 'checkQuota',
			action: 'Check account quota',
			description: 'Check whether the plan has room for a number of new records',
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update account name or email address',
			description: 'Change the name or email address of the account',
		},
		{
			name: 'Change Password',
			value: 'changePassword',
			action: 'Change account password and sign others out',
			description:
				'Change the password of the account. Anyone who uses the old one can no longer sign in.',
		},
	]),
	operations: { changePassword, checkQuota, get, getUsage, update },
};
