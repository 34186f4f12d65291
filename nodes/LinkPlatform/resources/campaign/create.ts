import type { Endpoint } from '../../operation/operation';
import { description, name } from './fields';

export const create: Endpoint = {
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
	body: (input) => ({ name: input.text('name'), ...input.group('additionalFields') }),
};
