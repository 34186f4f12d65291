import type { RequestOperation } from '../../operations/operation';
import { description, name } from './fields';

export const create: RequestOperation = {
	route: 'POST /api/campaign/add',
	fields: [
		name,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [description],
		},
	],
	body: (input) => ({ name: input.string('name'), ...input.collection('additionalFields') }),
};
