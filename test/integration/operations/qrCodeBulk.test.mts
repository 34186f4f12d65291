/** Create Many on services that make one row after the other: never more QR codes than rows. */
import { getPairs } from '../../support/sent.mts';
import { type RowByRow, type RowByRowOptions, startRowByRow } from '../../support/rowByRow.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

let service: RowByRow;
const start = async (options: Partial<RowByRowOptions> = {}) => {
	service = await startRowByRow({
		isBad: ({ url }) => url.startsWith('ftp:'),
		refuse: (_, index) => ({
			status: 422,
			body: { error: 1, message: `Row ${index + 1}: the URL is not valid` },
		}),
		targetShownIn: 'list',
		...options,
	});
};
afterEach(async () => await service.close());

/** Rows of which some are bad, by their places. */
const rowsWith = (count: number, ...bad: number[]) =>
	Array.from({ length: count }, (_, n) => ({
		name: `Table ${n}`,
		url: `${bad.includes(n) ? 'ftp' : 'https'}://example.com/table/${n}`,
	}));
const createMany = async (rows: Array<{ name: string; url: string }>, more: object = {}) => {
	const parameters = {
		...{ name: '={{ $json.name }}', url: '={{ $json.url }}', downloadImage: false },
		...{ skipExisting: false, ...more },
	};
	const items = rows.map((json) => ({ json }));
	const credentials = { linkPlatformApi: service.credential };
	return await world.run('qrCode', 'createMany', parameters, { items, credentials });
};
const batches = () => service.asked['POST /api/qr/bulk'];

describe.each(['list', 'detail'] as const)('service whose %s shows the target', (targetShownIn) => {
	test.each([[[30]], [[0]], [[49]], [[3, 4, 17, 31, 32, 48]], [[...Array(50).keys()]]])(
		'makes each of 50 rows once, and fails the bad ones alone: %j',
		async (bad) => {
			await start({ targetShownIn });
			const rows = rowsWith(50, ...bad);
			const { items, errorItems } = await createMany(rows);
			expect(service.made.map(({ name }) => name).sort()).toEqual(
				rows.flatMap(({ name }, n) => (bad.includes(n) ? [] : [name])).sort(),
			);
			expect(getPairs(errorItems)).toEqual(bad);
			for (const { json, pairedItem } of items) {
				const { url } = rows[(pairedItem as { item: number }).item];
				expect(service.made.find(({ id }) => id === json.id)?.url).toBe(url);
			}
			for (const { json } of errorItems) {
				expect(json.error).toMatch(/the URL is not valid/);
				// It was refused alone, so it is known that there is none.
				expect(json.message).not.toContain('may have been created');
			}
		},
	);

	test('keeps rows of one name apart by their targets, and equal rows by their number', async () => {
		await start({ targetShownIn });
		const rows = rowsWith(12, 7).map((row, n) => ({ ...row, name: n < 6 ? 'Same' : row.name }));
		rows[4] = { ...rows[3] };
		const { items, errorItems } = await createMany(rows);
		expect(getPairs(errorItems)).toEqual([7]);
		expect(service.made).toHaveLength(11);
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(11);
		for (const { json, pairedItem } of items) {
			const { url } = rows[(pairedItem as { item: number }).item];
			expect(service.made.find(({ id }) => id === json.id)?.url).toBe(url);
		}
	});
});

test('rows that nothing is wrong with are created beside a bad one and rows of one name without targets', async () => {
	await world.sandbox.change({ qrTargets: 'nowhere' });
	const rows = rowsWith(8, 1).map((row, n) => ({
		...row,
		name: [0, 6, 7].includes(n) ? 'Same' : row.name,
	}));
	const { items, errorItems } = await world.run(
		'qrCode',
		'createMany',
		{
			...{ name: '={{ $json.name }}', url: '={{ $json.url }}', downloadImage: false },
			...{ skipExisting: true, additionalFields: { batchSize: 6 } },
		},
		{ items: rows.map((json) => ({ json })) },
	);
	expect(getPairs(items)).toEqual([2, 3, 4, 5]);
	expect(getPairs(errorItems)).toEqual([0, 1, 6, 7]);
});

