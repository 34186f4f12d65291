import { collection } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';

export const update: RequestOperation = {
	name: 'Update',
	action: 'Update account name or email address',
	description: 'Change the name or email address of the account',
	route: 'PUT /api/account/update',
	fields: [
		collection('Update Fields', [
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
		]),
	],
	body: (input) => input.nonEmptyCollection('updateFields'),
};
