import type { Messages } from '../../api/fill';

/** Messages about subscribers. */
export const subscriberMessages = {
	invalidCsv: {
		message: 'The CSV file is incomplete or not in UTF-8',
		description:
			"Try again. If it keeps happening, set 'Output As' to 'Binary File', and read the file with Extract From File",
	},
} as const satisfies Messages;
