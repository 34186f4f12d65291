import { collection, text } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';

export const update: RequestOperation = {
	action: 'Update account name or email address',
	description: 'Change the name or email address of the account',
	route: 'PUT /api/account/update',
	fields: [
		collection('Update Fields', [
			text('Email', 'email', {
				placeholder: 'e.g. name@email.com',
				description: 'Takes effect once you confirm the new address',
			}),
			text('Name', 'name', { placeholder: 'e.g. Nathan Smith' }),
		]),
	],
};
