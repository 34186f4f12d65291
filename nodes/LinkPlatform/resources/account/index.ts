import type { Resource } from '../../runner/operation';
import { changePassword } from './changePassword';
import { checkQuota } from './checkQuota';
import { checkSetup } from './checkSetup';
import { get } from './get';
import { getUsage } from './getUsage';
import { update } from './update';

export const account: Resource = {
	value: 'account',
	description: 'Profile, plan and quotas',
	operations: { get, getUsage, checkQuota, checkSetup, update, changePassword },
};
