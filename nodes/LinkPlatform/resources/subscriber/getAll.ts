import type { List } from '../../api/paging';
import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from '../bioPage/fields';
import { paging } from '../fields';
import { getMany } from '../getMany';

export const subscriberList: List = {
	route: 'GET /api/bio/{bioPageId}/subscribers',
	collections: ['subscribers'],
};

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many subscribers',
	description:
		'Retrieve a list of subscribers: who signed up in the newsletter block of a bio page',
	...getMany(subscriberList),
	fields: [bioPageId, ...paging],
};
