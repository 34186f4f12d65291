/** Create Many that is run again: what is there already is not created, and the items say so. */
import type { INodeExecutionData } from 'n8n-workflow';
import { createManyIn, toRows } from '../../support/createMany.mts';
import { readQr } from '../../../packages/sandbox/readQr.mts';
import { getJson, getPairs, sent, toText } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

const row = (n: number, name = `Table ${n}`) => ({ ...toRows(1, n)[0], name });
const createMany = createManyIn(world);
const getCreated = (items: INodeExecutionData[]) => items.map(({ json }) => json.created);
const getIds = (items: INodeExecutionData[]) => items.map(({ json }) => json.id);
/** Without the one about the columns of the rows, which inputFields.test.mts is about. */
const getHints = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message }) => message).filter((message) => !message.startsWith('To avoid'));
const count = async () => (await world.sandbox.all('/api/qrs', 'qrs')).length;
/** What was asked, without the text that was searched for, and without the quota. */
const asked = async () => {
	const all = await sent(world);
	const requests = all.filter(({ request }) => request !== 'GET /api/account/stats');
	const names = requests.map(({ request, query }) => `${request}${query?.search ? ' search' : ''}`);
	await world.sandbox.forget();
	return Object.fromEntries(
		names.map((name) => [name, names.filter((one) => one === name).length]),
	);
};

describe('second run', () => {
	test.each([
		['in lists as documented', {}],
		['in lists with targets', { qrTargets: 'shown' }],
		['in names as a page would hold them', { names: 'escaped', idsAsStrings: true }],
	] as const)('makes nothing of 20 rows, found %s', async (_, settings) => {
		await world.sandbox.change(settings);
		const given = toRows(20).map((one, n) => (n % 5 ? one : { ...one, name: `Tom & <b> "${n}"` }));
		const first = await createMany(given);
		expect(getJson(first.items)).toMatchObject(
			given.map(({ url }) => ({ created: true, targetUrl: url })),
		);
		expect(getHints(first)).toEqual(['QR codes: 20 created']);
		await world.sandbox.forget();
		const second = await createMany(given);
		expect(getCreated(second.items)).toEqual(given.map(() => false));
		expect(getIds(second.items).map(Number)).toEqual(getIds(first.items).map(Number));
		expect(getPairs(second.items)).toEqual(given.map((_row, n) => n));
		const what = 'qrTargets' in settings ? '20' : '20 of the same name';
		expect(getHints(second)).toEqual([`QR codes: 0 created, ${what} already existed`]);
		expect(Object.keys(await asked())).toEqual(['GET /api/qrs']);
		expect(await count()).toBe(2 + 20);
	});

	test('returns the images of those that existed', async () => {
		const [before] = (await createMany([row(1)])).items;
		const { items } = await createMany([row(1), row(2)], { downloadImage: true, imageSize: 120 });
		expect(getCreated(items)).toEqual([false, true]);
		expect(items[0].json.id).toBe(before.json.id);
		for (const { json, binary } of items) {
			const image = await world.engine.readBinary(binary!.data);
			expect((await readQr(image, 'image/png')).text).toBe(json.url);
			expect(binary!.data.fileName).toBe(`${toText(json.name)}.png`);
		}
	});

	test('without it makes all anew, and looks nothing up', async () => {
		await createMany(toRows(3), { skipExisting: false });
		await world.sandbox.forget();
		const result = await createMany(toRows(3), { skipExisting: false });
		expect(getCreated(result.items)).toEqual([true, true, true]);
		expect(getHints(result)).toEqual(['QR codes: 3 created']);
		expect(await asked()).toEqual({ 'POST /api/qr/bulk': 1 });
		expect(await count()).toBe(2 + 6);
	});

	test('may be decided by an expression, and a row fails alone that does not say', async () => {
		await createMany(toRows(2));
		const given = [false, true, 'maybe'].map((skip, n) => ({ ...row(n), skip }));
		const { items, errorItems } = await createMany(given, { skipExisting: '={{ $json.skip }}' });
		expect([getCreated(items), getPairs(errorItems)]).toEqual([[true, false], [2]]);
	});
});

