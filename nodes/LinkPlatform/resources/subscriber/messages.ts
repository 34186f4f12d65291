import type { Messages } from '../../api/fill';

/** Messages of subscribers. */
export const subscriberMessages = {
	notUtf8: {
		message: 'The CSV file is not in UTF-8',
		description: "Set 'Output As' to 'Binary File', and read it with Extract From File",
	},
	csvIncomplete: {
		message: 'The CSV file ends inside a quoted value that starts on line {line}',
		description:
			"Try again. If it keeps happening, set 'Output As' to 'Binary File' and check the file",
	},
} as const satisfies Messages;
