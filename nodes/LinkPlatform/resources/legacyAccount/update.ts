import { collection, secret, text } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';

/** Updates the account: `PUT /api/account/update` (legacy API, Account). */
export const update: RequestOperation = {
	action: 'Change legacy account email address or password',
	description: 'Change the email address or password of the account. This can lock the owner out.',
	isForPeople: true,
	route: 'PUT legacy:/api/account/update',
	fields: [
		collection('Update Fields', [
			text('Email', 'email', { placeholder: 'e.g. name@email.com' }),
			secret('Password', 'password'),
		]),
	],
};
