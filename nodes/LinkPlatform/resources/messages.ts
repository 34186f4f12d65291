import type { Messages } from '../api/fill';

/** Messages about fields that contain JSON. */
export const jsonMessages = {
	notObject: {
		message: "'{field}' must be a JSON object (got {type})",
		description: 'Put its fields in braces, e.g. {"title": "My shop"}',
	},
} as const satisfies Messages;

/** Hints about values that are valid but hardly meant. */
export const doubtMessages = {
	missing: '"{value}" looks like a text with a missing value',
	emptySegment: 'A part of the path of "{value}" is empty',
	emptyParameter: 'A query parameter of "{value}" is empty, but other rows have a value for it',
	formulaError: '"{value}" comes from a spreadsheet formula that has no result',
	shortenedNumber: '"{value}" looks like a longer number that a spreadsheet shortened',
	placeholder: '"{value}" contains a placeholder that was not replaced',
	severalUrls: '"{value}" contains several URLs',
	secondQuery: '"{value}" contains a second "?" instead of "&"',
	wrongScheme: '"{value}" doesn\'t begin with "https"',
	inRows: 'Check the values: {text} (rows: {rows})',
} as const satisfies Messages;

/** Hints about a run with 'Only Check'. */
export const onlyCheckMessages = {
	nothingCreated: 'Nothing was created or changed: Only Check is on',
	wouldStop: 'A real run would stop at the first row that fails, and create nothing after it',
} as const satisfies Messages;

/** Messages of the operations that wait for an event. */
export const waitMessages = {
	outOfRange: {
		message: "'Wait Up To' must be between 2 minutes and 365 days (got {time})",
		description: "Correct 'Wait Up To' or 'Unit'",
	},
	ignoresAll: {
		message: "'Ignore First (Minutes)' ({minutes}) must be shorter than 'Wait Up To'",
		description: "Make 'Wait Up To' longer, or 'Ignore First (Minutes)' shorter",
	},
	counterMissing: {
		message: "Link Platform didn't return the number of {counter}",
		description: "Set '{field}' to 'Wait for the Next One'",
	},
	tokenShared:
		"Anyone who can list your account's webhooks can see this node's webhook URL, and use it to resume '{nodes}' too. Turn on authentication there, or replace these nodes with an operation that sends a message and waits for the response.",
} as const satisfies Messages;
