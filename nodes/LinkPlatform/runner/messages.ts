import type { Messages } from '../api/fill';

const CORRECT = 'Correct the value, or the expression that returns it';
const CHECK_JSON = 'Check the quotes, commas and brackets near that place';
const NO_SUCH_FILE = `'{field}' is "{name}", but this item has no such file`;

/** Values of one item. Nothing is sent if one is unusable. */
export const fieldMessages = {
	missing: {
		message: "'{field}' is empty",
		description: 'Enter a value, or correct the expression that returns it',
		meaning: 'The field is required, and has no value for this item.',
		advice:
			"To leave out such items, put a Filter node before this one, or set 'On Error' to continue.",
	},
	notEvaluated: {
		message: "'{field}' holds an expression, but is set to Fixed (got {value})",
		description: 'Point at the field, and choose Expression instead of Fixed',
		meaning: 'n8n would send the text as it stands, with its curly brackets, for every item.',
		advice:
			'In the JSON of a workflow, an expression begins with an equals sign: `"={{ $json.url }}"`.',
	},
	nothingToChange: {
		message: "'{field}' is empty, so there is nothing to change",
		description: "Add at least one field to '{field}'",
		meaning: "An update has no field to set. Fields that are added but empty don't count.",
	},
	notText: {
		message: "'{field}' must be text (got {value})",
		description: CORRECT,
		meaning: 'The value is a list or an object, e.g. a whole row instead of one of its columns.',
		advice: 'Pick a single value: `{{ $json.customer.name }}` instead of `{{ $json.customer }}`.',
	},
	brokenText: {
		message: "'{field}' must be text without broken characters (got {value})",
		description: CORRECT,
		meaning: 'The text was cut in the middle of an emoji or a similar character.',
		advice: 'If an expression shortens the text, cut it at a space.',
	},
	notUrl: {
		message: "'{field}' must be a whole URL, e.g. https://example.com/page (got {value})",
		description: CORRECT,
		meaning: 'The URL lacks its `https://`, or is not a URL at all.',
		advice: "`{{ 'https://' + $json.website }}` adds it if it is missing from all values.",
	},
	notOneUrl: {
		message: "'{field}' must be one URL without spaces or line breaks (got {value})",
		description: CORRECT,
		meaning: 'The value holds two URLs, text beside the URL, or a space in it.',
		advice: 'Inside a URL, a space is written `%20`: `{{ encodeURI($json.url) }}`.',
	},
	notNumber: {
		message: "'{field}' must be a number (got {value})",
		description: CORRECT,
		meaning: 'The value has letters, a currency sign or a decimal comma.',
		advice: "`{{ $json.price.replace(',', '.') }}` turns a decimal comma into a point.",
	},
	notWhole: {
		message: "'{field}' must be a whole number (got {value})",
		description: CORRECT,
		meaning: 'The number has decimals.',
		advice: '`{{ Math.round($json.size) }}` rounds it.',
	},
	tooSmall: {
		message: "'{field}' must be {least} or more (got {value})",
		description: CORRECT,
		meaning: 'The number is smaller than allowed.',
	},
	tooLarge: {
		message: "'{field}' must be {most} or less (got {value})",
		description: CORRECT,
		meaning: 'The number is larger than allowed.',
	},
	notBoolean: {
		message: "'{field}' must be true or false (got {value})",
		description: CORRECT,
		meaning: 'The value is something else, e.g. the text "yes".',
		advice: '`{{ $json.active === "yes" }}` turns that text into true or false.',
	},
	notColor: {
		message: "'{field}' must be a hex color, e.g. #1A2B3C (got {value})",
		description: CORRECT,
		meaning: 'Names such as "red" and other notations are not supported.',
		advice: 'Use three or six digits of 0–9 and A–F.',
	},
	notDate: {
		message: "'{field}' must be a date as in 2026-01-31 or 2026-01-31T18:00 (got {value})",
		description: CORRECT,
		meaning:
			"The value isn't written as in ISO 8601, or the day doesn't exist, such as 30 February. Other forms are not guessed at: 01.02. is in February for some, and in January for others.",
		advice: '`{{ DateTime.fromFormat($json.date, "dd.MM.yyyy") }}` reads other formats.',
	},
	notList: {
		message: "'{field}' must be a list of text values (got {value})",
		description: CORRECT,
		meaning: 'The value is a list of objects.',
		advice:
			'Pick one field of each, `{{ $json.tags.map(tag => tag.name) }}`, or use a text with commas.',
	},
	notObject: {
		message: "'{field}' must be an object with its fields (got {value})",
		description: CORRECT,
		meaning: 'The whole collection is set by an expression, which returns a text or a list.',
		advice: 'Set the fields of the collection one by one.',
	},
	setAndCleared: {
		message: "'{field}' is both in 'Update Fields' and in 'Clear Fields'",
		description: 'Remove it from one of the two',
		meaning: 'The update would have to set and empty the same field.',
	},
	notOption: {
		message: "'{field}' must be one of {options} (got {value})",
		description: CORRECT,
		meaning:
			'The list has no such option. The message names the values that it has, which differ from their labels.',
	},
	invalidJson: {
		message: "'{field}' is not valid JSON: {reason}",
		description: CHECK_JSON,
		meaning:
			'Most often a comma after the last entry, single instead of double quotes, or quotes inside a text.',
		advice:
			'Where the JSON is put together from values, use `{{ JSON.stringify($json.title) }}`, which adds the quotes itself.',
	},
	invalidJsonLine: {
		message: "'{field}' is not valid JSON (line {line}): {reason}",
		description: CHECK_JSON,
		meaning: 'The same, with the line.',
	},
} as const satisfies Messages;

