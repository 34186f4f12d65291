import type { RequestOperation } from '../../operations/operation';

export const update: RequestOperation = {
	route: 'PUT /api/account/update',
	fields: [
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Email',
					name: 'email',
					type: 'string',
					default: '',
					placeholder: 'e.g. nathan@example.com',
					description: 'Active once confirmed',
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Nathan Smith',
				},
			],
		},
	],
	body: (input) => input.nonEmptyCollection('updateFields'),
};
