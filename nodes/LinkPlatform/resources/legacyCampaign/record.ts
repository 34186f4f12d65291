import type { IDataObject } from 'n8n-workflow';

/**
 * Moves the name of a campaign to the field `name`. The legacy API returns the name in `domain`, and in lists also in
 * `name` (legacy API, Resources and their fields). Some deployments return it in `campaign`.
 */
export function toCampaign({ id, name, domain, campaign, ...rest }: IDataObject): IDataObject {
	const known = name ?? domain ?? campaign;
	return {
		...(id === undefined ? {} : { id }),
		...(known === undefined ? {} : { name: known }),
		...rest,
	};
}
