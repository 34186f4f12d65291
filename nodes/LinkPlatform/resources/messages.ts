import type { Messages } from '../api/fill';

/** Messages about fields that contain JSON. */
export const jsonMessages = {
	notObject: {
		message: "'{field}' must be a JSON object (got {type})",
		description: 'Put its fields in braces, e.g. {"title": "My shop"}',
	},
} as const satisfies Messages;

/** Messages of the operations that wait for an event. */
export const waitMessages = {
	outOfRange: {
		message: "'{field}' must be between 2 minutes and 365 days (got {time})",
		description: "Correct '{field}' or '{unitField}'",
	},
	ignoresAll: {
		message: "'{field}' ({minutes}) must be shorter than '{other}'",
		description: "Make '{other}' longer, or '{field}' shorter",
	},
	counterMissing: {
		message: "Link Platform didn't return the number of {counter}",
		description: "Set '{field}' to 'Wait for the Next One'",
	},
	tokenShared:
		"Anyone who can list your account's webhooks can see this node's webhook URL, and use it to resume '{nodes}' too. Turn on authentication there, or replace these nodes with an operation that sends a message and waits for the response.",
} as const satisfies Messages;
