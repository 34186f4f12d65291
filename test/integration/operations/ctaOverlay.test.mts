import { getJson, getPairs, sent } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

/** CTA overlays and splash pages: the two lists of v3 that can only be read. */
describe.each([
	['ctaOverlay', 'overlay', 'overlays'],
	['splashPage', 'splash', 'splash'],
])('%s', (resource, path, fill) => {
	test('getAll sends one request', async () => {
		await world.run(resource, 'getAll');
		expect(await sent(world)).toEqual([
			{ request: `GET /v3/api/${path}`, query: { page: '1', limit: '50' } },
		]);
	});

	test('getAll reads all page by page, or as many as wanted', async () => {
		await world.sandbox.fill(fill, 148);
		await world.sandbox.forget();
		const { items } = await world.run(resource, 'getAll', { returnAll: true });
		expect(items.map(({ json }) => json.id)).toEqual(Array.from({ length: 150 }, (_, i) => i + 1));
		expect(new Set(getPairs(items))).toEqual(new Set([0]));
		expect((await sent(world)).map(({ query }) => query)).toEqual([
			{ page: '1', limit: '100' },
			{ page: '2', limit: '100' },
		]);
		expect((await world.run(resource, 'getAll', { limit: 1 })).items).toHaveLength(1);
		const refused = await world.run(resource, 'getAll', { limit: 0 });
		expect(refused.errorItems[0].json.error).toMatch(/^'Limit' must be 1 or more/);
	});
});

describe('ctaOverlay and splashPage', () => {
	test('getAll gives the records', async () => {
		expect(getJson((await world.run('ctaOverlay', 'getAll')).items)).toEqual([
			{ id: 1, type: 'message', name: 'Product 1 promo', date: '2026-01-12 14:00:00' },
			{ id: 2, type: 'contact', name: 'Contact page', date: '2026-01-12 14:00:00' },
		]);
		expect(getJson((await world.run('splashPage', 'getAll')).items)).toEqual([
			{ id: 1, name: 'Product 1 promo', date: '2026-01-13 10:00:00' },
			{ id: 2, name: 'Contact page', date: '2026-01-13 10:00:00' },
		]);
	});

	test('getAll reads overlays that a service files under another name', async () => {
		await world.sandbox.change({
			legacy: { overlays: 'overlay' },
			idsAsStrings: true,
			errorAs: 'boolean',
		});
		const { items } = await world.run('ctaOverlay', 'getAll');
		expect(items.map(({ json }) => json.name)).toEqual(['Product 1 promo', 'Contact page']);
	});
});
