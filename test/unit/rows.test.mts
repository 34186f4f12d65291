/** Failures of items from a sheet, which name the row, or the columns if all items fail in the same way. */
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { text, url as urlField } from '../../nodes/LinkPlatform/runner/fields.ts';
import { Input } from '../../nodes/LinkPlatform/runner/input.ts';
import {
	getSheetRow,
	inRow,
	isBlankRow,
	toEmptyInAll,
} from '../../nodes/LinkPlatform/runner/rows.ts';
import { table } from '../support/table.mts';

test.each([
	['No link v1.2 found', '3', 'No link v1.2 found (row 3)'],
	['Not found.', '3', 'Not found (row 3)'],
	['Not found.', undefined, 'Not found.'],
])('inRow with the message "%s" and the row number %j returns "%s"', (message, row, shown) => {
	const failure = new Failure({ message, description: 'Check it' }, { httpCode: '404' }, 'refused');
	const { description, details, kind, ...rest } = inRow(failure, row);
	expect([inRow(failure, row).message, description, details, kind]).toEqual([
		shown,
		'Check it',
		{ httpCode: '404', reason: 'refused' },
		'refused',
	]);
	expect(rest).toEqual({ name: 'Failure', mayBeDone: false, hasEnded: true });
});

test.each(table<[number | string | null | undefined, string | undefined]>`
	2 | "2"
	"2" | "2"
	10 | "10"
	999999999 | "999999999"
	0 | undefined
	02 | undefined
	-2 | undefined
	2.5 | undefined
	2a | undefined
	a2 | undefined
	1000000000 | undefined
	"" | undefined
	null | undefined
	undefined | undefined
`)('getSheetRow reads the row number %j as %j', (stated, row) => {
	expect(getSheetRow(stated)).toBe(row);
});

const columns = Array.from({ length: 21 }, (_, n) => `Column ${n}`);
const said = `'URL' is empty in all 2 rows. The rows have these columns: ${columns.slice(0, 20).join(', ')}`;
const noFailure = { kind: 'input', message: "'URL' is empty" } as Failure;

test.each([
	['the same empty field in all rows', said, toEmpty(), toEmpty()],
	['an empty field in a single row', undefined, toEmpty()],
	['different empty fields', undefined, toEmpty(), toEmpty(), toEmpty('name')],
	['different empty fields of one label', undefined, toEmpty(), toEmpty('Url')],
	['an empty field only in the first rows', undefined, toEmpty(), toEmpty(), undefined],
	['an empty field only in the last row', undefined, undefined, toEmpty()],
	[
		'an empty field with another failure reason',
		undefined,
		toEmpty('url', 'a'),
		toEmpty('url', 'a'),
	],
	["an error that isn't a Failure", undefined, noFailure, noFailure],
])('toEmptyInAll for %s returns this message: %s', (_, message, ...failures) => {
	const outcomes = failures.map((reason) =>
		reason ? { status: 'rejected', reason } : { status: 'fulfilled', value: [{}] },
	);
	const inputs = failures.map((_, n) => toInput(n));
	expect(toEmptyInAll(outcomes as never, inputs, inputs.map(toItem))?.message).toBe(message);
});

test.each([
	['is empty too', '', said, {}],
	['is filled in', 'https://shop.example', undefined, {}],
	["can't be used", 'shop', undefined, {}],
	['is empty, but hidden', '', undefined, { show: { kind: ['custom'] } }],
])(
	'toEmptyInAll reads the empty field of a row that was not run after a failure: it %s',
	(_, url, message, displayOptions) => {
		const inputs = [toInput(0), toInput(1, url, false, displayOptions)];
		const outcomes = [{ status: 'rejected', reason: toEmpty() }];
		expect(toEmptyInAll(outcomes as never, inputs, inputs.map(toItem))?.message).toBe(message);
		const other = [{ status: 'rejected', reason: toEmpty('name') }];
		expect(toEmptyInAll(other as never, inputs, inputs.map(toItem))).toBeUndefined();
	},
);

test('toEmptyInAll leaves out blank rows without an output, but not those with one', () => {
	const [failed, blank] = [{ status: 'rejected', reason: toEmpty() }, { json: { URL: '' } }];
	const items = [{ json: { Name: 'a' } }, { json: { Name: 'b' } }, blank];
	const inputs = items.map((_, n) => toInput(n, '', n === 2));
	const withBlank = (value: object[]) => [failed, failed, { status: 'fulfilled', value }] as never;
	expect(toEmptyInAll(withBlank([]), inputs, items)?.message).toContain(
		"'URL' is empty in all 2 rows",
	);
	expect(toEmptyInAll(withBlank([{}]), inputs, items)).toBeUndefined();
});

const toItem = () => ({ json: Object.fromEntries(columns.map((name) => [name, 1])) });

function toInput(item: number, url = '', isBlank = false, displayOptions?: object) {
	const fields = [urlField('URL', 'url', { required: true, displayOptions }), text('Kind', 'kind')];
	return new Input(item, fields, () => url, 'UTC', false, undefined, isBlank);
}

function toEmpty(field = 'url', reason = 'input.empty') {
	const words = { message: `'${field.toUpperCase()}' is empty`, description: '', reason };
	return new Failure(words, { httpCode: null, field }, 'input');
}

test.each([
	[{ row_number: 3, url: '', name: null, note: undefined }, true],
	[{ url: ' \t' }, true],
	[{ row_number: 3 }, true],
	[{}, false],
	[{ url: '', clicks: 0 }, false],
	[{ url: '', tags: [] }, false],
	[{ row_number: 3, url: '', name: 'a' }, false],
])('isBlankRow for the item %j returns %s', (json, isBlank) => {
	expect(isBlankRow(json)).toBe(isBlank);
});
