import type { RequestOperation } from '../../operations/operation';

/** `PUT /api/account/update` of the legacy API (Account). */
export const update: RequestOperation = {
	route: 'PUT legacy:/api/account/update',
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
					placeholder: 'e.g. name@email.com',
					default: '',
				},
				{
					displayName: 'Password',
					name: 'password',
					type: 'string',
					typeOptions: { password: true },
					default: '',
				},
			],
		},
	],
	body: (input) => input.nonEmptyCollection('updateFields'),
};