/** Any operation. */
export const runMessages = {
	unknownOperation: {
		message: 'The resource "{resource}" has no operation "{operation}"',
		description:
			'Choose both from their menus. For other API requests, use an HTTP Request node with this credential',
		meaning:
			"'Resource' or 'Operation' is an expression with another result, or the resource belongs to another of the nodes.",
	},
	forPeople: {
		message: "An AI agent can't use this operation as a tool",
		description:
			'Use it in a node of the workflow instead, since it may lock the owner out of the account',
		meaning: 'A model must not change the email address or password of the account.',
	},
	inRow: {
		message: '{message} (row {row})',
		meaning:
			'Any message if the item comes from a sheet: the input has a field `row_number`, as Google Sheets returns it.',
		advice: 'Check that row. The number that n8n adds counts items, from 0.',
	},
	inAccount: {
		message: '{message} ({account})',
		meaning: 'Any message about one of several accounts.',
	},
	row: {
		message: 'key of row {rows}, at {host}',
		meaning:
			"Which account it is, if the credential's expressions lead to several: the rows with its key, and its address.",
		advice: 'Check the key of that row. Rows count from 1, or are those of the sheet.',
	},
	rows: { message: 'key of rows {rows}, at {host}', meaning: 'The same, for several rows.' },
	otherRows: { message: '{count} others', meaning: 'The same, for many rows.' },
	lookedFor: {
		message: 'Looked for {ids}. {advice}',
		meaning: 'Comes before what to do if a record was not found.',
	},
} as const satisfies Messages;

/** About the output of a run. */
export const hintMessages = {
	firstOf: {
		message: 'These are the first {most} of {total} records. Use filters to find others',
		meaning: "The last item of 'Return All' as an AI tool: more would fill the model's memory.",
	},
	first: {
		message: 'These are the first {most} records, and there are more. Use filters to find others',
		meaning: "The same, if Link Platform doesn't say how many there are.",
	},
	accounts: {
		message: 'This run used {count} accounts of Link Platform',
		meaning:
			'A hint. The credential has an expression, and the items resolved to so many different keys or addresses.',
		advice: 'Where you expected one account, check the expression.',
	},
	moved: {
		message: "To avoid conflicts, these input fields are under 'input' in the output: {names}",
		meaning:
			"A hint. The output has fields of the same name, or n8n would take the item for a failed one, as it does with a field 'error'.",
		advice: '`{{ $json.input.url }}` reads such a field.',
	},
} as const satisfies Messages;

/** Waiting for the rate limit. */
export const paceMessages = {
	paused: {
		message: 'Paused {seconds} s for the rate limit',
		meaning:
			'Nothing is wrong. The node waited until Link Platform accepted requests again, and processed all items.',
	},
	pausedForLimit: {
		message: 'Paused {seconds} s for the rate limit ({limit} requests per window)',
		meaning: 'The same, if Link Platform says how many requests it accepts at a time.',
	},
	progress: {
		message: '{message} ({done} of {count} items done)',
		meaning: 'Added if the run stopped because of the rate limit.',
	},
} as const satisfies Messages;

/** Files of the input. */
export const fileMessages = {
	noSuchFile: {
		message: NO_SUCH_FILE,
		description: 'Enter the name of an input field with a file. This item has: {names}',
		meaning:
			'The field takes the name of the input field with the file, which is often `data`, not the name of the file.',
	},
	noFile: {
		message: NO_SUCH_FILE,
		description:
			'This item has no file. Put a node before this one that returns a file, such as HTTP Request or Google Drive',
		meaning: 'The same, if the item has no file at all.',
	},
	gone: {
		message: "The file of this item is no longer in n8n's storage",
		description: 'Run the node that returned the file again',
		meaning:
			'n8n deletes files together with old executions. Pinned data then refers to a file that is gone.',
	},
} as const satisfies Messages;
