import type { Messages } from '../api/fill';

const CORRECT = 'Correct the value, or the expression that returns it';
const DIGITS = 'Write it in digits without separators for thousands, e.g. 1000';

/** Messages about unusable field values, which are found before anything is sent. */
export const fieldMessages = {
	missing: {
		reason: 'input.empty',
		message: "'{field}' is empty",
		description: 'Enter a value, or correct the expression that returns it',
	},
	notEvaluated: {
		message: "'{field}' holds an expression, but is set to Fixed (got {value})",
		description: 'Hover over the field, and choose Expression instead of Fixed',
	},
	nothingToChange: {
		message: "'{field}' is empty, so there is nothing to change",
		description: "Add at least one field to '{fields}'",
	},
	notText: { message: "'{field}' must be text (got {value})", description: CORRECT },
	notUtf8: {
		message: "'{field}' has characters that could not be read (got {value})",
		description:
			"If the value comes from a file, set its Encoding in the node that reads it, because the file isn't in UTF-8",
	},
	brokenAlias: {
		message:
			"'{field}' must not contain #, ?, \\, spaces, invisible characters or parts like .. (got {value})",
		description:
			'Remove these characters: they would be cut from the short URL, so it would lead elsewhere',
	},
	notUrl: {
		message: "'{field}' must be a full URL, e.g. https://example.com/page (got {value})",
		description: CORRECT,
	},
	notContent: {
		message:
			"'{field}' must be a URL. Contacts, Wi-Fi networks and places can't be used (got {value})",
		description: 'Put the content on a web page, e.g. a bio page, and enter the URL of that page',
	},
	notOneUrl: {
		message:
			"'{field}' must be one URL without spaces, line breaks or invisible characters (got {value})",
		description: CORRECT,
	},
	notNumber: { message: "'{field}' must be a number (got {value})", description: DIGITS },
	notWhole: { message: "'{field}' must be a whole number (got {value})", description: DIGITS },
	tooSmall: { message: "'{field}' must be {least} or more (got {value})", description: CORRECT },
	tooLarge: { message: "'{field}' must be {most} or less (got {value})", description: CORRECT },
	notBoolean: { message: "'{field}' must be true or false (got {value})", description: CORRECT },
	notColor: {
		message: "'{field}' must be a hex color, e.g. #1A2B3C (got {value})",
		description: CORRECT,
	},
	notDate: {
		message: "'{field}' must be a date such as 2026-01-31 or 2026-01-31T18:00 (got {value})",
		description: CORRECT,
	},
	passed: {
		message: "'{field}' is in the past (got {value})",
		description: 'Enter a later date, or correct the expression that returns it',
	},
	notList: {
		message: "'{field}' must be a list of text values (got {value})",
		description: CORRECT,
	},
	notObject: {
		message: "'{field}' must be an object (got {value})",
		description: CORRECT,
	},
	setAndCleared: {
		message: "'{field}' is both in 'Update Fields' and in 'Clear Fields'",
		description: 'Remove it from one of the two',
	},
	notOption: { message: "'{field}' must be one of {options} (got {value})", description: CORRECT },
	invalidJson: {
		message: "'{field}' is not valid JSON: {reason}",
		description: 'Check the quotes, commas and brackets around that position',
	},
} as const satisfies Messages;

/** Messages that any operation may use. */
export const runMessages = {
	unknownOperation: {
		message: 'The resource "{resource}" has no operation "{operation}"',
		description:
			'Choose the resource and the operation from their menus. For other API requests, use an HTTP Request node with this credential',
	},
	forPeople: {
		message: "An AI agent can't use this operation as a tool",
		description:
			'Use it in a regular node of the workflow instead, because it can lock the owner out of the account',
	},
	inRow: '{message} (row {row})',
	emptyInAll: {
		message: '{message} in all {count} rows. The rows have these columns: {columns}',
		description:
			"Correct the expression in this field. It reads a column that is missing or empty in all rows. If these aren't your columns, the first line of the file may not be the header",
	},
	noColumns: 'none',
	ifName: "If this isn't the ID of the record, enter its ID, or choose the record from the list",
	lookedFor: 'Looked for {ids}. {advice}',
} as const satisfies Messages;

/** Hints about the output of a run, shown in the output panel. */
export const hintMessages = {
	firstOf:
		"The list shows the first {most} of {total} records. Use filters or 'Limit' to get others",
	first: "The list shows only the first {most} records. Use filters or 'Limit' to get others",
	accounts: 'This run used {count} Link Platform accounts',
	renamed:
		'These input fields have the same names as output fields, so they were renamed with the prefix input_: {names}',
	leftOut:
		'These input fields or files were left out, because the output uses their names: {names}',
} as const satisfies Messages;

/** Messages about waiting for the rate limit. */
export const paceMessages = {
	paused: 'Paused {seconds} s for the rate limit',
	progress: '{message} ({done} of {count} items done)',
} as const satisfies Messages;

/** Messages about input files. */
export const fileMessages = {
	noSuchFile: {
		message: `'{field}' is "{name}", but this item has no such file`,
		description:
			'Enter the name of an input field that contains a file. The files of this item are in: {names}. If there are none, first use a node that returns a file, such as HTTP Request or Google Drive',
	},
	gone: {
		message: "The file of this item is no longer in n8n's storage",
		description: 'Run the node that returned the file again',
	},
} as const satisfies Messages;
