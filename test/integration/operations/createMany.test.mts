/** Tests Create Many with different services: which QR codes it creates, and how many requests it sends. */
import { createManyIn } from '../../support/createMany.mts';
import { getPairs, getField } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';
import { plain, toId, toQrText } from '../../soak/work.mts';
import { getDefaultSettings } from '../../../packages/sandbox/control.mts';
import { type SettingsPatch } from '../../../packages/sandbox/settings.mts';
import { withJson, withStatus } from '../../support/faults.mts';

const world = useWorld();

interface Row {
	name: string;
	url: string;
}
const row = (n: number, name = `Table ${n}`, scheme = 'https'): Row => ({
	name,
	url: `${scheme}://example.com/table/${n}`,
});
const rowsOf = (count: number, ...bad: number[]) =>
	Array.from({ length: count }, (_, n) => row(n, undefined, bad.includes(n) ? 'ftp' : 'https'));
const isBad = ({ url }: Row) => url.startsWith('ftp:');
const toText = ({ name, url }: Row) => toQrText(name, url);

/** Services that handle a batch differently. The forms of responses are in `test/unit/createMany.test.mts`. */
const SERVICES: Record<string, SettingsPatch> = {
	'the documented form': {},
	'nothing but a message': { bulk: { shape: 'message' } },
	'nothing but a message, and targets in lists': { bulk: { shape: 'message' }, qrTargets: 'shown' },
	'nameless entries in another order': {
		bulk: { names: 'hidden', order: 'shuffled' },
	},
	'refused rows in a list of their own': {
		bulk: { invalidRows: 'refuseRow', refusedRows: 'errors', order: 'reversed' },
	},
	'refusals under HTTP 200': { failuresAs200: true },
	'one row after the other, the bad one named': { bulk: { rowByRow: 'named' } },
	'one row after the other, unnamed': { bulk: { rowByRow: 'unnamed' }, qrTargets: 'shown' },
	'three rows at most': { bulk: { maxRows: 3 } },
	'texts for numbers': {
		qrTargets: 'shown',
		idsAsStrings: true,
		counters: 'text',
	},
	'small pages': { maxPageSize: 3, bulk: { names: 'hidden' } },
	'a limit that ends batches in the middle': {
		bulk: { rowByRow: 'named' },
		rateLimit: { limit: 9, windowSeconds: 0.2, resetFormat: 'epochMs', countsRows: true },
	},
};

/** Rows that include three invalid targets, repeated names and targets, and names that consist of digits. */
const ROWS = [
	...rowsOf(4, 0, 2),
	row(1, 'Menu'),
	row(2, 'Menu'),
	row(1, 'Menu'),
	row(3, 'Menu', 'ftp'),
	row(5, '6'),
	row(6, '5'),
	row(7, '0'),
	row(1, 'Menu'),
];

/** Runs Create Many; returns its items, the account's QR codes, and the numbers of requests. */
async function createMany(rows: Row[], service: SettingsPatch, more: object = {}) {
	await world.change({ ...getDefaultSettings(), ...service });
	await world.forget();
	const parameters = { additionalFields: { batchSize: 5 }, ...more };
	const credentials = { linkPlatformApi: await world.freshCredential() };
	const result = await createManyIn(world)(rows, parameters, { credentials });
	const counts = await world.counts();
	await world.clearFaults();
	await world.change(plain());
	const codes = (await world.all('/api/qrs', 'qrs'))
		.map((record) => ({
			id: String(record.id),
			text: toQrText(record.name, record.target),
		}))
		.slice(2);
	const byId = new Map(codes.map(({ id, text }) => [id, text]));
	const count = (route: string) => counts[route] ?? 0;
	return {
		...result,
		codes: codes.map(({ text }) => text).toSorted(),
		/** The QR code of each row that succeeded. */
		records: result.items.map(({ json }) => byId.get(toId({ json }))),
		failed: getPairs(result.errorItems),
		sent: count('POST /api/qr/bulk') + count('POST /api/qr/add'),
		pages: count('GET /api/qrs'),
		details: count('GET /api/qr/:id'),
	};
}

describe.each(Object.entries(SERVICES))('Service with %s', (_, service) => {
	test.each(['keepSame', 'create'])(
		'qrCode.createMany creates each valid row exactly once, and only invalid rows fail (If Name Exists: %s)',
		async (ifNameExists) => {
			const good = ROWS.filter((one) => !isBad(one));
			const wanted = good.map(toText).toSorted();
			const run = await createMany(ROWS, service, { ifNameExists });
			expect([run.failed, run.records]).toEqual([[0, 2, 7], good.map(toText)]);
			expect(run.codes).toEqual(ifNameExists === 'create' ? wanted : [...new Set(wanted)]);
		},
	);
});

