/** Tests Create Many at services that store, or show, the names of QR codes otherwise than they were sent. */
import { createManyIn } from '../../support/createMany.mts';
import { getField, getMessages, getPairs } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';
import type { SettingsPatch } from '../../../packages/sandbox/settings.mts';
import { withJson } from '../../support/faults.mts';

const world = useWorld();
const createMany = createManyIn(world);
const list = async () => (await world.all('/api/qrs', 'qrs')).slice(2);
const toRows = (...names: string[]) =>
	names.map((name, n) => ({ name, url: `https://example.com/${n}` }));
const getHints = ({ hints }: { hints: Array<{ message: string }> }) =>
	getMessages(hints).filter((message) => !message.startsWith('QR codes:'));

const WAYS = [
	['in a batch', {}],
	['one by one', { additionalFields: { batchSize: 1 } }],
	['with a design', { additionalFields: { margin: 5 } }],
] as const;
const HIDDEN: SettingsPatch = { qrLinks: 'hidden' };

describe.each(WAYS)('rows that are created %s', (_, more) => {
	test.each(['keepSame', 'keep', 'update', 'createOther'])(
		'three nights create three QR codes whose names are stored without tags and with HTML entities (%s)',
		async (ifNameExists) => {
			const rows = toRows('Fish & Chips', 'Joe\'s "Bar"', '<b>Menu</b> 2 > 1');
			for (const service of [{}, HIDDEN]) {
				await world.reset();
				await world.change({ texts: 'escaped', ...service });
				for (const created of [true, false, false]) {
					const result = await createMany(rows, { ifNameExists, ...more });
					expect(getField(result.items, 'created')).toEqual(Array(3).fill(created));
					const hints = getHints(result).filter((hint) => !hint.startsWith('Kept'));
					const example = /: 2, e\.g\. "Joe's "Bar"" as "Joe&#039;s &quot;Bar&quot;"\. Use/;
					expect(hints).toEqual(created ? [expect.stringMatching(example)] : []);
				}
				expect(await list()).toHaveLength(3);
			}
		},
	);

	test.each([
		['cut', 'Restaurant Sonnenhof, Terrace 12', 'Restaurant Sonnenhof, Terrace '],
		['lowered', 'Menu A', 'menu a'],
		['slugged', 'Menu & Bar', 'menu-bar'],
	] as const)(
		'the first night tells both spellings of a name that is stored otherwise (%s)',
		async (qrNames, name, stored) => {
			await world.change({ qrNames });
			const result = await createMany(toRows('plain', name), more);
			expect(getField(result.items, 'created')).toEqual([true, true]);
			expect(getHints(result)).toEqual([
				`QR codes whose names Link Platform stored differently: 1, e.g. "${name}" as "${stored}". Use the stored names if more than HTML entities or tags differ, or each run makes other QR codes`,
			]);
			const again = await createMany(toRows('plain', stored), more);
			expect(getField(again.items, 'created')).toEqual([false, false]);
		},
	);
});

describe.each(WAYS)('rows at services with other names or lists, created %s', (_, more) => {
	test.each<[string, SettingsPatch]>([
		['any', {}],
		['cut', { qrNames: 'cut' }],
		['shared', { qrSharedLinks: true }],
	])(
		'forty tables with one URL get forty QR codes, ten rows a run and in any order (names or links: %s)',
		async (_name, service) => {
			await world.change(service);
			const places = Array.from({ length: 40 }, (_place, n) => ((n * 27) % 40) + 1);
			for (let run = 0; run < 4; run += 1) {
				const rows = places.slice(run * 10, run * 10 + 10).map((place) => ({
					name: `Restaurant Sonnenhof Terrasse ${place}`,
					url: 'https://example.com/menu',
				}));
				const { items, errorItems } = await createMany(rows, more);
				expect(getField(items, 'created').every(Boolean)).toBe(true);
				for (const { json } of errorItems)
					expect(json.message).toMatch(/It returned QR codes with other names: "Restaurant Son/);
			}
			expect(await list()).toHaveLength(40);
		},
	);

	test('nothing is created if the list of QR codes shows no names, but Create Another needs none', async () => {
		await world.change({ qrListNames: 'hidden' });
		const rows = toRows('a', 'b');
		const { errorItems } = await createMany(rows, more);
		expect(getPairs(errorItems)).toEqual([0, 1]);
		expect(errorItems[0].json.error).toMatch(/shows no names/);
		expect(await list()).toHaveLength(0);
		const { items } = await createMany(rows, { ifNameExists: 'create', ...more });
		expect(getField(items, 'created')).toEqual([true, true]);
	});
});

test("a QR code without a name among others is nobody's", async () => {
	const qrs = [
		{ id: 7, name: null, url: 'https://go.example.com/7' },
		{ id: 8, name: 'a', url: 'https://go.example.com/8', target: 'https://example.com/0' },
	];
	await world.respond('/api/qrs', { qrs, maxpage: 1 });
	const { items } = await createMany(toRows('a', 'b'));
	expect(getField(items, 'created')).toEqual([false, true]);
});

test.each(WAYS)(
	'rows %s are looked up if the response has only words, and none is reported without an ID',
	async (_, more) => {
		await world.change({ creations: 'message', bulk: { shape: 'message' } });
		const { items, errorItems } = await createMany(toRows('a', 'b'), more);
		expect([getField(items, 'id'), errorItems]).toEqual([[3, 4], []]);
	},
);

test('an answer with a QR code that was there before fails the row, which asked for another one', async () => {
	const [row] = toRows('a');
	await createMany([row]);
	const [code] = await list();
	for (const [path, body] of [
		['/api/qr/bulk', { error: 0, data: { qrs: [code] } }],
		['/api/qr/add', { error: 0, data: code }],
	] as const)
		await world.fault(path, withJson(body));
	for (const [, more] of WAYS) {
		const moved = { ...row, url: 'https://example.com/moved' };
		const { items, errorItems } = await createMany([moved], {
			ifNameExists: 'createOther',
			...more,
		});
		expect([items, getField(errorItems, 'error')]).toEqual([
			[],
			['Link Platform returned an existing QR code (ID 3) instead of creating "a"'],
		]);
	}
});