test('service that shows no target gets no row twice: what may exist fails, and says so', async () => {
	await start({ targetShownIn: 'nowhere' });
	const { items, errorItems } = await createMany(rowsWith(50, 30));
	const names = service.made.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	expect(items.length + errorItems.length).toBe(50);
	// Those behind the bad one were not there, so they could be sent again.
	expect(getPairs(items)).toEqual(Array.from({ length: 19 }, (_, n) => 31 + n));
	const doubtful = errorItems.filter(({ json }) =>
		/may have been created\. Turn on 'Skip Existing'/.test(json.message as string),
	);
	expect(getPairs(doubtful)).toEqual(Array.from({ length: 30 }, (_, n) => n));
});

describe('refusal', () => {
	const say = (status: number, body: object) => ({
		isBad: () => true,
		refuse: () => ({ status, body }),
	});

	test.each([
		['a plan', 403, { error: 1, message: "Your plan's limit of 100 qrs is reached." }],
		[
			'a plan, under status 422',
			422,
			{ error: 1, message: 'Your plan has no QR codes left (0 items)' },
		],
		[
			'a plan, under status 200',
			200,
			{ error: 1, message: "Your plan's limit of 100 qrs is reached." },
		],
		['a number beyond the batch', 422, { error: 1, message: 'Limit of items: 1000 a month' }],
		['the payment', 402, { error: 1, message: 'Row 1: payment required' }],
		['the key', 401, { error: 1, message: 'Row 1: the key is wrong' }],
		['nothing in particular', 422, { error: 1, message: 'The URL is not valid' }],
		['nothing at all', 400, { error: 1 }],
		['another field', 422, { error: 1, errors: { account: ['is suspended'] } }],
		['a quota with numbers', 422, { error: 1, message: 'Quota exceeded for qrs: 10 of 10 used' }],
		[
			'a plan, on a line',
			422,
			{ error: 1, message: 'Validation failed on line 1: plan has no bulk' },
		],
		['a number of items', 422, { error: 1, message: 'Limit of items: 10 a month' }],
	])('about %s costs one request for each batch', async (_, status, body) => {
		await start(say(status, body));
		const { items, errorItems } = await createMany(rowsWith(200));
		expect(items).toEqual([]);
		expect(errorItems).toHaveLength(200);
		expect(service.asked).toEqual({ 'GET /api/account/stats': 1, 'POST /api/qr/bulk': 4 });
	});

	test.each([
		['a wrong key', 401, false],
		// A missing scope, too: many services use the same status for a quota.
		['a quota', 403, true],
		['a plan', 402, true],
		['something', 422, true],
	])('because of %s (%i) says that QR codes may have been created: %s', async (_, status, may) => {
		await start(say(status, { error: 1, message: 'No' }));
		const { errorItems } = await createMany(rowsWith(3));
		for (const { json } of errorItems) {
			expect((json.message as string).includes('Some QR codes of this batch may')).toBe(may);
		}
	});

	test.each([
		['its number', (_: unknown, n: number) => ({ message: `Row ${n}: no` })],
		['its path', (_: unknown, n: number) => ({ message: `qrs[${n}].url is no URL` })],
		['its path in dots', (_: unknown, n: number) => ({ message: `qrs.${n}.url: no URL` })],
		['an item number', (_: unknown, n: number) => ({ message: `Invalid item #${n + 1}` })],
		['its URL', ({ url }: { url: string }) => ({ message: `${url} is not allowed` })],
		['its name', ({ name }: { name: string }) => ({ message: `"${name}" cannot be made` })],
		['its fields', (_: unknown, n: number) => ({ errors: { [`qrs.${n}.url`]: ['is no URL'] } })],
		['bare fields', (_: unknown, n: number) => ({ errors: { [`${n}.url`]: ['is no URL'] } })],
		['records', (_: unknown, n: number) => ({ errors: [{ field: `qrs.${n}`, message: 'no' }] })],
	])('that names the row by %s is of that row alone', async (_, words) => {
		await start({ refuse: (row, n) => ({ status: 422, body: { error: 1, ...words(row, n) } }) });
		const { items, errorItems } = await createMany(rowsWith(20, 13));
		expect([items.length, getPairs(errorItems)]).toEqual([19, [13]]);
		expect(service.made).toHaveLength(19);
	});
});

