import { Failure } from '../../api/failure';
import type { RequestOperation } from '../../runner/operation';
import { accountMessages } from './messages';
import { secret } from '../../runner/fields';

/** The minimum length of a new password: "at least 8 characters" (current API, Limits). */
const SHORTEST = 8;

export const changePassword: RequestOperation = {
	action: 'Change account password and sign others out',
	description: 'Change the password of the account. The old password stops working.',
	route: 'PUT /api/account/password',
	// The first request may have changed the password although its response got lost. A second request would then send
	// an outdated 'current' password.
	isRepeatable: false,
	isForPeople: true,
	fields: [
		secret('Current Password', 'currentPassword', { required: true }),
		secret('New Password', 'newPassword', { required: true, description: 'At least 8 characters' }),
	],
	body: (input) => {
		const password = input.string('newPassword');
		const isTooShort = [...password].length < SHORTEST;
		if (isTooShort) throw Failure.input(accountMessages.passwordTooShort, { least: SHORTEST });
		return { current: input.string('currentPassword'), password, confirmPassword: password };
	},
};
