/** What people ask for most, each as the smallest workflow that shows it, with the requests that it takes. */
import { type NodeSketch, chain, deliver, manualStart, triggered } from '../../tools/n8n/world.mts';
import { getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { OUR_NODE, publishNew, useN8n } from './n8nSuite.mts';

const world = useN8n();
beforeEach(async () => await world.control('reset', {}));

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
const ROW = { shop: 'Alpha', error: 'none', id: 'A-1' };

/** Runs our node for these rows; returns its items, what it says beside them, and the requests that it sent. */
async function runNode(
	parameters: Record<string, unknown>,
	rows: object[] = [ROW],
	type = OUR_NODE,
) {
	const jsCode = `return ${JSON.stringify(rows.map((json) => ({ json })))}`;
	const nodes: NodeSketch[] = [
		manualStart,
		{ name: 'Rows', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
		{ name: 'Node', type, parameters, credentials: { linkPlatformApi: world.credential } },
	];
	return await runChain(nodes);
}

/** Runs a workflow of these nodes, of which the first starts it. */
async function runChain(nodes: NodeSketch[]) {
	const { id } = await world.rest.createWorkflow(chain('Asked for', nodes));
	const { result, requests } = await count(async () => await world.rest.run(id, nodes[0].name));
	const [items = []] = getOutputs(result, 'Node');
	return {
		items: items.map(({ json }) => json),
		said: JSON.stringify(result.data),
		requests,
	};
}

/** What comes of the work, and the requests that it took, by Link Platform's log. */
async function count<T>(work: () => Promise<T>) {
	const before = (await world.requests()).length;
	const result = await work();
	const sent = (await world.requests()).slice(before);
	return { result, requests: sent.map(({ method, path }) => `${method} ${path}`) };
}
const redirect = { resource: 'qrCode', operation: 'update', qrCodeId: byId(1) };
const reuse = {
	resource: 'link',
	operation: 'create',
	url: '={{ $json.url }}',
	ifUrlExists: 'reuse',
};
const poll = 'n8n-nodes-linkplatform.linkPlatformPollingTrigger';

test('a printed code leads elsewhere, by two requests', async () => {
	const url = 'https://example.com/new-menu';
	const { items, requests } = await runNode({ ...redirect, updateFields: { url } });
	expect(items).toMatchObject([{ id: 1, targetUrl: url }]);
	expect(requests).toEqual([
		'GET /api/qr/1',
		expect.stringMatching(/^PUT \/api\/url\/\d+\/update$/),
	]);
	const visit = await fetch(`${world.service.url}/q/poster`, { redirect: 'manual' });
	expect(visit.headers.get('location')).toBe(url);
});

test('a code that tells no link is refused before anything is changed', async () => {
	await world.control('settings', { qrLinks: 'hidden' }, 'PATCH');
	const updateFields = { url: 'https://example.com/new-menu' };
	const { said, requests } = await runNode({ ...redirect, updateFields });
	expect(said).toContain("doesn't tell the link behind this QR code");
	expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
});

test('a target in five spellings has one link, found by one list', async () => {
	const urls = ['', '/', ':443', '', '/'].map((end, at) => ({
		url: `${at === 3 ? 'HTTPS://SHOP' : 'https://shop'}.example.com${end}`,
	}));
	const { items, requests } = await runNode(reuse, urls);
	expect(items.map(({ created }) => created)).toEqual([true, false, false, false, false]);
	expect(new Set(items.map(({ id }) => id)).size).toBe(1);
	expect(requests).toEqual(['GET /api/urls', 'POST /api/url/add']);
});

test('rows stay whole beside the record, and a column that it has too comes under input', async () => {
	const parameters = {
		resource: 'link',
		operation: 'get',
		linkId: byId(1),
		includeInputFields: true,
	};
	const { items, said, requests } = await runNode(parameters);
	expect(requests).toEqual(['GET /api/url/1']);
	expect(items).toMatchObject([{ id: 1, shop: 'Alpha', input: { id: 'A-1', error: 'none' } }]);
	expect(said).toContain("these input fields are under 'input' in the output: error, id");
});

test('both triggers give an event as columns of the same names', async () => {
	const click = {
		linkId: 1,
		alias: 'launch',
		country: 'Germany',
		event: 'campaign',
		details: true,
	};
	const filtered = { filters: { country: 'de' } };
	const { result: workflow, requests } = await count(
		async () => await publishNew(world, triggered(world.credential, ['link.clicked'], filtered)),
	);
	expect(requests).toEqual(['GET /api/webhooks', 'POST /api/webhooks/subscribe']);
	const [subscription] = await world.subscriptions();
	for (const country of ['France', 'Germany']) {
		expect(await deliver(subscription, { data: { ...click, country } })).toMatchObject({
			status: 200,
		});
	}
	const read = async () => await world.rest.executions(workflow.id, { withData: true });
	await until('an execution', async () => (await read()).length > 0);
	const [pushed, ...others] = (await read()).flatMap((one) => getOutputs(one, 'Trigger')[0]);
	expect(others).toEqual([]);
	expect(pushed.json).toMatchObject({
		event: 'link.clicked',
		data_event: 'campaign',
		alias: 'launch',
	});
	await world.rest.unpublish(workflow.id);
	const { items, requests: polled } = await runPolling({ event: 'link.clicked' });
	// The list, and the clicks of the most clicked links.
	expect(polled.sort()).toEqual([
		'GET /api/url/1/stats/activity',
		'GET /api/url/4/stats/activity',
		'GET /api/urls',
	]);
	expect(Object.keys(pushed.json)).toEqual(
		expect.arrayContaining(['event', 'deliveryId', 'timestamp']),
	);
	expect(items).toMatchObject([
		{ event: 'link.clicked', deliveryId: '', linkId: expect.any(Number) },
	]);
	expect(items[0]).not.toHaveProperty('data');
});

test('a milestone is the highest step that a counter has passed; steps that are no numbers are refused', async () => {
	const { items, requests } = await runPolling({ event: 'link.milestone', steps: '1, 2, 1000000' });
	expect(requests).toEqual(['GET /api/urls']);
	expect(items).toMatchObject([{ event: 'link.milestone', step: 2, clicks: expect.any(Number) }]);
	const refused = await runPolling({ event: 'link.milestone', steps: 'ten' });
	expect(refused.requests).toEqual([]);
	expect(refused.said).toContain("'Steps' has to be a list of whole numbers");
});

/** Fetches a test event with the polling trigger. */
async function runPolling(parameters: Record<string, unknown>) {
	const trigger = { name: 'Node', type: poll, parameters };
	const credentials = { linkPlatformApi: world.credential };
	const nodes = [
		{ ...trigger, credentials },
		{ name: 'End', type: 'n8n-nodes-base.noOp' },
	];
	return await runChain(nodes);
}

test('an alias that was replaced is said, and an update of nothing names Clear Fields', async () => {
	await world.control('settings', { takenAlias: 'replaced' }, 'PATCH');
	const additionalFields = { alias: 'launch' };
	const url = 'https://example.com/2027';
	const create = { resource: 'link', operation: 'create', url, additionalFields };
	const { items, said, requests } = await runNode(create);
	expect(requests).toEqual(['POST /api/url/add']);
	expect(items[0].alias).not.toBe('launch');
	expect(said).toContain('used a different alias from the one you asked for');
	const nothing = { resource: 'link', operation: 'update', linkId: byId(1), updateFields: {} };
	const refused = await runNode(nothing);
	expect(refused.said).toContain('Clear Fields');
	expect(refused.requests).toEqual([]);
});

test('a pixel of a type that no list names is sent as it is', async () => {
	const type = { type: 'custom', customType: 'mastodon' };
	const pixel = { resource: 'pixel', operation: 'create', name: 'Mine', tag: 'M-1', ...type };
	const { requests, said } = await runNode(pixel, [ROW], `${OUR_NODE}Assets`);
	expect(requests).toHaveLength(1);
	expect(said).toContain('mastodon');
});
