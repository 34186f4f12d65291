import type { Messages } from '../../api/fill';

/** Subscribers of bio pages. */
export const subscriberMessages = {
	noCsv: {
		message: 'Link Platform returned no CSV file',
		description: 'Try again, or use Subscriber > Get Many',
	},
	csvIncomplete: {
		message: 'The CSV file ends inside a quoted value that starts in line {line}',
		description:
			"Try again. If it keeps happening, set 'Output As' to 'Binary File' and check the file",
	},
} as const satisfies Messages;
