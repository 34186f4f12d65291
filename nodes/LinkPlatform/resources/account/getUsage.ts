import type { IDataObject } from 'n8n-workflow';
import type { RequestOperation } from '../../runner/operation';
import { parseQuota } from '../../api/dialect';

export const getUsage: RequestOperation = {
	action: 'Get account usage',
	description: 'Get how much of the plan is used',
	route: 'GET /api/account/stats',
	fields: [],
	// Adds `remaining` to each quota, and converts its figures to numbers.
	toItem: (usage) => {
		const quotas = Object.entries(usage).map(([name, stated]) => {
			const quota = parseQuota(stated);
			const known = stated as IDataObject;
			return [name, quota ? { ...known, ...quota, limit: quota.limit ?? known.limit } : stated];
		});
		return Object.fromEntries(quotas) as IDataObject;
	},
};