describe('1,000 QR codes', () => {
	// 11 pages, for the account has two more.
	beforeEach(async () => await world.sandbox.fill('qrs', 1_000));
	const filled = (amount: number, from: number) =>
		Array.from({ length: amount }, (_, n) => row(from + n, `Filled ${from + n}`));

	test.each([
		[
			'are searched for a few names',
			[...filled(3, 500), ...toRows(3)],
			{ 'GET /api/qrs': 1, 'GET /api/qrs search': 6, 'POST /api/qr/bulk': 1 },
		],
		[
			'are read for many names',
			[...filled(20, 900), ...toRows(10)],
			{ 'GET /api/qrs': 11, 'POST /api/qr/bulk': 1 },
		],
		['are searched for one name alone', filled(1, 999), { 'GET /api/qrs search': 1 }],
	])('%s', async (_, given, requests) => {
		const { items } = await createMany(given);
		expect(getCreated(items)).toEqual(given.map(({ name }) => !name.startsWith('Filled')));
		expect(await asked()).toEqual(requests);
	});
});

describe('name', () => {
	test('and URL of several rows are created once, and the later ones hold the record of the first', async () => {
		const given = [row(0), row(1, 'Menu'), row(1, ' Menu '), row(3, 'Menu'), row(1, 'Menu')];
		const result = await createMany(given);
		const { items } = result;
		expect(getCreated(items)).toEqual([true, true, false, true, false]);
		expect(getIds(items)).toEqual([3, 4, 4, 5, 4]);
		expect(items.map(({ json }) => json.targetUrl)).toEqual(
			[0, 1, 1, 3, 1].map((n) => `https://example.com/table/${n}`),
		);
		expect(getHints(result)).toEqual(['QR codes: 3 created, 2 already existed']);
		expect(await count()).toBe(2 + 3);
	});

	test.each(['hidden', 'shown'] as const)(
		'of rows with different URLs is each its own, also when run again (targets in lists: %s)',
		async (qrTargets) => {
			await world.sandbox.change({ qrTargets });
			const given = toRows(4).map((one) => ({ ...one, name: 'Menu' }));
			const first = await createMany(given);
			expect(getCreated(first.items)).toEqual([true, true, true, true]);
			const second = await createMany(given.toReversed());
			expect(getCreated(second.items)).toEqual([false, false, false, false]);
			expect(getIds(second.items)).toEqual(getIds(first.items).toReversed());
			expect(await count()).toBe(2 + 4);
		},
	);

	test('and URL of several rows whose first fails fails them all', async () => {
		await world.sandbox.change({ bulk: { invalidRows: 'refuseRow' } });
		const bad = { name: 'Menu', url: 'ftp://example.com' };
		const given = [bad, bad, row(2)];
		const { items, errorItems } = await createMany(given);
		expect(getPairs(items)).toEqual([2]);
		expect(getPairs(errorItems)).toEqual([0, 1]);
		expect(errorItems[1].json.error).toBe(errorItems[0].json.error);
		expect(await count()).toBe(2 + 1);
	});

	test('of rows with different URLs fails them where no target is told', async () => {
		const given = [row(1, 'Menu'), row(2, 'Menu')];
		await createMany(given);
		await world.sandbox.change({ qrTargets: 'nowhere' });
		const { errorItems } = await createMany(given);
		expect(errorItems.map(({ json }) => json.error)).toEqual(
			Array(2).fill(expect.stringMatching(/^Several rows are named "Menu", and Link Platform/)),
		);
		expect(await count()).toBe(2 + 2);
	});

	test('of a row that is refused here is free for the next', async () => {
		const { items, errorItems } = await createMany([{ name: 'Menu', url: '' }, row(1, 'Menu')]);
		expect([getPairs(errorItems), getCreated(items)]).toEqual([[0], [true]]);
	});

	test('is the same but for spaces around it', async () => {
		await createMany([row(1, 'Menu 1')]);
		const { items } = await createMany([row(1, 'menu 1'), row(1, 'Menu 10'), row(1, '\t Menu 1 ')]);
		expect(getCreated(items)).toEqual([true, true, false]);
	});

	test.each(['Tom & Jerry', '&&&', '?search=x&page=2#top', '🍵'.repeat(60), '__proto__', '=1+1'])(
		'%j is found again',
		async (name) => {
			for (const others of [[], toRows(5)]) {
				await world.sandbox.reset();
				const given = [row(1, name), ...others];
				await createMany(given.map((one) => ({ ...one, name: `${one.name} more` })));
				expect(getCreated((await createMany(given)).items)).toEqual(given.map(() => true));
				expect(getCreated((await createMany(given)).items)).toEqual(given.map(() => false));
			}
		},
	);
});

