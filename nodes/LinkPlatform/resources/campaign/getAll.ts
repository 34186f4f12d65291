import type { IDataObject } from 'n8n-workflow';
import type { RequestOperation } from '../../runner/operation';
import { getMany, toLabel, type RecordList } from '../getMany';

/** The name of a campaign; where one address has both APIs, it may be where the legacy API files it. */
export function getName({ name, domain }: IDataObject): IDataObject[string] {
	return name ?? domain;
}

export const campaignList: RecordList = {
	route: 'GET /api/campaigns',
	collections: ['campaigns'],
	label: (campaign) => toLabel({ ...campaign, name: getName(campaign) }),
};

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many campaigns',
	description: 'Retrieve a list of campaigns',
	...getMany(campaignList),
};
