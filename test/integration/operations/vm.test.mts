/** The main operations under n8n's default expression engine, an isolate; apart, because the engine is one per process. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readQr } from '../../support/readQr.mts';
import { jsonOf, pairsOf, sent } from '../../support/sent.mts';
import { deliverSigned, derivedSecret } from '../../support/trigger.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld({ expressionEngine: 'vm' });

const rows = [1, 2, 3].map((n) => ({
	json: { n, name: `Table ${n}`, url: `https://example.com/${n}` },
}));

test('it is the isolate that evaluates', () => {
	expect(world.engine.activeExpressionEngine).toBe('vm');
});

test('links are created, found, changed and deleted by expressions', async () => {
	const additionalFields = {
		alias: '={{ $json.name.toLowerCase().replace(" ", "-") }}',
		expiry: '={{ $now.plus({ days: 1 }).toISO() }}',
		maxClicks: '={{ $json.n * 10 }}',
		utm: { values: { source: '={{ $json.n }}' } },
	};
	const more = { items: rows, settings: { timezone: 'UTC' } };
	const created = await world.run(
		'link',
		'create',
		{ url: '={{ $json.url }}', additionalFields },
		more,
	);
	expect(created.errorItems).toEqual([]);
	expect(created.items.map(({ json }) => [json.alias, json.longurl])).toEqual(
		rows.map(({ json: { n } }) => [`table-${n}`, `https://example.com/${n}?utm_source=${n}`]),
	);
	const [{ body }] = await sent(world);
	expect(body).toMatchObject({ maxClicks: 10, expiry: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });

	const items = created.items.map(({ json }) => ({ json }));
	const linkId = byId('={{ $json.id }}');
	const updateFields = { url: '={{ $json.longurl.split("?")[0] }}' };
	const updated = await world.run('link', 'update', { linkId, updateFields }, { items });
	expect(updated.items.map(({ json }) => json.longurl)).toEqual(rows.map(({ json }) => json.url));
	const byUrl = { __rl: true, mode: 'url', value: '={{ $json.shorturl }}' };
	const got = await world.run('link', 'get', { linkId: byUrl }, { items });
	expect(jsonOf(got.items)).toEqual(jsonOf(updated.items));
	const deleted = await world.run('link', 'delete', { linkId }, { items });
	expect(jsonOf(deleted.items)).toEqual(Array(3).fill({ deleted: true }));
});

test('a date that leaves the isolate as an object is sent as a date', async () => {
	// jest runs tests in a realm of its own, where n8n does not know such an object again.
	const script = 'test/integration/operations/vmDate.mts';
	const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script]);
	expect(JSON.parse(stdout)).toEqual({
		url: 'https://example.com',
		expiry: '2031-02-03T04:05:06Z',
	});
});

test('an unusable value fails its own item', async () => {
	const additionalFields = { maxClicks: '={{ $json.n === 2 ? "many" : $json.n }}' };
	const { items, errorItems } = await world.run(
		'link',
		'create',
		{ url: '={{ $json.url }}', additionalFields },
		{ items: rows },
	);
	expect(pairsOf(items)).toEqual([0, 2]);
	expect(errorItems[0].json).toMatchObject({
		n: 2,
		error: expect.stringContaining("'Max Clicks'"),
	});
});

test('QR codes in bulk with their images', async () => {
	const parameters = { name: '={{ $json.name }}', url: '={{ $json.url }}', downloadImage: true };
	const { items } = await world.run('qrCode', 'createMany', parameters, { items: rows });
	expect(pairsOf(items)).toEqual([0, 1, 2]);
	for (const { json, binary } of items) {
		const image = await world.engine.readBinary(binary!.data);
		expect((await readQr(image, 'image/png')).text).toBe(json.url);
	}
});

test('a delivery starts an execution, a forged one does not', async () => {
	const host = await world.engine.startTriggerHost();
	try {
		const parameters = {
			events: '={{ ["link.clicked"] }}',
			filters: { alias: '={{ "laun" + "ch" }}' },
		};
		const publication = await host.publish({ parameters });
		await fetch(`${world.sandbox.url}/guide`, { redirect: 'manual' });
		await fetch(`${world.sandbox.url}/launch`, { redirect: 'manual' });
		const [execution] = await host.waitForExecutions(1);
		expect(execution.items[0].json).toMatchObject({
			event: 'link.clicked',
			data: { alias: 'launch' },
		});
		const answer = await deliverSigned(publication, '{}', { secret: 'guess' });
		expect(answer.status).toBe(401);
		const secret = derivedSecret(world.sandbox.apiKey, publication.url);
		expect((await deliverSigned(publication, '{}', { secret })).status).toBe(200);
		expect(host.executions).toHaveLength(1);
		await publication.unpublish();
	} finally {
		await host.close();
	}
});
