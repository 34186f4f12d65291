import type { List } from '../../api/paging';
import { bioPageId } from '../bioPage/fields';
import { getMany } from '../getMany';

export const subscriberList: List = {
	route: 'GET /api/bio/{bioPageId}/subscribers',
	collections: ['subscribers'],
	holds: 'objects',
};

export const getAll = getMany(subscriberList, {
	action: 'Get many subscribers',
	description: 'Retrieve a list of subscribers who signed up in the newsletter block of a bio page',
	parent: bioPageId,
});
