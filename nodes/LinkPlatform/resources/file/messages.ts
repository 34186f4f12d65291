import type { Messages } from '../../api/fill';

/** Messages of files. */
export const uploadMessages = {
	invalidName: {
		message: '\'{field}\' is not a valid file name (got "{name}")',
		description: 'Enter the name only, without folders or slashes',
	},
} as const satisfies Messages;
