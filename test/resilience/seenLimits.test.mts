/** The limits of a real deployment: 60 requests per window, fewer for some routes, and no announced end of a window. */
import { ROW_URL, rows } from './scenarios.mts';
import { getPairs } from '../support/sent.mts';
import { type World, openWorld, useOpenedFor } from '../support/world.mts';

const inWorld = useOpenedFor(openWorld);
const WINDOW = 2;
/** The time limit of a test in ms, for a busy machine. */
const LONG = 150_000;
const name = '={{ "Code " + $json.n }}';

type Call = Parameters<World['run']>;

const createMany = (downloadImage: boolean, batchSize: number): Call => {
	const additionalFields = { batchSize };
	return ['qrCode', 'createMany', { name, url: ROW_URL, downloadImage, additionalFields }];
};

const JOBS: Array<[job: string, count: number, call: Call]> = [
	['45 links', 45, ['link', 'create', { url: ROW_URL }]],
	['8 batches of QR codes', 40, createMany(false, 5)],
	['45 QR codes with their images', 45, createMany(true, 20)],
];

test.concurrent.each(JOBS)(
	"a real deployment's rate limits cause at most one refused request per window for %s",
	inWorld(async (world, _job: string, count: number, call) => {
		const linkPlatformApi = await world.freshCredential();
		await world.change({ rateLimit: { preset: 'seen', windowSeconds: WINDOW } });
		const [resource, operation, parameters] = call;
		const { items, errorItems } = await world.run(resource, operation, parameters, {
			items: rows(count),
			credentials: { linkPlatformApi },
		});
		expect(errorItems).toEqual([]);
		expect(getPairs(items)).toEqual(rows(count).map((_, n) => n));
		const windows = await world.windows();
		for (const { bucket, refused } of windows)
			expect([bucket, refused <= 1]).toEqual([bucket, true]);
	}),
	LONG,
);
