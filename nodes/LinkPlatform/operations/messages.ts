import type { Messages } from '../api/failure';

const CORRECT = 'Correct the value, or the expression that returns it';
const CHECK_JSON = 'Check the quotes, commas and brackets near that place';

const mustBe = (field: string, wanted: string, value: string) => ({
	message: `'${field}' must be ${wanted} (got ${value})`,
	description: CORRECT,
});

/** Values of one item. Nothing is sent for it. */
export const fields = {
	/**
	 * The field is required, and has no value for this item.
	 *
	 * To leave out such items, put a Filter node before this one, or set 'On Error' to continue.
	 */
	missing: (field: string) => ({
		message: `'${field}' is empty`,
		description: 'Enter a value, or correct the expression that returns it',
	}),
	/** An update has no field to set. Fields that are added but empty don't count. */
	nothingToChange: (field: string) => ({
		message: `'${field}' is empty, so there is nothing to change`,
		description: `Add at least one field to '${field}'`,
	}),
	/**
	 * The value is a list or an object, e.g. a whole row instead of one of its columns.
	 *
	 * Pick a single value: `{{ $json.customer.name }}` instead of `{{ $json.customer }}`.
	 */
	notText: (field: string, value: string) => mustBe(field, 'text', value),
	/**
	 * The text was cut in the middle of an emoji or a similar character.
	 *
	 * If an expression shortens the text, cut it at a space.
	 */
	brokenText: (field: string, value: string) =>
		mustBe(field, 'text without broken characters', value),
	/**
	 * The value has letters, a currency sign or a decimal comma.
	 *
	 * `{{ $json.price.replace(',', '.') }}` turns a decimal comma into a point.
	 */
	notNumber: (field: string, value: string) => mustBe(field, 'a number', value),
	/**
	 * The number has decimals.
	 *
	 * `{{ Math.round($json.size) }}` rounds it.
	 */
	notWhole: (field: string, value: string) => mustBe(field, 'a whole number', value),
	/** The number is smaller than allowed. */
	tooSmall: (field: string, least: number, value: string) =>
		mustBe(field, `${least} or more`, value),
	/** The number is larger than allowed. */
	tooLarge: (field: string, most: number, value: string) => mustBe(field, `${most} or less`, value),
	/**
	 * The value is something else, e.g. the text "yes".
	 *
	 * `{{ $json.active === "yes" }}` turns that text into true or false.
	 */
	notBoolean: (field: string, value: string) => mustBe(field, 'true or false', value),
	/**
	 * Names such as "red" and other notations are not supported.
	 *
	 * Use three or six digits of 0–9 and A–F.
	 */
	notColor: (field: string, value: string) => mustBe(field, 'a hex color, e.g. #1A2B3C', value),
	/**
	 * The text is no date, or one that doesn't exist, such as 30 February.
	 *
	 * `{{ DateTime.fromFormat($json.date, "dd.MM.yyyy") }}` reads other formats.
	 */
	notDate: (field: string, value: string) =>
		mustBe(field, 'a date with or without a time, e.g. 2026-01-31', value),
	/**
	 * The value is a list of objects.
	 *
	 * Pick one field of each, `{{ $json.tags.map(tag => tag.name) }}`, or use a text with commas.
	 */
	notList: (field: string, value: string) => mustBe(field, 'a list of text values', value),
	/**
	 * The whole collection is set by an expression, which returns a text or a list.
	 *
	 * Set the fields of the collection one by one.
	 */
	notObject: (field: string, value: string) => mustBe(field, 'an object with its fields', value),
	/** The list has no such option. The message names the values that it has, which differ from their labels. */
	notOption: (field: string, options: string, value: string) =>
		mustBe(field, `one of ${options}`, value),
	/**
	 * Most often a comma after the last entry, single instead of double quotes, or quotes inside a text.
	 *
	 * Where the JSON is put together from values, use `{{ JSON.stringify($json.title) }}`, which adds the quotes itself.
	 */
	invalidJson: (field: string, reason: string) => ({
		message: `'${field}' is not valid JSON: ${reason}`,
		description: CHECK_JSON,
	}),
	/** The same, with the line. */
	invalidJsonLine: (field: string, line: number, reason: string) => ({
		message: `'${field}' is not valid JSON (line ${line}): ${reason}`,
		description: CHECK_JSON,
	}),
} satisfies Messages;

/** Of any operation. */
export const runs = {
	/** 'Resource' or 'Operation' is an expression with another result, or the node was set to 'Custom API Call'. */
	unknownOperation: (resource: string, operation: string) => ({
		message: `The resource "${resource}" has no operation "${operation}"`,
		description:
			'Choose both from their menus. For other API requests, use an HTTP Request node with this credential',
	}),
	/**
	 * Any message where the item comes from a sheet: the input has a field `row_number`, as Google Sheets returns it.
	 *
	 * Check that row. The number that n8n adds counts items, from 0.
	 */
	inRow: (message: string, row: string) => `${message} (row ${row})`,
	/** Put before what to do where a record was not found. */
	lookedFor: (ids: string, advice: string) => `Looked for ${ids}. ${advice}`,
} satisfies Messages;

/** Waiting for the rate limit. */
export const pace = {
	/** Nothing is wrong. The node waited until Link Platform accepted requests again, and processed all items. */
	paused: (seconds: number) => `Paused ${seconds} s for the rate limit`,
	/** The same, where Link Platform says how many requests it accepts at a time. */
	pausedForLimit: (seconds: number, limit: number) =>
		`Paused ${seconds} s for the rate limit (${limit} requests per window)`,
	/** Added where the run stopped for the rate limit. */
	progress: (message: string, done: number, count: number) =>
		`${message} (${done} of ${count} items done)`,
} satisfies Messages;

const noSuchFile = (field: string, name: string) =>
	`'${field}' is "${name}", but this item has no such file`;

/** Files of the input. */
export const files = {
	/** The field takes the name of the input field with the file, which is often `data`, not the name of the file. */
	noSuchFile: (field: string, name: string, names: string) => ({
		message: noSuchFile(field, name),
		description: `Enter the name of an input field with a file. This item has: ${names}`,
	}),
	/** The same, where the item has no file at all. */
	noFile: (field: string, name: string) => ({
		message: noSuchFile(field, name),
		description:
			'This item has no file. Put a node before this one that returns a file, such as HTTP Request or Google Drive',
	}),
	/** n8n deletes files together with old executions. Pinned data then refers to a file that is gone. */
	gone: {
		message: "The file of this item is no longer in n8n's storage",
		description: 'Run the node that returned the file again',
	},
} satisfies Messages;
