/** Tests Only Check: it says what a real run would do with each item, and changes nothing. */
import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';
import { createManyIn } from '../../support/createMany.mts';
import { getJson, getMessages, getPairs, toItems, written } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';
import type { SettingsPatch } from '../../../packages/sandbox/settings.mts';

const world = useWorld();
const createMany = createManyIn(world);
const CHECK = { onlyCheck: true };
const STOP = { onError: 'stopWorkflow' } as const;
const page = (n: number | string) => `https://example.com/${n}`;
const NOTHING = 'Nothing was created or changed: Only Check is on';
const WOULD_STOP = expect.stringMatching(/^A real run would stop at the first row that fails/);

/** Checks that an item has exactly these fields, apart from input fields. */
const expectPlans = (items: INodeExecutionData[], plans: object[]) =>
	expect(getJson(items)).toEqual(plans.map((plan) => ({ warnings: [], ...plan })));

test('Create Many says for each row what a real run would do, and never fails or stops', async () => {
	await createMany([
		{ name: 'Same', url: page(1) },
		{ name: 'Moved', url: page('old') },
	]);
	await world.forget();
	const rows = [
		{ name: 'Same', url: page(1) },
		{ name: 'Moved', url: page(2) },
		{ name: 'New', url: page(3) },
		{ name: ' New ', url: page(3) },
		{ name: '', url: '', note: null },
		{ name: 'Bad', url: 'example.com' },
		{ name: '', url: page(4) },
		{ name: 'Table undefined', url: page(5) },
	];
	const result = await createMany(rows, { ...CHECK, downloadImage: true }, STOP);
	expect([result.status, result.errorItems]).toEqual(['success', []]);
	expect(getPairs(result.items)).toEqual([0, 1, 2, 3, 5, 6, 7]);
	const plan = (n: number, more: object) => ({
		name: rows[n].name.trim(),
		targetUrl: rows[n].url,
		...more,
	});
	const missing = { action: 'fail', reason: 'input.empty', name: null };
	expectPlans(result.items, [
		plan(0, { action: 'keep', id: 3, currentUrl: page(1) }),
		plan(1, {
			action: 'fail',
			reason: 'input',
			message: expect.stringMatching(
				/^The QR code "Moved" exists and leads to .+\/old\. Under 'If/,
			),
		}),
		plan(2, { action: 'create' }),
		plan(3, { action: 'keep' }),
		plan(5, {
			action: 'fail',
			reason: 'input',
			targetUrl: null,
			message: expect.stringMatching(/^'URL' must be a full URL/),
		}),
		plan(6, { ...missing, message: expect.stringMatching(/^'Name' is empty\. Enter a value/) }),
		plan(7, { action: 'create', warnings: [expect.stringContaining('Table undefined')] }),
	]);
	expect(getMessages(result.hints)).toEqual(
		expect.arrayContaining([NOTHING, WOULD_STOP, 'Empty rows skipped: 1']),
	);
	expect(await written(world)).toEqual([]);
	const { items } = await createMany([rows[1]], { ...CHECK, ifNameExists: 'update' });
	expectPlans(items, [plan(1, { action: 'update', id: 4, currentUrl: page('old') })]);
	expect(await written(world)).toEqual([]);
});

test('Create Many says which rows a quota leaves no room for, and that all rows lack a column', async () => {
	await world.change({ quotas: { qrs: 2 + 1 } });
	const rows = [1, 2].map((n) => ({ name: `Row ${n}`, url: page(n) }));
	const { items } = await createMany(rows, CHECK);
	expect(getJson(items)).toMatchObject([{ action: 'create' }, { action: 'fail', reason: 'plan' }]);
	const lacking = await createMany(rows, { ...CHECK, name: '={{ $json.title }}' }, STOP);
	expect(getJson(lacking.items)).toMatchObject(Array(2).fill({ action: 'fail', name: null }));
	const blank = await createMany([{ name: '', url: '' }], CHECK, STOP);
	expect([blank.status, blank.items]).toEqual(['success', []]);
});

test('Create Many only checks if the value of Only Check is unusable in a row', async () => {
	const rows = [
		{ name: 'A', url: page(1), check: 'maybe' },
		{ name: 'B', url: page(2), check: false },
	];
	const { items } = await createMany(rows, { onlyCheck: '={{ $json.check }}' });
	expect(getJson(items)).toMatchObject([{ action: 'fail', name: 'A' }, { action: 'create' }]);
	expect(await written(world)).toEqual([]);
});

test('Create or Update changes nothing, and says why it would fail, if the value of Only Check is unusable', async () => {
	const parameters = { alias: 'launch', url: page(1), onlyCheck: '={{ "maybe" }}' };
	const { items } = await world.run('link', 'upsert', parameters);
	expect(getJson(items)).toMatchObject([
		{ action: 'fail', message: expect.stringContaining("'Only Check' must be true or false") },
	]);
	expect(await written(world)).toEqual([]);
});

