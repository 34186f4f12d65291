import type { IDataObject } from 'n8n-workflow';

/**
 * A campaign of v3 with its name under `name`: answers file it under `domain`, lists under either
 * (document 1, Resources and their fields), some deployments under `campaign`.
 */
export function campaignOf({ id, name, domain, campaign, ...rest }: IDataObject): IDataObject {
	const known = name ?? domain ?? campaign;
	return {
		...(id === undefined ? {} : { id }),
		...(known === undefined ? {} : { name: known }),
		...rest,
	};
}