describe('requests', () => {
	const words = {
		'its path': (_: unknown, n: number) => `The field "qrs.${n}.url" is not valid`,
		'its number': (_: unknown, n: number) => `Row ${n + 1}: the URL is not valid`,
		'its number, counted from 0': (_: unknown, n: number) => `Row ${n}: the URL is not valid`,
		'its URL': ({ url }: { url: string }) => `${url} is not allowed`,
	};
	const cases = Object.keys(words).flatMap((named) =>
		[true, false].flatMap((isAllOrNothing) => [
			[named, isAllOrNothing, 500, Array.from({ length: 10 }, (_, n) => n * 50 + 17)] as const,
			[named, isAllOrNothing, 500, Array.from({ length: 10 }, (_, n) => 100 + n)] as const,
			[
				named,
				isAllOrNothing,
				2_000,
				Array.from({ length: 20 }, (_, n) => n * 100 + 3 * n),
			] as const,
		]),
	);

	test.each(cases)(
		'for rows that are refused by %s (all or nothing: %s, %i rows) are one for each batch and each such row, and the list',
		async (named, isAllOrNothing, count, bad) => {
			const say = words[named as keyof typeof words];
			await start({
				isAllOrNothing,
				refuse: (row, n) => ({ status: 422, body: { error: 1, message: say(row, n) } }),
			});
			const rows = rowsWith(count, ...bad);
			const { items, errorItems } = await createMany(rows);
			expect(getPairs(errorItems)).toEqual(bad);
			expect(items).toHaveLength(count - bad.length);
			expect(service.made).toHaveLength(count - bad.length);
			// One more, if rows are counted in an unusual way, and nothing else shows that.
			const more = named.endsWith('from 0') ? 1 : 0;
			expect(batches()).toBeLessThanOrEqual(count / 50 + bad.length + more);
			// What was created before a bad row has to be found each time.
			const rounds = isAllOrNothing ? 1 + more : 10;
			expect(service.asked['GET /api/qrs']).toBeLessThanOrEqual(rounds * Math.ceil(count / 100));
		},
	);
});

test('rows of one name are looked up if a refusal quotes it, as the first of them may be created', async () => {
	await start({
		isBad: ({ name }, made) => made.some((other) => other.name === name),
		refuse: ({ name }) => ({ status: 422, body: { error: 1, message: `"${name}" is taken` } }),
	});
	const rows = rowsWith(4).map((row, n) => ({ ...row, name: n < 3 ? 'Same' : row.name }));
	const { items, errorItems } = await createMany(rows);
	expect([getPairs(items), getPairs(errorItems)]).toEqual([
		[0, 3],
		[1, 2],
	]);
	expect(service.made.map(({ name }) => name)).toEqual(['Same', 'Table 3']);
});

test.each([403, 404, 500])(
	'refusal is said first if the list cannot be read (status %i), and then why',
	async (listStatus) => {
		await start({ listStatus });
		const { items, errorItems } = await createMany(rowsWith(6, 3));
		expect(items).toEqual([]);
		for (const { json } of errorItems) expect(json.error).toBe('Row 4: the URL is not valid');
		const { json } = errorItems[0];
		expect(json.message).toMatch(
			/Whether it was created couldn't be looked up: .+may have been created/s,
		);
		expect(batches()).toBe(1);
	},
	20_000,
);

test.each([0, 1, 7, 49])(
	'batch that the rate limit ends after %i rows is not sent again as it was',
	async (limitAfter) => {
		for (const skipExisting of [false, true]) {
			await start({ limitAfter });
			const rows = rowsWith(60);
			const { items, errorItems } = await createMany(rows, { skipExisting });
			expect(errorItems).toEqual([]);
			expect(service.made).toHaveLength(60);
			for (const { json, pairedItem } of items) {
				const { name } = rows[(pairedItem as { item: number }).item];
				expect(service.made.find(({ id }) => id === json.id)?.name).toBe(name);
				expect(json.created).toBe(true);
			}
			await service.close();
		}
		await start();
	},
);

test('quota that ends in the middle leaves what was made, and says which rows are open', async () => {
	await start({
		isBad: (_, made) => made.length >= 30,
		refuse: () => ({ status: 403, body: { error: 1, message: 'Quota used up' } }),
	});
	const { items, errorItems } = await createMany(rowsWith(100));
	expect(items.length + errorItems.length).toBe(100);
	expect(service.made).toHaveLength(30);
	expect(batches()).toBe(2);
});
