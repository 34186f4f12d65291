/** The main job with default settings: many rows, a limit of 30 requests, and a second run. */
import { useWorld } from '../support/world.mts';

const world = useWorld();

const COUNT = 150;
/** Seconds of a window, instead of a minute. */
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
		// Drawn faster by the sandbox; the rest is as the form gives it.
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
