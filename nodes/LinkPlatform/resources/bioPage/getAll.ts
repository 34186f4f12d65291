import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

export const getAll: Endpoint = {
	route: 'GET /api/bios',
	fields: paging,
	// The collection's name is not shown in the document.
	answer: { as: 'list', collections: ['bios', 'bio', 'profiles'] },
};