test('Create or Update says for each item what a real run would do', async () => {
	const launch = 'https://example.com/launch';
	const rows = [
		{ alias: 'launch', url: page(1), ifExists: 'update' },
		{ alias: 'launch', url: page(2), ifExists: 'skip' },
		{ alias: 'guide', url: page(3), ifExists: 'fail' },
		{ alias: 'fresh', url: page(4), ifExists: 'fail' },
		{ alias: 'fresh', url: page(5), ifExists: 'update' },
		{ alias: 'a b', url: page(6), ifExists: 'update' },
		{ alias: 'new', url: page('undefined'), ifExists: 'update' },
	];
	const parameters = {
		alias: '={{ $json.alias }}',
		url: '={{ $json.url }}',
		ifExists: '={{ $json.ifExists }}',
		onlyCheck: true,
	};
	const settings = { items: toItems(rows), ...STOP };
	const result = await world.run('link', 'upsert', parameters, settings);
	const plan = (n: number, more: object) => ({
		alias: rows[n].alias,
		targetUrl: rows[n].url,
		...more,
	});
	expectPlans(result.items, [
		plan(0, { action: 'update', id: 1, currentUrl: launch }),
		plan(1, { action: 'skip', id: 1, currentUrl: page(1) }),
		plan(2, { action: 'fail', reason: 'link.aliasTaken', message: expect.any(String) }),
		plan(3, { action: 'create' }),
		plan(4, { action: 'update', currentUrl: page(4) }),
		plan(5, {
			action: 'fail',
			reason: 'input',
			message: expect.stringMatching(/must not contain/),
			alias: null,
		}),
		plan(6, { action: 'create', warnings: [expect.stringContaining('undefined')] }),
	]);
	expect(getMessages(result.hints)).toEqual(expect.arrayContaining([NOTHING, WOULD_STOP]));
	expect(await written(world)).toEqual([]);
});

test.each([
	['qrCode', 'createMany', 'name'],
	['link', 'upsert', 'alias'],
])(
	'%s.%s says why a row fails whose credential or Include Input Fields is unusable, and checks the others',
	async (resource, operation, field) => {
		const key = world.credential.apiKey;
		const rows = [
			{ key: '', kept: false },
			{ key, kept: 'maybe' },
			{ key, kept: true },
		];
		const texts = { [field]: 'new', url: page(1), downloadImage: false };
		const parameters = { ...texts, includeInputFields: '={{ $json.kept }}', ...CHECK };
		const settings = {
			items: toItems(rows),
			credentials: { linkPlatformApi: { ...world.credential, apiKey: '={{ $json.key }}' } },
			...STOP,
		};
		const result = await world.run(resource, operation, parameters, settings);
		expect([result.status, getPairs(result.items)]).toEqual(['success', [0, 1, 2]]);
		const plan = { [field]: 'new', targetUrl: page(1), warnings: [] };
		expect(getJson(result.items)).toEqual([
			{ ...plan, action: 'fail', reason: 'input', message: expect.stringMatching(/API Key/) },
			{ ...plan, action: 'fail', reason: 'input', message: expect.stringMatching(/^'Include In/) },
			{ ...plan, action: 'create', key, kept: true },
		]);
		expect(getMessages(result.hints)).toEqual(expect.arrayContaining([NOTHING, WOULD_STOP]));
	},
);

const SERVICES: SettingsPatch[] = [
	{},
	{ qrTargets: 'shown' },
	{ qrTargets: 'details', qrLinks: 'hidden' },
	{ qrLinks: 'hidden' },
	{ qrLinks: 'hidden', qrSearch: 'ignored' },
	{ qrSharedLinks: true },
	{ qrSharedLinks: true, qrLinkIds: 'shown' },
	{ texts: 'escaped' },
	{ qrListNames: 'hidden' },
];
const one = fc.constantFrom;
const row = fc.record({
	name: one('one', 'two', "Joe's", 'One', ''),
	url: one(page(1), page('1/2'), 'https://example.com', 'no URL'),
});

test('the real run does with each row what Only Check says right before it', async () => {
	await fc.assert(
		fc.asyncProperty(
			one(...SERVICES),
			one('keepSame', 'keep', 'update', 'createOther', 'create'),
			fc.array(row, { maxLength: 4 }),
			fc.array(row, { minLength: 1, maxLength: 6 }),
			async (service, ifNameExists, present, rows) => {
				await world.reset();
				await world.change({ qrSharedLinks: service.qrSharedLinks ?? false });
				await createMany(present, { ifNameExists: 'create' });
				await world.change(service);
				const mode = { ifNameExists };
				const plans = getJson((await createMany(rows, { ...mode, ...CHECK })).items);
				const { items, errorItems } = await createMany(rows, mode);
				const done: object[] = [];
				for (const item of [...items, ...errorItems]) {
					const { created, updated, details } = item.json;
					const action = updated ? 'update' : created ? 'create' : 'keep';
					const { reason } = (details ?? {}) as { reason?: string };
					done[getPairs([item])[0]] = reason ? { action: 'fail', reason } : { action };
				}
				expect(plans).toMatchObject(done.flat());
				expect(plans).toHaveLength(done.flat().length);
			},
		),
		{ numRuns: 60 },
	);
});
