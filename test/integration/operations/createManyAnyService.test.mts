/** Create Many at services that decide at random what is not documented: a row is right or failed, never another's. */
import fc from 'fast-check';
import { getPairs } from '../../support/sent.mts';
import { type Row, startAnyService, ways } from '../../support/anyService.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();
let service: Awaited<ReturnType<typeof startAnyService>>;
beforeAll(async () => void (service = await startAnyService()));
afterAll(async () => await service.close());

const name = fc.constantFrom('Menu', 'Door', 'Table 1', 'Table 2', 'Tom & Jerry', 'bad apple', '7');
const url = fc.constantFrom(
	...['https://example.com', 'https://example.com/1', 'https://example.com/2'],
	...['https://example.com/?a=1&b=2', 'https://EXAMPLE.com/ü', 'https://example.com/3'],
);
const rows = fc.array(fc.record({ name, url }), { minLength: 1, maxLength: 8 });

/** What is wrong with the outcome for these rows; nothing if each row is right or failed. */
async function getFlaws(
	given: Row[],
	way: typeof ways extends fc.Arbitrary<infer V> ? V : never,
	skipExisting: boolean,
) {
	const isBad = (row: Row) => row.name.startsWith('bad') && way.refused !== 'silent';
	service.reset(way, isBad);
	const parameters = {
		...{ name: '={{ $json.name }}', url: '={{ $json.url }}', downloadImage: false, skipExisting },
		...{ includeInputFields: false, additionalFields: { batchSize: 5 } },
	};
	const { items, errorItems } = await world.run('qrCode', 'createMany', parameters, {
		items: given.map((json) => ({ json: { ...json } })),
		credentials: { linkPlatformApi: service.credential },
	});
	const flaws: string[] = [];
	const byId = new Map(service.made.map((record) => [JSON.stringify(record.id), record]));
	for (const [at, { json }] of items.entries()) {
		const [row, record] = [given[getPairs(items)[at]], byId.get(JSON.stringify(json.id))];
		if (record?.name !== row.name || record.url !== row.url) {
			flaws.push(`row ${JSON.stringify(row)} got ${JSON.stringify(record)}`);
		}
	}
	const keys = given.filter((row) => !isBad(row)).map((row) => JSON.stringify([row.name, row.url]));
	const wanted = skipExisting ? new Set(keys).size : keys.length;
	const isTold = way.others !== 'none';
	if (isTold ? service.made.length !== wanted : service.made.length > wanted)
		flaws.push(`${service.made.length} made of ${wanted}`);
	const bad = given.flatMap((row, at) => (isBad(row) ? [at] : []));
	const failed = getPairs(errorItems);
	if (bad.some((at) => !failed.includes(at))) flaws.push('a refused row succeeded');
	const open = errorItems.filter((item) => {
		const { name: wantedName, url: target } = given[getPairs([item])[0]];
		const isMade = service.made.some((one) => one.name === wantedName && one.url === target);
		return (
			isMade && !/may have been created|still have gone/.test(JSON.stringify(item.json.message))
		);
	});
	if (!skipExisting && open.length > 0) flaws.push(`exists, and is not said: ${open.length}`);
	// Where the records show their targets, nothing is left to guess.
	if (isTold && failed.length > bad.length) {
		flaws.push(`failed: ${JSON.stringify(errorItems.map(({ json }) => json.error))}`);
	}
	return flaws;
}

test('Each row is right or failed at a random service, and says that it may exist where it does', async () => {
	const property = fc.asyncProperty(ways, rows, fc.boolean(), async (way, given, skips) => {
		expect(await getFlaws(given, way, skips)).toEqual([]);
	});
	await fc.assert(property, { numRuns: Number(process.env.RUNS ?? 120) });
}, 120_000);
