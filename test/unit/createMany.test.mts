/** The pure functions of Create Many: the table of its plan, row by row, and the outcomes in a batch's response. */
import { Failure, type FailureKind } from '../../nodes/LinkPlatform/api/failure.ts';
import { readEntries } from '../../nodes/LinkPlatform/resources/qrCode/createMany/answer.ts';
import {
	decide,
	type Namesake,
} from '../../nodes/LinkPlatform/resources/qrCode/createMany/names.ts';
import {
	type Answer,
	findQuoted,
	type Found,
	type NewRow,
	planRow,
	planRows,
} from '../../nodes/LinkPlatform/resources/qrCode/createMany/plan.ts';
import { table } from '../support/table.mts';

const record = { id: 7, name: 'Row 0' };
const toRow = (n: number, more: Partial<NewRow> = {}) =>
	({
		name: `Row ${n}`,
		url: `https://example.com/${n}`,
		design: {},
		isRepeated: false,
		...more,
	}) as NewRow;
const rows = [0, 1, 2].map((n) => toRow(n));
const refusal = (
	message: string,
	httpCode: string | null = '422',
	kind: FailureKind = 'refused',
	reason?: string,
) => new Failure({ message, description: '', reason }, { httpCode }, kind);

/** Returns the next step of a row that was sent with two others, unless `answer` overrides this. */
function getStep(answer: Partial<Answer>, found?: Found, row = rows[0]) {
	const sent = { rows, as: 'batch', entries: new Map(), clock: NaN } as const;
	const step = planRow(Object.assign(row, { answer: { ...sent, ...answer }, found }));
	if ('next' in step) return step.next;
	return 'record' in step ? step.record : toWords(step.failure);
}
const toWords = ({ message, description }: Failure) => [message, description].join('. ');

const mayExist = /may have been created/;
const failure = refusal('Not valid');
const none: Found = {};
const unclear: Found = { isUnclear: true };
const lost = refusal('Lost', '200', 'unknown');
const words = { serviceMessage: 'Hm' };

const repeated = toRow(0, { isRepeated: true });
const kept7 = toRow(0, { before: new Set(['7']) });

