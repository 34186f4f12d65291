/** Create Many as pure functions: the table of its plan, row by row, and what the answer to a batch says of its rows. */
import { Failure, type FailureKind } from '../../nodes/LinkPlatform/api/failure.ts';
import { readEntries } from '../../nodes/LinkPlatform/resources/qrCode/createMany/answer.ts';
import {
	type Answer,
	findQuoted,
	type Found,
	type NewRow,
	planRows,
} from '../../nodes/LinkPlatform/resources/qrCode/createMany/plan.ts';

const record = { id: 7, name: 'Row 0' };
const toRow = (n: number, more: Partial<NewRow> = {}): NewRow => ({
	row: { name: `Row ${n}`, url: `https://example.com/${n}` },
	design: {},
	isRepeated: false,
	isNewName: true,
	...more,
});
const rows = [0, 1, 2].map((n) => toRow(n));
const refusal = (message: string, httpCode = '422', kind: FailureKind = 'refused') =>
	new Failure({ message, description: '' }, { httpCode }, kind);

/** The next step of row 0 of three that came back together. */
function getStep(answer: Partial<Answer>, found?: Found, row = rows[0]): unknown {
	const whole: Answer = { rows: [0, 1, 2], as: 'batch', ...answer };
	const all = [row, ...rows.slice(1)];
	const known = all.map(() => ({ answer: whole, found }));
	const { send, lookUp, outcomes } = planRows(all, known, 2);
	const [outcome] = outcomes;
	if (outcome) return 'record' in outcome ? outcome.record : toWords(outcome.failure);
	return lookUp.includes(0) ? 'look up' : send.find((one) => one.rows.includes(0));
}
const toWords = ({ message, description }: Failure) => [message, description].join('. ');

const rest = { rows: [0, 1, 2], as: 'rest' };
const alone = { rows: [0], as: 'alone' };
const mayExist = /may have been created/;
const failure = refusal('Not valid');
const none: Found = {};
const unclear: Found = { isUnclear: true };
const lost = refusal('Lost', '200', 'unknown');

test.each<[string, Partial<Answer>, Found | undefined, unknown]>([
	['has its entry', { entries: new Map([[0, record]]) }, undefined, record],
	['has its refusal', { entries: new Map([[0, refusal('No')]]) }, undefined, /^No\. /],
	['has no entry', { entries: new Map() }, undefined, 'look up'],
	['has no entry, and is found', { entries: new Map() }, { record }, record],
	['has no entry, and is not found', { entries: new Map() }, none, mayExist],
	['has no entry, and may be found', { entries: new Map() }, unclear, mayExist],
	['got lost', { failure: lost }, undefined, 'look up'],
	['got lost, and is found', { failure: lost }, { record }, record],
	['got lost, and is not found', { failure: lost }, none, /^Lost\. $/],
	['was not sent', { failure: refusal('Down', '', 'unsent') }, undefined, /^Down\. $/],
	['had no time left', { failure: refusal('Late', '429', 'waitLimit') }, undefined, /^Late\. $/],
	['was refused by itself', { failure, rows: [0], as: 'alone' }, undefined, /^Not valid\. $/],
	['has a key that was refused', { failure: refusal('Key', '401') }, undefined, /^Key\. $/],
	['needs payment', { failure: refusal('Pay', '402') }, undefined, mayExist],
	['is not allowed', { failure: refusal('Scope', '403') }, undefined, mayExist],
	['is over quota', { failure: refusal('Quota exceeded', '422') }, undefined, mayExist],
	['was quoted', { failure, quoted: 0 }, undefined, /^Not valid\. $/],
	['was refused with others', { failure }, undefined, 'look up'],
	['was refused with others, and exists', { failure }, { record }, record],
	['was refused with others, and may exist', { failure }, unclear, mayExist],
	['was refused with others, none known', { failure }, none, alone],
	['was refused for its number of rows', { failure: refusal('Large', '413') }, none, alone],
	['was refused beside one that was quoted', { failure, quoted: 1 }, none, rest],
	['was limited', { failure: refusal('Limit', '429', 'limited') }, none, rest],
	['was refused once more', { failure, quoted: 1, as: 'rest' }, none, alone],
])('A row that %s goes on by the table', (_, answer, found, expected) => {
	const step = getStep(answer, found);
	if (expected instanceof RegExp) expect(step).toMatch(expected);
	else if (expected === rest) expect(step).toMatchObject({ as: 'rest' });
	else expect(step).toEqual(expected);
});

