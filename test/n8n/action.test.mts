import { readFileSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

import { readExample } from '../../tools/n8n/examples.mts';
import { getOutputs } from '../../tools/n8n/rest.mts';
import { McpClient } from './mcpClient.mts';
import {
	type N8nWorld,
	type NodeSketch,
	chain,
	manualStart,
	openN8nWorld,
} from '../../tools/n8n/world.mts';

let world: N8nWorld;
beforeAll(async () => {
	world = await openN8nWorld();
}, 300_000);
afterAll(async () => await world?.close());
afterEach(async () => await world.clearFaults());

const OUR_NODE = 'n8n-nodes-linkplatform.linkPlatform';

/** Runs our node on one item per text; gives the items of both outputs. */
async function runNode(
	parameters: Record<string, unknown>,
	texts = ['one'],
	credential = world.credential,
) {
	const { rest } = world;
	const { id } = await rest.createWorkflow(
		chain('One node', [
			manualStart,
			{
				name: 'Items',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: {
					jsCode: `return ${JSON.stringify(texts.map((text) => ({ json: { text } })))}`,
				},
			},
			{
				name: 'Node',
				type: OUR_NODE,
				parameters,
				credentials: { linkPlatformApi: credential },
				onError: 'continueErrorOutput',
			},
		]),
	);
	const execution = await rest.run(id, 'Start');
	const [items = [], failed = []] = getOutputs(execution, 'Node');
	return { status: execution.status, items, failed };
}

describe('credential test', () => {
	const testWith = async (data: object) =>
		await world.rest.call<{ status: string; message: string }>('POST', '/rest/credentials/test', {
			credentials: {
				id: world.credential.id,
				name: 'Sandbox',
				type: 'linkPlatformApi',
				data: { ...world.credentialData, ...data },
			},
		});

	it('passes with a good key', async () => {
		expect(await testWith({})).toMatchObject({ status: 'OK' });
	});

	it('passes with the base URL as people paste it', async () => {
		const pasted = ` ${world.service.url}/api/ `;
		expect(await testWith({ apiUrl: pasted, legacyApiUrl: '' })).toMatchObject({ status: 'OK' });
	});

	it('takes https for a base URL without a scheme, as the node does', async () => {
		// The sandbox speaks http alone, so somebody else listens, who hears what is asked for.
		const TLS_HANDSHAKE = 0x16;
		const firstBytes: number[] = [];
		const listener = createServer((socket) => {
			socket.on('error', () => {});
			socket.once('data', (data) => {
				firstBytes.push(data[0]);
				socket.destroy();
			});
		});
		await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
		const apiUrl = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
		expect(await testWith({ apiUrl })).toMatchObject({ status: 'Error' });
		expect(firstBytes).toEqual([TLS_HANDSHAKE]);
		const credential = await world.saveCredential('Without a scheme', { apiUrl, legacyApiUrl: '' });
		const parameters = { resource: 'account', operation: 'get' };
		const { failed } = await runNode(parameters, ['one'], credential);
		listener.close();
		expect(failed[0].json.error).toBe(`The connection to ${apiUrl} was lost`);
		expect(new Set(firstBytes)).toEqual(new Set([TLS_HANDSHAKE]));
		expect(firstBytes.length).toBeGreaterThan(1);
	});

	it('fails with a bad key, and says so', async () => {
		const { status, message } = await testWith({ apiKey: 'lp_wrong' });
		expect(status).toBe('Error');
		expect(message).toMatch(/^API key rejected\..*Bearer Token.*X-API-Key Header/);
	});

	it("counts what 'Advanced' hides, also in a node", async () => {
		const hidden = { advanced: false, timeout: 'long' };
		const refused = "'Timeout (Seconds)' in the credential must be a whole number";
		expect(await testWith(hidden)).toEqual({ status: 'Error', message: refused });
		const credential = await world.saveCredential('Hidden settings', hidden);
		const parameters = { resource: 'account', operation: 'get' };
		const { failed } = await runNode(parameters, ['one'], credential);
		expect(failed[0].json.error).toBe(refused);
	});

	it.each([1, '1'])('fails when the service answers HTTP 200 with error %p', async (error) => {
		const body = { error, message: 'Invalid API key' };
		await world.fault({ path: '/api/account', action: { type: 'status', status: 200, body } });
		const { status, message } = await testWith({});
		expect(status).toBe('Error');
		expect(message).toContain("Check 'API URL'");
	});

	it('fails when nobody is at that address', async () => {
		const { status, message } = await testWith({ apiUrl: 'http://127.0.0.1:9' });
		expect(status).toBe('Error');
		expect(message).toMatch(/refused|connect/i);
	});
});

describe('dropdowns and locators', () => {
	interface Found {
		results: Array<{ name: string }>;
	}

	const ask = async <Answer,>(endpoint: string, body: object) =>
		await world.rest.call<Answer>('POST', `/rest/dynamic-node-parameters/${endpoint}`, {
			path: 'parameters.linkId',
			nodeTypeAndVersion: { name: OUR_NODE, version: 1 },
			currentNodeParameters: { resource: 'link', operation: 'get' },
			credentials: { linkPlatformApi: world.credential },
			...body,
		});

	it('lists links, and searches them', async () => {
		const all = await ask<Found>('resource-locator-results', { methodName: 'searchLinks' });
		expect(all.results.length).toBeGreaterThan(1);
		const found = await ask<Found>('resource-locator-results', {
			methodName: 'searchLinks',
			filter: 'launch',
		});
		expect(found.results).toHaveLength(1);
		expect(found.results[0].name).toContain('launch');
	});

	it('lists the event types that the trigger lacks', async () => {
		const nodeTypeAndVersion = { name: `${OUR_NODE}Trigger`, version: 1 };
		const options = await ask<object[]>('options', {
			methodName: 'getOtherEvents',
			nodeTypeAndVersion,
		});
		expect(options).toEqual([{ name: 'Newsletter Sent', value: 'newsletter.sent' }]);
	});

	it('lists domains and campaigns', async () => {
		expect(await ask('options', { methodName: 'getDomains' })).not.toEqual([]);
		expect(await ask('options', { methodName: 'getCampaigns' })).not.toEqual([]);
	});

	it('gives the fields of a bio block', async () => {
		const { fields } = await ask<{ fields: Array<{ id: string }> }>('resource-mapper-fields', {
			methodName: 'getBlockFields',
			path: 'parameters.blockFields',
			currentNodeParameters: {
				resource: 'bioBlock',
				operation: 'create',
				bioPageId: { __rl: true, mode: 'id', value: '1' },
				type: 'link',
				contentMode: 'fields',
			},
		});
		expect(fields.map(({ id }) => id)).toEqual(expect.arrayContaining(['title', 'url']));
	});

	it('tells the user what is wrong with the credential', async () => {
		const wrong = await world.saveCredential('Wrong key', { apiKey: 'lp_wrong' });
		const asking = ask('resource-locator-results', {
			methodName: 'searchLinks',
			credentials: { linkPlatformApi: wrong },
		});
		await expect(asking).rejects.toThrow(/key/i);
	});
});

describe('action node', () => {
	it('keeps the input fields on the error output', async () => {
		const { items, failed } = await runNode(
			{
				resource: 'link',
				operation: 'create',
				url: '={{ $json.text }}',
				additionalFields: {},
			},
			['https://example.com/fine', 'no address', 'https://example.com/also-fine'],
		);
		expect(items).toHaveLength(2);
		expect(failed).toHaveLength(1);
		expect(failed[0].json).toMatchObject({
			text: 'no address',
			error: expect.stringMatching(/url/i),
			details: { httpCode: expect.any(String) },
		});
	});

	it('stores an image as a file', async () => {
		const { items } = await runNode({
			resource: 'qrCode',
			operation: 'download',
			qrCodeId: { __rl: true, mode: 'id', value: '1' },
			format: 'png',
			imageSize: 300,
			outputAs: 'binary',
			binaryPropertyName: 'data',
		});
		expect(items[0].json).toMatchObject({ format: 'png', mimeType: 'image/png' });
		expect(items[0].binary?.data).toMatchObject({ mimeType: 'image/png' });
	});

	it('lends its credential to the HTTP Request node', async () => {
		const { rest, credential, service } = world;
		const { id } = await rest.createWorkflow(
			chain('HTTP Request', [
				manualStart,
				{
					name: 'Request',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: {
						url: `${service.url}/api/account`,
						authentication: 'predefinedCredentialType',
						nodeCredentialType: 'linkPlatformApi',
						options: {},
					},
					credentials: { linkPlatformApi: credential },
				},
			]),
		);
		const execution = await rest.run(id, 'Start');
		expect(execution.status).toBe('success');
		expect(getOutputs(execution, 'Request')[0][0].json).toMatchObject({
			error: 0,
			data: { id: 1 },
		});
	});
});

it('with 30 requests per 5 s, creates as many links as the README says, and HTTP Request too', async () => {
	const { rest, control, service, credentialData, saveCredential } = world;
	const [, theirs, count, ours] =
		/HTTP Request created (\d+) of (\d+) links, and this package all (\d+)/.exec(
			readFileSync('README.md', 'utf8'),
		)!;
	/** Statuses of the creations by a node with a key of its own. */
	const getStatuses = async (node: Pick<NodeSketch, 'type' | 'typeVersion' | 'parameters'>) => {
		const { data } = await world.ask<{ data: { key: string } }>(
			'POST',
			'/api/account/apikeys/add',
			{ name: 'README' },
		);
		const credential = await saveCredential('README', { ...credentialData, apiKey: data.key });
		await control('settings', { rateLimit: { limit: 30, windowSeconds: 5 } }, 'PATCH');
		await control('requests', undefined, 'DELETE');
		const jsCode = `return Array.from({ length: ${count} }, (_, n) => ({ json: { n } }))`;
		const { id } = await rest.createWorkflow(
			chain('README', [
				manualStart,
				{ name: 'Items', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
				{
					...{ name: 'Node', onError: 'continueRegularOutput', ...node },
					credentials: { linkPlatformApi: credential },
				},
			]),
		);
		await rest.run(id, 'Start');
		const { routes } = await control<{
			routes: Record<string, { statuses: Record<string, number> }>;
		}>('counts');
		await control('settings', { rateLimit: { limit: null } }, 'PATCH');
		return routes['POST /api/url/add'].statuses;
	};
	const url = '=https://example.com/{{ $json.n }}';
	const parameters = { resource: 'link', operation: 'create', url };
	expect((await getStatuses({ type: OUR_NODE, parameters }))['200']).toBe(Number(ours));
	const request = {
		method: 'POST',
		url: `${service.url}/api/url/add`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'linkPlatformApi',
		sendBody: true,
		bodyParameters: { parameters: [{ name: 'url', value: url }] },
		options: {},
	};
	const statuses = await getStatuses({
		...{ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: request },
	});
	expect(statuses).toEqual({ 200: Number(theirs), 429: Number(count) - Number(theirs) });
}, 120_000);

describe('examples', () => {
	it('bulk-qr-from-csv writes an image for each good row', async () => {
		const { rest, credential, filesFolder, url } = world;
		const { id } = await rest.createWorkflow(readExample('bulk-qr-from-csv', credential, url));
		const execution = await rest.run(id, 'Start');
		expect(execution.status).toBe('success');
		const [rows] = getOutputs(execution, 'Rows');
		const [done, failed] = getOutputs(execution, 'Create QR Codes');
		expect([rows.length, done.length, failed.length]).toEqual([120, 118, 2]);
		expect(failed.every(({ json }) => json.product && json.error)).toBe(true);
		expect(readdirSync(join(filesFolder, 'demo-output'))).toHaveLength(118);
	});
});

describe('AI tool, through the MCP Server Trigger', () => {
	let client: McpClient;
	beforeAll(async () => {
		const { rest, credential, url } = world;
		const tool = (name: string, parameters: Record<string, unknown>) => ({
			name,
			type: `${OUR_NODE}Tool`,
			parameters,
			credentials: { linkPlatformApi: credential },
		});
		const fromAi = (key: string, text: string) => `={{ $fromAI('${key}', '${text}', 'string') }}`;
		const workflow = chain('MCP', [
			{
				name: 'MCP Server Trigger',
				type: '@n8n/n8n-nodes-langchain.mcpTrigger',
				typeVersion: 2,
				parameters: { path: 'link-tools', authentication: 'none' },
				webhookId: 'b1c1f3b8-3f8a-4f53-a1f7-aab1d7f3b001',
			},
			tool('Shorten', {
				resource: 'link',
				operation: 'create',
				url: fromAi('url', 'The address to shorten'),
				additionalFields: { alias: fromAi('alias', 'The short name') },
			}),
			tool('QR Image', {
				resource: 'qrCode',
				operation: 'download',
				qrCodeId: { __rl: true, mode: 'id', value: fromAi('id', 'The ID of the QR code') },
				format: 'png',
				imageSize: 300,
				outputAs: 'binary',
				binaryPropertyName: 'data',
			}),
			tool('Page', {
				resource: 'bioPage',
				operation: 'get',
				bioPageId: { __rl: true, mode: 'id', value: '1' },
				output: 'selected',
				outputFields: ['url', 'views'],
			}),
		]);
		const toTrigger = { node: 'MCP Server Trigger', type: 'ai_tool', index: 0 };
		workflow.connections = {
			Shorten: { ai_tool: [[toTrigger]] },
			'QR Image': { ai_tool: [[toTrigger]] },
			Page: { ai_tool: [[toTrigger]] },
		};
		const { id } = await rest.createWorkflow(workflow);
		expect(await rest.publish(id)).toMatchObject({ status: 'published' });
		client = await McpClient.connect(`${url}/mcp/link-tools`);
	});

	it('describes what each tool does', async () => {
		const tools = await client.listTools();
		const descriptions = Object.fromEntries(tools.map((tool) => [tool.name, tool.description]));
		expect(descriptions).toEqual({
			Shorten: 'Create link in Link Platform',
			QR_Image: 'Download QR code in Link Platform',
			Page: 'Get bio page in Link Platform',
		});
	});

	it('creates a link', async () => {
		const alias = 'made-by-a-tool';
		const { text, isError } = await client.callTool('Shorten', {
			url: 'https://example.com/tool',
			alias,
		});
		expect(isError).toBe(false);
		expect((JSON.parse(text) as unknown[])[0]).toMatchObject({
			shorturl: `${world.service.url}/${alias}`,
		});
	});

	it('tells the model what to do about a refusal', async () => {
		const { text } = await client.callTool('Shorten', { url: 'no address', alias: 'x' });
		expect(text).toMatch(/url/i);
		expect(text).not.toContain(world.service.apiKey);
	});

	it('gives the fields that were chosen for it, and the ID', async () => {
		const { text } = await client.callTool('Page', {});
		const url = `${world.service.url}/bio/demo`;
		expect(JSON.parse(text)).toEqual([{ id: 1, url, views: expect.any(Number) }]);
	});

	it('answers text for a file', async () => {
		const { text, isError } = await client.callTool('QR_Image', { id: '1' });
		expect(isError).toBe(false);
		expect((JSON.parse(text) as unknown[])[0]).toMatchObject({
			fileName: 'qr-1.png',
			mimeType: 'image/png',
			dataUrl: expect.stringMatching(/^data:image\/png;base64,/),
		});
	});
});