describe('QR code with another target', () => {
	const moved = { ...row(1), url: 'https://example.com/moved' };
	test('counts as none if the list shows its target, and a hint says so', async () => {
		await createMany([row(1)]);
		await world.sandbox.change({ qrTargets: 'shown' });
		const result = await createMany([moved, row(2)]);
		expect(getJson(result.items)).toMatchObject([
			{ name: 'Table 1', created: true, targetUrl: moved.url },
			{ name: 'Table 2', created: true, targetUrl: row(2).url },
		]);
		expect(getHints(result)).toEqual([
			'QR codes: 2 created',
			'Created although the account has QR codes of the same name that lead elsewhere: 1',
		]);
	});

	test('has no target if the list shows none', async () => {
		await createMany([row(1)]);
		const result = await createMany([moved]);
		expect(result.items[0].json).toMatchObject({ created: false, targetUrl: null });
		expect(getHints(result)).toEqual([]);
	});

	test.each(['shown', 'hidden'] as const)(
		'of several with the name, the row gets the one with its target (in lists: %s)',
		async (qrTargets) => {
			await createMany([row(1), moved], { skipExisting: false });
			await world.sandbox.change({ qrTargets });
			expect(getIds((await createMany([row(1)])).items)).toEqual([3]);
		},
	);
});

describe('look-up that fails', () => {
	const refuse = async (more: object = {}) =>
		await world.fault('/api/qrs', { type: 'status', status: 403 }, { method: 'GET', ...more });

	test('fails its rows before anything is created', async () => {
		await refuse();
		const onError = 'continueRegularOutput';
		const { items } = await createMany(
			[...toRows(2), { name: '', url: 'https://example.com/x' }],
			{},
			{ onError },
		);
		expect(getJson(items.slice(0, 2))).toEqual(
			Array(2).fill({
				error: 'Fault on demand: 403',
				message: expect.stringMatching(
					/Nothing was created for this row, because 'Skip Existing' couldn't look it up$/,
				),
				details: { httpCode: '403', reason: 'key', requestId: expect.any(String) },
			}),
		);
		expect(items[2].json.error).toBe("'Name' is empty");
		expect(await asked()).toEqual({ 'GET /api/qrs': 1 });
	});

	test('of one name fails its rows alone', async () => {
		await world.sandbox.fill('qrs', 500);
		await refuse({ after: 1, times: 1 });
		const { items, errorItems } = await createMany([row(0), row(1), row(1)]);
		expect(items.length + errorItems.length).toBe(3);
		expect(errorItems.length).toBeGreaterThan(0);
		expect(await count()).toBe(502 + 1);
	});

	test('of one name ends a run that is to stop, with nothing created', async () => {
		await world.sandbox.fill('qrs', 1_000);
		await refuse({ after: 1 });
		const { error } = await createMany(toRows(8), {}, { onError: 'stopWorkflow' });
		expect(error?.message).toMatch(/^Fault on demand: 403 \(row \d\)\. 0 created, 8 left/);
		const { 'GET /api/qrs search': searches, ...others } = await asked();
		expect(searches).toBeLessThanOrEqual(5);
		expect(others).toEqual({ 'GET /api/qrs': 1 });
	});

	test('is not tried if a run stops because of another row', async () => {
		const given = [...toRows(2), { name: '', url: 'https://example.com/x' }];
		await createMany(given, {}, { onError: 'stopWorkflow' });
		expect(await asked()).toEqual({});
	});
});

describe('runs at the same time', () => {
	test('make each row once, as if they came one after the other', async () => {
		const before = await count();
		await world.fault('/api/qr/bulk', { type: 'delay', ms: 100 });
		const given = toRows(12);
		const runs = await Promise.all([1, 2, 3].map(async () => await createMany(given)));
		expect(await count()).toBe(before + 12);
		const [ids] = runs.map(({ items }) => getIds(items));
		for (const { items } of runs) expect(getIds(items)).toEqual(ids);
		const created = runs.map(({ items }) => new Set(getCreated(items)));
		expect(created.filter((one) => one.has(true))).toEqual([new Set([true])]);
	});

	test('go on when the one before fails', async () => {
		const before = await count();
		await world.fault('/api/qr/bulk', { type: 'status', status: 403 }, { times: 1 });
		const runs = await Promise.all([1, 2].map(async () => await createMany(toRows(3))));
		expect(runs.map(({ items }) => items.length).sort()).toEqual([0, 3]);
		expect(await count()).toBe(before + 3);
	});
});
