import { collection } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';

/** `PUT /api/account/update` of the legacy API (Account). */
export const update: RequestOperation = {
	name: 'Update',
	action: 'Change legacy account email address or password',
	description: 'Change the email address or password of the account. This can lock the owner out.',
	route: 'PUT legacy:/api/account/update',
	fields: [
		collection('Update Fields', [
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
		]),
	],
	body: (input) => input.nonEmptyCollection('updateFields'),
};
