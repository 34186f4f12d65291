/** Lists of many pages through the engine; how each form of paging is read is in `test/unit/paging.test.mts`. */
import { settingsSchema } from '../../tools/sandbox/settings.mts';
import { useWorld } from '../support/world.mts';

const world = useWorld();
beforeEach(async () => void (await world.sandbox.change({ recordRequests: false })));

const getIds = (items: Array<{ json: object }>) =>
	items.map(({ json }) => (json as { id: number }).id);

test.each(settingsSchema.shape.figures.unwrap().options)(
	'a list of three pages with figures "%s" comes whole, each record once',
	async (figures) => {
		await world.sandbox.fill('links', 246);
		await world.sandbox.change({ figures });
		const { items, errorItems } = await world.run('link', 'getAll', { returnAll: true });
		expect(errorItems).toEqual([]);
		expect([items.length, new Set(getIds(items)).size]).toEqual([250, 250]);
	},
);

test('a failed page fails the list instead of shortening it', async () => {
	await world.sandbox.fill('links', 250);
	await world.sandbox.fault({ path: '/api/urls', after: 1, action: { type: 'html' } });
	const { items, errorItems } = await world.run('link', 'getAll', { returnAll: true });
	expect([items.length, errorItems.length]).toEqual([0, 1]);
}, 30_000);

test('a list of 20,000 records is complete and in order', async () => {
	await world.sandbox.fill('links', 19_996);
	const { items } = await world.run('link', 'getAll', { returnAll: true });
	const ids = getIds(items);
	expect(ids).toHaveLength(20_000);
	expect(ids).toEqual(ids.toSorted((a, b) => a - b));
	expect(new Set(ids).size).toBe(20_000);
	expect((await world.sandbox.counts())['GET /api/urls']).toBe(200);
}, 120_000);