const many = { additionalFields: { batchSize: 10 } };

test.each<[string, Row[], SettingsPatch, most: [sent: number, pages: number]]>([
	['100 valid rows', rowsOf(100), {}, [10, 1]],
	['one invalid row among 100', rowsOf(100, 77), {}, [10 + 10, 2]],
	[
		'one invalid row, if the rows before it are created',
		rowsOf(100, 77),
		{ bulk: { rowByRow: 'unnamed' } },
		[10 + 10, 2],
	],
	['one invalid row in each batch', rowsOf(50, 0, 11, 22, 33, 44), {}, [5 + 50, 2]],
	[
		'40 rows that share two names',
		Array.from({ length: 40 }, (_, n) => row(n, n % 2 ? 'A' : 'B')),
		{},
		[40, 1],
	],
	[
		'a rate limit that is reached within a batch',
		rowsOf(40),
		{
			bulk: { rowByRow: 'named' },
			rateLimit: { limit: 15, windowSeconds: 0.3, resetFormat: 'epochMs', countsRows: true },
		},
		[4 + 4 * 10, 8],
	],
])(
	'qrCode.createMany stays within the expected number of requests for %s',
	async (_, rows, service, [sent, pages]) => {
		const run = await createMany(rows, { qrTargets: 'shown', ...service }, many);
		expect(run.failed).toEqual(rows.flatMap((one, n) => (isBad(one) ? [n] : [])));
		const wanted = rows.filter((one) => !isBad(one)).map(toText);
		expect(run.codes).toEqual(wanted.toSorted());
		expect(run.sent).toBeLessThanOrEqual(sent);
		expect(run.pages).toBeLessThanOrEqual(pages);
		expect(run.details).toBe(0);
	},
);

test.each([
	['another batch', [4], 2],
	// Counted from 0, rows 3 to 5 are created before the second refusal, and rows 7 to 9 after it.
	['single requests if that batch is refused as well', [2, 6], 2 + 3],
])(
	'qrCode.createMany sends the rows of a refused batch, except the bad row, in %s',
	async (_, bad, sent) => {
		const rows = rowsOf(10).map((one, n) => (bad.includes(n) ? { ...one, name: `bad ${n}` } : one));
		const service = { bulk: { refuse: 'bad', rowByRow: 'named' }, qrTargets: 'shown' } as const;
		const run = await createMany(rows, service, many);
		expect([run.failed, run.codes.length, run.sent]).toEqual([bad, 10 - bad.length, sent]);
	},
);

test.each([false, true])(
	'qrCode.createMany looks up the rows of a batch whose response was lost instead of resending it (processed: %s)',
	async (isHandled) => {
		const when = isHandled ? 'afterHandling' : 'before';
		await world.fault('/api/qr/bulk', { type: 'reset', when }, { times: 1 });
		const run = await createMany(rowsOf(8), {}, { additionalFields: { batchSize: 8 } });
		expect(run.sent).toBe(1);
		expect(run.codes).toHaveLength(isHandled ? 8 : 0);
		expect(run.items).toHaveLength(isHandled ? 8 : 0);
		for (const { json } of run.errorItems) {
			expect(json.message).toContain('may still have gone through');
		}
	},
);

test.each([
	['a missing scope', 403, 'No'],
	['a used-up quota in an HTTP 200 response', 200, 'Quota exceeded: 10 of 10 used'],
])(
	"qrCode.createMany doesn't resend the rows of a batch one by one if the batch is refused because of %s",
	async (_, status, message) => {
		const body = JSON.stringify({ error: 1, message });
		await world.fault('/api/qr/bulk', { type: 'wrongJson', status, body });
		const run = await createMany(rowsOf(20), {}, { ...many, ifNameExists: 'create' });
		expect([run.failed.length, run.sent, run.pages]).toEqual([20, 2, 0]);
		expect(run.errorItems[0].json.message).toMatch(/Some QR codes of this batch may/);
	},
);

test("qrCode.createMany sends one request per row if the batch endpoint doesn't exist", async () => {
	await world.fault('/api/qr/bulk', withStatus(404));
	const run = await createMany(rowsOf(8), {}, { additionalFields: { batchSize: 4 } });
	expect([run.failed, run.codes.length, run.sent]).toEqual([[], 8, 2 + 8]);
});

