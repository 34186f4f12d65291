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
					description: 'The new email address; it is what the owner signs in with',
				},
				{
					displayName: 'Password',
					name: 'password',
					type: 'string',
					typeOptions: { password: true },
					default: '',
					description: 'The new password; the present one stops working at once',
				},
			],
		},
	],
	body: (input) => input.nonEmptyCollection('updateFields'),
};
