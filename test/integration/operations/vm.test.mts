/** Values from n8n's default expression engine, an isolate. This is its own file, because a process has one engine. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sent } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld({ expressionEngine: 'vm' });

const rows = [1, 2, 3].map((n) => ({
	json: { n, name: `Table ${n}`, url: `https://example.com/${n}` },
}));

test('n8n evaluates expressions with the engine "vm" in this test file', () => {
	expect(world.engine.activeExpressionEngine).toBe('vm');
});

test("expressions that return strings, numbers and dates are sent in each field's type for each item", async () => {
	const additionalFields = {
		alias: '={{ $json.name.toLowerCase().replace(" ", "-") }}',
		expiry: '={{ $now.plus({ days: 1 }).toISO() }}',
		maxClicks: '={{ $json.n * 10 }}',
		utm: { values: { source: '={{ $json.n }}' } },
	};
	const { items, errorItems } = await world.run(
		'link',
		'create',
		{ url: '={{ $json.url }}', additionalFields },
		{ items: rows, settings: { timezone: 'UTC' } },
	);
	expect(errorItems).toEqual([]);
	expect(items.map(({ json }) => [json.alias, json.longurl])).toEqual(
		rows.map(({ json: { n } }) => [`table-${n}`, `https://example.com/${n}?utm_source=${n}`]),
	);
	const [{ body }] = await sent(world);
	expect(body).toMatchObject({ maxClicks: 10, expiry: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
});

test('an expression that returns a date object is sent as an ISO date', async () => {
	// jest runs tests in another realm, in which n8n doesn't recognize such an object.
	const script = 'test/integration/operations/vmDate.mts';
	const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script]);
	expect(JSON.parse(stdout)).toEqual({
		url: 'https://example.com',
		expiry: '2031-02-03T04:05:06Z',
	});
});

test("a filter that is an expression decides which delivery starts the trigger's workflow", async () => {
	const host = await world.engine.startTriggerHost();
	try {
		const filters = { alias: '={{ "laun" + "ch" }}' };
		const parameters = { events: '={{ ["link.clicked"] }}', filters };
		const publication = await host.publish({ parameters });
		for (const path of ['/guide', '/launch']) await world.sandbox.visit(path);
		const [execution, ...others] = await host.waitForExecutions(1);
		expect(execution.items[0].json).toMatchObject({ event: 'link.clicked', alias: 'launch' });
		expect(others).toEqual([]);
		await publication.unpublish();
	} finally {
		await host.close();
	}
});