test.each<[string, Partial<Answer>, Found | undefined, unknown, NewRow?]>([
	[
		'has a result in the response',
		{ entries: new Map([[rows[0], { record }]]) },
		undefined,
		record,
	],
	[
		'has a refusal in the response',
		{ entries: new Map([[rows[0], { failure: refusal('No') }]]) },
		undefined,
		/^No\. $/,
	],
	[
		'has its entry in a refusal for lack of payment',
		{ failure: refusal('Pay', '402'), entries: new Map([[rows[0], { record }]]) },
		undefined,
		record,
	],
	[
		'has only a message in the response',
		{ entries: new Map([[rows[0], words]]) },
		undefined,
		'lookUp',
	],
	[
		'has only a message in the response, and is not found',
		{ entries: new Map([[rows[0], words]]) },
		none,
		/said: Hm$/,
	],
	[
		'has only a message in the response, and a name of another row',
		{ entries: new Map([[repeated, words]]) },
		undefined,
		/said: Hm$/,
		repeated,
	],
	[
		'was answered with a QR code that was there before',
		{ entries: new Map([[kept7, { record }]]) },
		undefined,
		/^Link Platform returned an existing QR code \(ID 7\)/,
		kept7,
	],
	[
		'is missing beside QR codes of other names',
		{
			others: [
				{ id: 8, name: 'Tab' },
				{ id: 9, name: 'Tab' },
			],
		},
		none,
		/It returned QR codes with other names: "Tab"$/,
	],
	[
		'was refused with others, and may be among the QR codes that the refusal shows',
		{ failure, entries: new Map([[rows[0], { serviceMessage: '', mayBeNew: true }]]) },
		none,
		mayExist,
	],
	['has no result in the response', {}, undefined, 'lookUp'],
	['has no result in the response, and is found', {}, { record }, record],
	['has no result in the response, and is not found', {}, none, /may have been created.+retry$/],
	['has no entry, and may be found', {}, unclear, mayExist],
	['lost its response', { failure: lost }, undefined, 'lookUp'],
	['lost its response, and is found', { failure: lost }, { record }, record],
	['lost its response, and is not found', { failure: lost }, none, /^Lost\. $/],
	[
		'got lost with others by an error of the server',
		{ failure: refusal('Crash', '500', 'unknown') },
		none,
		/^Crash\. Set 'Batch Size' to 1, so that only the row/,
	],
	[
		'got lost alone by an error of the server',
		{ failure: refusal('Crash', '500', 'unknown'), rows: [rows[0]], as: 'alone' },
		none,
		/^Crash\. $/,
	],
	['was not sent', { failure: refusal('Down', null, 'unsent') }, undefined, /^Down\. $/],
	['found no server', { failure: refusal('No', null) }, undefined, /^No\. $/],
	['had no time left', { failure: refusal('Late', '429', 'waitLimit') }, undefined, /^Late\. $/],
	[
		'was refused by itself for lack of payment',
		{ failure: refusal('Pay', '402'), as: 'alone' },
		undefined,
		/^Pay\. $/,
	],
	['was refused by itself', { failure, rows: [rows[0]], as: 'alone' }, undefined, /^Not valid\. $/],
	['has a key that was refused', { failure: refusal('Key', '401') }, undefined, /^Key\. $/],
	['needs payment', { failure: refusal('Pay', '402') }, undefined, mayExist],
	['is not allowed', { failure: refusal('Scope', '403') }, undefined, mayExist],
	['is over quota', { failure: refusal('No', '422', 'refused', 'plan') }, undefined, mayExist],
	['was quoted', { failure, quoted: rows[0] }, undefined, /^Not valid\. $/],
	['was refused with others', { failure }, undefined, 'lookUp'],
	['was refused with others, and exists', { failure }, { record }, record],
	['was refused with others, and may exist', { failure }, unclear, mayExist],
	['was refused with others, none known', { failure }, none, 'alone'],
	['was refused for its number of rows', { failure: refusal('Large', '413') }, none, 'alone'],
	['was refused beside one that was quoted', { failure, quoted: rows[1] }, none, 'rest'],
	['was limited', { failure: refusal('Limit', '429', 'limited', 'plan') }, none, 'rest'],
	['was refused once more', { failure, quoted: rows[1], as: 'rest' }, none, 'alone'],
])(
	'planRows chooses the right next step for a row of Create Many that %s',
	// Jest passes a callback in place of a fifth value that is missing.
	(...[, answer, found, expected, row]) => {
		const step = getStep(answer, found, row);
		if (expected instanceof RegExp) expect(step).toMatch(expected);
		else expect(step).toEqual(expected);
	},
);

test('planRows groups rows into batches, requests for a single row, and look-ups', () => {
	const answer: Answer = { rows, as: 'batch', entries: new Map(), clock: NaN, failure };
	const all = [
		...[0, 1].map((n) => toRow(n)),
		toRow(2, { design: { margin: 2 } }),
		toRow(3, { isRepeated: true }),
		toRow(4),
		toRow(5, { answer }),
		toRow(6, { answer: { ...answer, quoted: rows[0] }, found: none }),
	];
	const { send, lookUp } = planRows(all, 2);
	expect(lookUp).toEqual([all[5]]);
	expect(send.map((one) => [one.as, ...one.rows.map((row) => all.indexOf(row))])).toEqual([
		['batch', 0, 1],
		['batch', 4],
		['rest', 6],
		['alone', 2],
		['alone', 3],
	]);
	expect(planRows([], 2)).toEqual({ send: [], lookUp: [] });
});

test("a row whose response was lost isn't looked up by name if another row has the same name", () => {
	expect(getStep({ failure: lost }, undefined, toRow(0, { isRepeated: true }))).toMatch(/^Lost/);
});

test.each(table<[string, number | undefined]>`
	The name "Row 1" is taken | 1
	https://example.com/2 is not allowed | 2
	https://example.com/20 is not allowed | undefined
	https://example.com/2.pdf is not allowed | undefined
	Not allowed: https://example.com/2. Use another | 2
	Row 1 is not valid | undefined
	"Row 0" and "Row 1" are the same | undefined
	"Row 12" is taken | undefined
	3 of 3 rows | undefined
	The field "url" is not valid | undefined
`)('findQuoted reads the message %j as quoting row %j', (message, quoted) => {
	const named = [...rows, toRow(3, { name: 'url' })];
	expect(findQuoted(message, named)).toBe(named[quoted ?? NaN]);
});

