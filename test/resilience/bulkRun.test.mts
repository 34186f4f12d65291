/** The main job with default settings: many rows, a limit of 30 requests, and a second run. */
import { useWorld } from '../support/world.mts';

const world = useWorld();

const COUNT = 150;
/** The length of a rate limit window in seconds, instead of a minute. */
const WINDOW = 0.2;

test(`createMany completes ${COUNT} rows with default settings, and creates nothing when run again`, async () => {
	const rateLimit = { limit: 30, windowSeconds: WINDOW, resetFormat: 'epochMs' } as const;
	await world.change({ rateLimit });
	const rows = Array.from({ length: COUNT }, (_, n) => ({
		json: { sku: `SKU-${n}`, target: `https://shop.example/${n}` },
	}));
	const parameters = {
		name: '={{ $json.sku }}',
		url: '={{ $json.target }}',
		// The sandbox draws SVG faster than the default format; all other optional fields have their defaults.
		format: 'svg',
	};
	for (const created of [true, false]) {
		await world.forget();
		const result = await world.run('qrCode', 'createMany', parameters, { items: rows });
		expect(result.errorItems).toEqual([]);
		expect(result.items).toHaveLength(COUNT);
		for (const [n, { json, binary }] of result.items.entries()) {
			expect(json).toMatchObject({ ...rows[n].json, name: `SKU-${n}`, created });
			expect(binary!.data.fileName).toBe(`SKU-${n}.svg`);
		}
		const counts = await world.counts();
		expect(counts['POST /api/qr/bulk'] ?? 0).toBe(created ? COUNT / 50 : 0);
		const said = result.hints.map(({ message }) => message);
		expect(said[0]).toBe(
			created ? 'QR codes: 150 created' : 'QR codes: 0 created, 150 already existed',
		);
	}
	await world.change({ rateLimit: { limit: null } });
	expect(await world.all('/api/qrs', 'qrs')).toHaveLength(2 + COUNT);
}, 60_000);
