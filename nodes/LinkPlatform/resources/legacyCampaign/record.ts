import type { IDataObject } from 'n8n-workflow';

/**
 * A campaign of the legacy API with its name under `name`: responses file it under `domain`, lists under
 * either (Resources and their fields), some deployments under `campaign`.
 */
export function toCampaign({ id, name, domain, campaign, ...rest }: IDataObject): IDataObject {
	const known = name ?? domain ?? campaign;
	return {
		...(id === undefined ? {} : { id }),
		...(known === undefined ? {} : { name: known }),
		...rest,
	};
}