const two = ['Tom & Jerry', '7'].map((name, n) => ({
	name,
	url: `https://example.com/${n}`,
	design: {},
}));

test.each(table<[string, unknown, object]>`
	a list | {"error": 0, "data": {"qrs": [{"id": 1, "name": "Tom & Jerry"}, {"id": 2, "name": "7"}]}} | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"record": {"id": 2, "name": "7"}}}
	a bare list in another order | [{"id": 2, "name": "7"}, {"id": 1, "name": "Tom & Jerry"}] | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"record": {"id": 2, "name": "7"}}}
	a list in an object in an object | {"a": {"b": [{"id": 1, "name": "Tom & Jerry"}, {"id": 2, "name": "7"}]}} | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"record": {"id": 2, "name": "7"}}}
	a list that is nested too deeply | {"a": {"b": {"c": {"d": [{"id": 1, "name": "Tom & Jerry"}, {"id": 2, "name": "7"}]}}}} | {}
	values that are no entries | {"qrs": [null, "Tom & Jerry", 7, {"id": 1, "name": "Tom & Jerry"}]} | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}}
	places and numbers | {"data": [{"index": 1, "id": 1, "name": "Tom & Jerry"}, {"row": 0, "id": 2, "name": "7"}]} | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"record": {"id": 2, "name": "7"}}}
	an envelope each | [{"error": 0, "data": {"id": 1, "name": "Tom & Jerry"}}, {"error": 0, "data": {"id": 2, "name": "7"}}] | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"record": {"id": 2, "name": "7"}}}
	an object by names | {"data": {"Tom & Jerry": {"id": 1}, "other": {"id": 2}}} | {}
	an object whose keys are numbers | {"data": {"qrs": {"0": {"id": 2, "name": "7"}, "1": {"id": 1, "name": "Tom & Jerry"}}}} | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"record": {"id": 2, "name": "7"}}}
	IDs alone | {"data": {"qrs": [1, 2]}} | {}
	records without names | [{"id": 1}, {"id": 2}] | {}
	nothing but a message | {"error": 0, "message": "2 created"} | {}
	a name twice | [{"id": 2, "name": "7"}, {"id": 3, "name": "7"}] | {}
	the ID null | [{"name": "7", "id": null, "url": null, "message": "Invalid URL"}] | {"1": {"serviceMessage": "Invalid URL"}}
	the ID 0 | [{"name": "7", "id": 0, "url": null, "message": "Invalid URL"}] | {"1": {"serviceMessage": "Invalid URL"}}
	the ID "0" | [{"name": "7", "id": "0", "url": null, "message": "Invalid URL"}] | {"1": {"serviceMessage": "Invalid URL"}}
	the ID "" | [{"name": "7", "id": "", "url": null, "message": "Invalid URL"}] | {"1": {"serviceMessage": "Invalid URL"}}
	the ID false | [{"name": "7", "id": false, "url": null, "message": "Invalid URL"}] | {"1": {"serviceMessage": "Invalid URL"}}
	the ID undefined | [{"name": "7", "url": null, "message": "Invalid URL"}] | {"1": {"serviceMessage": "Invalid URL"}}
	an ID, and success: false | [{"id": 2, "name": "7", "success": false, "message": "No"}] | {"1": {"failure": {"message": "No"}}}
	another target | [{"id": 2, "name": "7", "target": "https://example.com/c"}] | {"1": {"record": {"id": 2, "name": "7"}}}
	qrs beside another list | {"data": {"notes": [], "qrs": [{"id": 1, "name": "Tom & Jerry"}, {"id": 2, "name": "7"}]}} | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"record": {"id": 2, "name": "7"}}}
	qrcodes beside another list | {"data": {"notes": [], "qrcodes": [{"id": 1, "name": "Tom & Jerry"}, {"id": 2, "name": "7"}]}} | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"record": {"id": 2, "name": "7"}}}
	results beside another list | {"data": {"notes": [], "results": [{"id": 1, "name": "Tom & Jerry"}, {"id": 2, "name": "7"}]}} | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"record": {"id": 2, "name": "7"}}}
	created beside another list | {"data": {"notes": [], "created": [{"id": 1, "name": "Tom & Jerry"}, {"id": 2, "name": "7"}]}} | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"record": {"id": 2, "name": "7"}}}
	a message for what it created | [{"id": 2, "name": "7", "message": "Created"}] | {"1": {"record": {"id": 2, "name": "7"}}}
	a refusal among the others | [{"id": 1, "name": "Tom & Jerry"}, {"error": 1, "message": "No", "name": "7"}] | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"failure": {"message": "No"}}}
	refusals apart | {"data": {"qrs": [{"id": 1, "name": "Tom & Jerry"}]}, "errors": [{"message": "No", "name": "7"}]} | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"failure": {"message": "No"}}}
	refusals apart under another name | {"data": {"created": [{"id": 1, "name": "Tom & Jerry"}], "failed": [{"message": "No", "name": "7"}]}} | {"0": {"record": {"id": 1, "name": "Tom & Jerry"}}, "1": {"failure": {"message": "No"}}}
	refusals apart with the error null and an ID | {"failed": [{"id": 2, "name": "7", "error": null}]} | {"1": {"failure": {"message": "Link Platform refused this row"}}}
	refusals apart with the error "0" and an ID | {"failed": [{"id": 2, "name": "7", "error": "0"}]} | {"1": {"failure": {"message": "Link Platform refused this row"}}}
	refusals apart with the error "" and an ID | {"failed": [{"id": 2, "name": "7", "error": ""}]} | {"1": {"failure": {"message": "Link Platform refused this row"}}}
	a refusal in an envelope | [{"error": 1, "message": "No", "data": {"name": "7"}}] | {"1": {"failure": {"message": "No"}}}
`)(
	'readEntries assigns the results of a batch to the right rows if the response has %s',
	(_, body, expected) => {
		const found = readEntries(body, two);
		const entries = Object.fromEntries(
			[...found.entries].map(([row, entry]) => [two.indexOf(row), entry]),
		);
		expect(Object.keys(entries)).toEqual(Object.keys(expected));
		expect(entries).toMatchObject(expected);
		for (const entry of Object.values(entries)) {
			for (const key of ['index', 'row', 'data']) expect(entry).not.toHaveProperty(`record.${key}`);
		}
	},
);

