import type { Messages } from '../../api/fill';

/** Files of the legacy API. */
export const uploadMessages = {
	invalidName: {
		message: '\'{field}\' is not a valid file name (got "{name}")',
		description: 'Enter the name only, without folders or slashes',
		meaning:
			"'File Name' becomes a part of the address, so it can't contain slashes, percent-encoded or not, or consist of dots only.",
	},
} as const satisfies Messages;
