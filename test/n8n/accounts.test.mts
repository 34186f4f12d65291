/** A credential with an expression in a real n8n: the items of several clients, each in its own account. */
import { createClient } from '../../tools/sandbox/client.mts';
import { type NodeSketch, chain, manualStart } from '../../tools/n8n/world.mts';
import { getOutputs } from '../../tools/n8n/rest.mts';
import { OUR_NODE, publishNew, useN8n } from './n8nSuite.mts';

const world = useN8n();
const NEEDS_ITEM = "The credential's expressions read the input item";

async function openAccount() {
	const { apiKey } = await world.control<{ apiKey: string }>('accounts', {});
	return { ...createClient({ ...world.service, apiKey }), key: apiKey };
}

/** Our node with a credential whose key is an expression. */
async function nodeOfClients(parameters: Record<string, unknown>): Promise<NodeSketch> {
	const credential = await world.saveCredential('Clients', { apiKey: '={{ $json.key }}' });
	return {
		name: 'Node',
		type: OUR_NODE,
		parameters,
		credentials: { linkPlatformApi: credential },
		onError: 'continueErrorOutput',
	};
}

const rowsOf = (rows: object[]): NodeSketch => ({
	name: 'Rows',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(rows.map((json) => ({ json })))}` },
});

/** Runs our node on the rows. */
async function runRows(parameters: Record<string, unknown>, rows: object[]) {
	const node = await nodeOfClients(parameters);
	const { id } = await world.rest.createWorkflow(
		chain('Clients', [manualStart, rowsOf(rows), node]),
	);
	const execution = await world.rest.run(id, 'Start');
	const [done = [], failed = []] = getOutputs(execution, 'Node');
	return { id, done: done.map(({ json }) => json), failed: failed.map(({ json }) => json) };
}

test('a sub-workflow uses the key of the items that it is called with', async () => {
	const [a, b] = [await openAccount(), await openAccount()];
	const start = {
		name: 'Start',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const create = await nodeOfClients({
		resource: 'link',
		operation: 'create',
		url: 'https://example.com',
		additionalFields: { alias: '={{ $json.alias }}' },
	});
	const inner = await publishNew(world, chain('Inner', [start, create]));
	const call: NodeSketch = {
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: inner.id }, options: {} },
	};
	const rows = [a, b].map(({ key }, n) => ({ key, alias: `sub-${n}` }));
	const outer = await world.rest.createWorkflow(chain('Outer', [manualStart, rowsOf(rows), call]));
	const execution = await world.rest.run(outer.id, 'Start');
	expect(getOutputs(execution, 'Call')[0].map(({ json }) => json.alias)).toEqual([
		'sub-0',
		'sub-1',
	]);
	for (const [place, account] of [a, b].entries()) {
		const aliases = (await account.all('/api/urls', 'urls')).map(({ alias }) => String(alias));
		expect(aliases.filter((alias) => alias.startsWith('sub-'))).toEqual([`sub-${place}`]);
	}
});

test('where there is no item, n8n cannot resolve the key, and the message says so', async () => {
	const credential = await world.saveCredential('Clients', { apiKey: '={{ $json.key }}' });
	const credentials = { linkPlatformApi: credential };
	const list = world.rest.call('POST', '/rest/dynamic-node-parameters/resource-locator-results', {
		path: 'parameters.linkId',
		methodName: 'searchLinks',
		nodeTypeAndVersion: { name: OUR_NODE, version: 1 },
		currentNodeParameters: { resource: 'link', operation: 'get' },
		credentials,
	});
	await expect(list).rejects.toThrow(NEEDS_ITEM);
	const trigger = { name: 'Clicks', type: `${OUR_NODE}Trigger`, credentials };
	const { id } = await world.rest.createWorkflow(chain('Clicks', [trigger]));
	const { triggers } = await world.rest.publish(id);
	expect(triggers[0].errorMessage).toContain(NEEDS_ITEM);
	await world.rest.unpublish(id);
	const { failed } = await runRows(
		{ resource: 'webhook', operation: 'waitForEvent', events: ['link.clicked'] },
		[{ key: world.credentialData.apiKey }],
	);
	expect(failed).toMatchObject([{ error: expect.stringContaining(NEEDS_ITEM) }]);
	expect(await world.subscriptions()).toEqual([]);
});
