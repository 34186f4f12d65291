import type { IDataObject } from 'n8n-workflow';

/**
 * Moves the name of a campaign to `name`. The legacy API has it in `domain`, in lists also in `name` (Resources and
 * their fields), some deployments in `campaign`.
 */
export function toCampaign({ id, name, domain, campaign, ...rest }: IDataObject): IDataObject {
	const known = name ?? domain ?? campaign;
	return {
		...(id === undefined ? {} : { id }),
		...(known === undefined ? {} : { name: known }),
		...rest,
	};
}