describe("rows whose outcome can't be determined", () => {
	const isOpen = /may have been created/;

	test('rows of a refused batch fail with "may have been created" if the list of QR codes can\'t be read', async () => {
		const rows = rowsOf(5, 3);
		await world.change({ bulk: { rowByRow: 'unnamed' } });
		await world.fault('/api/qrs', withStatus(403), { method: 'GET' });
		const run = await createMany(
			rows,
			{ bulk: { rowByRow: 'unnamed' } },
			{ ifNameExists: 'create' },
		);
		expect([run.failed, run.sent]).toEqual([[0, 1, 2, 3, 4], 1]);
		for (const { json } of run.errorItems) expect(json.message).toMatch(isOpen);
	});

	test('rows fail with "may have been created" if several QR codes share their name and no date proves which is new', async () => {
		const rows = rowsOf(3);
		for (const one of rows) await world.call('/api/qr/add', { ...one });
		const service = { bulk: { shape: 'message' }, dates: 'noOffset' } as const;
		const run = await createMany(rows, service, { ifNameExists: 'create' });
		expect(run.failed).toEqual([0, 1, 2]);
		for (const { json } of run.errorItems) expect(json.message).toMatch(isOpen);
	});

	test("a row isn't given a QR code from before the run, although a batch response without entries reports success", async () => {
		const rows = rowsOf(2);
		for (const { name } of rows) await world.call('/api/qr/add', { name, url: row(9).url });
		await world.fault('/api/qr/bulk', withJson({ error: 0, message: 'Done' }), { method: 'POST' });
		const run = await createMany(rows, {}, { ifNameExists: 'create' });
		expect(run.failed).toEqual([0, 1]);
		for (const { json } of run.errorItems) expect(json.message).toMatch(isOpen);
	});

	test('a row that is missing from the batch response fails with "may have been created"', async () => {
		const service = { bulk: { invalidRows: 'refuseRow', refusedRows: 'omit' } } as const;
		const run = await createMany(rowsOf(3, 1), service);
		expect(run.errorItems[0].json).toMatchObject({
			error: 'Link Platform returned no result for "Table 1"',
			message: expect.stringMatching(isOpen),
		});
	});
});

test('qrCode.createMany takes the new QR codes from a refusal, and sends none again that may be new', async () => {
	const [date, old] = ['2999-01-01T00:00:00Z', '2020-01-01T00:00:00Z'];
	const body = {
		error: 1,
		message: '2 of 4 rows could not be created',
		created: [
			{ id: 901, name: 'Table 0', date },
			{ id: 902, name: 'Table 2' },
			{ id: 903, name: 'Table 3', date: old },
		],
		errors: [{ name: 'Table 1', message: 'The target is blocked' }],
	};
	await world.fault('/api/qr/bulk', { type: 'status', status: 422, body }, { times: 1 });
	const { items, errorItems } = await createManyIn(world)(rowsOf(4), { ifNameExists: 'create' });
	expect([getField(items, 'id')[0], getPairs(items)]).toEqual([901, [0, 3]]);
	expect(getField(errorItems, 'error')).toEqual([
		'The target is blocked',
		`${body.message}. The target is blocked`,
	]);
	expect(errorItems[1].json.message).toMatch(/may have been created/);
	expect(await world.counts()).toMatchObject({ 'POST /api/qr/add': 1 });
});

test.each(['https://www.example.com/menu', 'HTTPS://example.com/menu/'])(
	'a batch result whose target was normalized to %s is matched to its row by name',
	async (target) => {
		const entry = { id: 9, name: 'Menu', target_url: target };
		await world.respond('/api/qr/bulk', [entry], { times: 1 });
		const { items } = await createManyIn(world)([{ name: 'Menu', url: 'http://example.com/menu' }]);
		expect(items).toMatchObject([{ json: { id: 9, created: true } }]);
	},
);

test('a refused row whose values contain words such as "plan" fails alone, and isn\'t reported as a used-up quota', async () => {
	const name = 'Floor plan west';
	const url = 'https://example.com/upgrade';
	const action = {
		type: 'status',
		status: 422,
		body: { error: 1, message: `${name}: ${url} is blocked` },
	};
	await world.fault('/api/qr/bulk', action, { times: 1 });
	const rows = [...rowsOf(2), { name, url }];
	const { items, errorItems } = await createManyIn(world)(rows);
	expect(items).toHaveLength(2);
	expect(errorItems).toMatchObject([
		{ json: { error: `${name}: ${url} is blocked`, details: { reason: 'refused' } } },
	]);
});