test('Rows are sent in batches, those with a design or a repeated name by themselves', () => {
	const all = [
		...[0, 1].map((n) => toRow(n)),
		toRow(2, { design: { margin: 2 } }),
		toRow(3, { isRepeated: true }),
		toRow(4),
	];
	const { send, lookUp } = planRows(
		all,
		all.map(() => ({})),
		2,
	);
	expect(lookUp).toEqual([]);
	expect(send.map((one) => [one.as, ...one.rows])).toEqual([
		['batch', 0, 1],
		['batch', 4],
		['alone', 2],
		['alone', 3],
	]);
});

test('A lost row of a repeated name is not looked up, since it could be the other one', () => {
	expect(getStep({ failure: lost }, undefined, toRow(0, { isRepeated: true }))).toMatch(/^Lost/);
});

test.each([
	['The name "Row 1" is taken', 1],
	['https://example.com/2 is not allowed', 2],
	['https://example.com/20 is not allowed', undefined],
	['Row 1 is not valid', undefined],
	['"Row 0" and "Row 1" are the same', undefined],
	['3 of 3 rows', undefined],
])('%j quotes row %j', (message, quoted) => {
	const numbered = rows.map(({ row }, n): [number, NewRow['row']] => [n, row]);
	expect(findQuoted(message, numbered)).toBe(quoted);
});

describe('An answer', () => {
	const two: Array<[number, NewRow['row']]> = [
		[4, { name: 'Tom & Jerry', url: 'https://example.com/a' }],
		[9, { name: '7', url: 'https://example.com/b' }],
	];
	const [a, b] = [
		{ id: 1, name: 'Tom &amp; Jerry' },
		{ id: 2, name: '7' },
	];
	const both = { 4: a, 9: b };
	const no = { kind: 'refused', message: 'No' };
	const notRefused = expect.not.objectContaining({ kind: 'refused' }) as object;

	test.each<[string, unknown, object]>([
		['a list', { error: 0, data: { qrs: [a, b] } }, both],
		['a bare list in another order', [b, a], both],
		[
			'places and numbers',
			{
				data: [
					{ index: 1, ...a },
					{ row: 0, ...b },
				],
			},
			both,
		],
		['an envelope each', [a, b].map((data) => ({ error: 0, data })), both],
		['an object by names', { data: { 'Tom & Jerry': { id: 1 }, other: { id: 2 } } }, {}],
		['an object whose keys are numbers', { data: { qrs: { 0: b, 1: a } } }, both],
		['IDs alone', { data: { qrs: [1, 2] } }, {}],
		['records without names', [{ id: 1 }, { id: 2 }], {}],
		['nothing but a message', { error: 0, message: '2 created' }, {}],
		['a name twice', [b, { ...b, id: 3 }], {}],
		['no ID', [{ name: '7' }], {}],
		...['https://EXAMPLE.com/b', 'http://www.example.com/b', 'example.com/b'].map(
			(target): [string, unknown, object] => [
				`its target as ${target}`,
				[{ ...b, target }],
				{ 9: { id: 2 } },
			],
		),
		...['qrs', 'qrcodes', 'results', 'created'].map((key): [string, unknown, object] => [
			`${key} beside another list`,
			{ data: { notes: [], [key]: [a, b] } },
			both,
		]),
		['a message for what it created', [{ ...b, message: 'Created' }], { 9: notRefused }],
		['another target', [{ ...b, target: 'https://example.com/c' }], {}],
		['a refusal among the others', [a, { error: 1, message: 'No', name: '7' }], { 4: a, 9: no }],
		[
			'refusals apart',
			{ data: { qrs: [a] }, errors: [{ message: 'No', name: '7' }] },
			{ 4: a, 9: no },
		],
		[
			'refusals apart under another name',
			{ data: { created: [a], failed: [{ error: { message: 'No' }, name: '7' }] } },
			{ 4: a, 9: no },
		],
		['a refusal in an envelope', [{ error: 1, message: 'No', data: { name: '7' } }], { 9: no }],
	])('with %s says this of its rows', (_, body, expected) => {
		const entries = Object.fromEntries(readEntries(body, two));
		expect(Object.keys(entries)).toEqual(Object.keys(expected));
		expect(entries).toMatchObject(expected);
		for (const entry of Object.values(entries)) {
			for (const key of ['index', 'row', 'data']) expect(entry).not.toHaveProperty(key);
		}
	});
});