const url = 'https://example.com/a';
const namesake = (target?: string) => ({
	record: { id: 1, name: 'Menu', url: 'https://go.example.com/q/1' },
	target,
});
const [same, other, untold] = [
	namesake('https://EXAMPLE.com/a/'),
	namesake('https://b.example'),
	namesake(),
];
const made = { next: 'create' };
const kept = { next: 'keep' };
const repointed = { next: 'repoint' };
const likely = { ...untold, isLikely: true };
const [leads, several, unknown] = [/exists and leads to/, /^Several QR codes/, /doesn't say where/];

const decideBy = (namesakes: Namesake[], target = url, urls: string[] = []) =>
	(['keepSame', 'keep', 'update', 'createOther'] as const).map((mode) => {
		try {
			return decide({ name: 'Menu', url: target }, mode, namesakes, urls);
		} catch (thrown) {
			return (thrown as Failure).message;
		}
	});
const like = (expected: unknown) =>
	expected instanceof RegExp
		? (expect.stringMatching(expected) as object)
		: (expect.objectContaining(expected as object) as object);

test.each([
	['that no QR code has', [], [made, made, made, made]],
	['that a QR code with the same URL has', [other, same], [kept, kept, kept, kept]],
	[
		'that a QR code with another URL has',
		[other],
		[leads, kept, { next: 'repoint' }, { ...made, isAnother: true }],
	],
	[
		'that two QR codes with other URLs have',
		[other, namesake('https://c.example')],
		[/^2 QR codes are called "Menu" and lead to https:\/\/b/, several, several, made],
	],
	['that a QR code with an unknown URL has', [untold], [unknown, kept, repointed, unknown]],
	['that a QR code has which probably leads to the URL', [other, likely], [kept, kept, kept, kept]],
	[
		'that QR codes with another URL and an unknown URL have',
		[other, untold],
		[unknown, several, several, unknown],
	],
])('decide() chooses the right action in each mode for a name %s', (_, namesakes, expected) => {
	expect(decideBy(namesakes)).toEqual(expected.map(like));
});

test("decide() doesn't reuse a QR code that belongs to another row", () => {
	const steps = decideBy([other], url, ['https://b.example/']);
	expect(steps).toEqual(Array(4).fill({ next: 'create', isAnother: false }));
});
