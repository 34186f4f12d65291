/** The table "What a workflow should survive" of tools/sandbox/README.md, row by row as it stands there. */
import { readFileSync } from 'node:fs';
import { ROW_URL, type Service, closeEngine, openService, rows } from './scenarios.mts';
import { byId } from '../support/world.mts';

let service: Service;

beforeAll(async () => {
	service = await openService();
});
afterAll(async () => {
	await service.close();
	await closeEngine();
});

const lines = readFileSync('tools/sandbox/README.md', 'utf8').split('\n');
/** Does what the row of this name says; the codes in it are JavaScript, as people would paste them into JSON. */
async function applyRow(name: string): Promise<void> {
	const line = lines.find((one) => one.startsWith(`| ${name} `)) ?? '';
	const [, how] = line.slice(1).split(' | ');
	const code = /`(\{.*?\})`/.exec(how)?.[1] ?? '';
	const quoted = code.replace(/(\w+):/g, '"$1":').replaceAll("'", '"');
	await service.reset();
	credentials = { linkPlatformApi: await service.freshCredential() };
	if (how.includes('fault')) await service.fault(JSON.parse(quoted));
	else await service.set(JSON.parse(quoted));
}
let credentials = {};

const create = async (count: number, options = {}) =>
	await service.run(
		'link',
		'create',
		{ url: ROW_URL, options },
		{ items: rows(count), credentials },
	);

test('a limit is kept', async () => {
	await applyRow("a minute's limit, in seconds");
	expect((await create(7)).items).toHaveLength(7);
	for (const { refused } of await service.windows()) expect(refused).toBeLessThanOrEqual(1);
	await applyRow('a limit without any header');
	expect((await create(7)).items).toHaveLength(7);
}, 40_000);

test('a limit of one endpoint, one that takes too long, clocks that differ', async () => {
	await applyRow('a limit of one endpoint');
	expect((await create(8, { maxWait: 0 })).items).toHaveLength(5);
	const read = await service.run('link', 'get', { linkId: byId(1) }, { credentials });
	expect(read.items).toHaveLength(1);
	await applyRow('a limit that takes too long');
	const { items, errorItems } = await create(3, { maxWait: 5 });
	expect(items).toHaveLength(1);
	expect(errorItems[0].json.error).toContain('1 of 3 items are done');
	await applyRow('clocks that differ');
	expect((await create(7)).items).toHaveLength(7);
}, 40_000);

test('answers that get lost, a service down, a login page, a service that hangs', async () => {
	await applyRow('answers that get lost');
	const lost = await create(5);
	expect([lost.items.length, lost.errorItems.length]).toEqual([2, 3]);
	expect(await service.all('/api/urls', 'urls')).toHaveLength(4 + 5);
	await applyRow('the service down for a while');
	const get = { linkId: byId(1) };
	expect((await service.run('link', 'get', get, { credentials })).items).toHaveLength(1);
	await applyRow('a login page in between');
	const page = await create(2);
	expect(page.errorItems[0].json.message).toContain("Check 'API URL' in the credential");
	await applyRow('a service that hangs');
	expect((await create(2, { timeout: 2 })).errorItems).toHaveLength(2);
}, 40_000);

test('a batch with bad rows, a list that never ends', async () => {
	await applyRow('a batch with bad rows');
	const { items, errorItems } = await service.run(
		'qrCode',
		'createMany',
		{ name: '={{ $json.n % 10 ? "good" : "bad" }} {{ $json.n }}', url: ROW_URL },
		{ items: rows(30), credentials },
	);
	expect([items.length, errorItems.length]).toEqual([27, 3]);
	await applyRow('a list that never ends');
	const list = await service.run('link', 'getAll', { returnAll: true }, { credentials });
	expect(list.items).toHaveLength(4);
}, 40_000);
