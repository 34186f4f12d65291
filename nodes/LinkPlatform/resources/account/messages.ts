import type { Messages } from '../../api/fill';

/** Account. */
export const accountMessages = {
	passwordTooShort: {
		message: "'New Password' must have at least {least} characters",
		description: "Enter a longer 'New Password'",
		meaning: 'The password was not changed.',
	},
	unknownQuota: {
		message: 'Link Platform didn\'t return the usage of the quota "{quota}"',
		description: 'Account > Get Usage shows what Link Platform returns',
		meaning: 'Link Platform counts this quota under another name, or not at all.',
	},
} as const satisfies Messages;
