import { readFileSync } from 'node:fs';

import { getOutputs } from '../../tools/n8n/rest.mts';
import { createClient } from '../../packages/sandbox/client.mts';
import { type McpClient, publishTools } from './mcpClient.mts';
import { type NodeSketch, chain, manualStart } from '../../tools/n8n/n8nWithSandbox.mts';
import { OUR_NODE, WITHOUT_EDITOR, publishNew, toItems, useN8n } from './useN8n.mts';

const n8n = useN8n(WITHOUT_EDITOR);
afterEach(() => n8n.clearFaults());

/** Runs nodes after a manual trigger, and returns the execution. */
async function runNodes(...nodes: NodeSketch[]) {
	const { id } = await n8n.rest.createWorkflow(chain('By hand', [manualStart, ...nodes]));
	return await n8n.rest.run(id, 'Start');
}

/** Returns an HTTP Request node that uses the Link Platform credential. */
const httpRequest = (parameters: object) => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'linkPlatformApi',
		options: {},
		...parameters,
	},
});

describe('credential test', () => {
	const testWith = (data: object) =>
		n8n.rest.call<{ status: string; message: string }>('POST', '/rest/credentials/test', {
			credentials: {
				id: n8n.credential.id,
				name: 'Sandbox',
				type: 'linkPlatformApi',
				data: { ...n8n.credentialData, ...data },
			},
		});

	it('the credential test passes with a valid key, even if the base URL is pasted with spaces and /api/', async () => {
		expect(await testWith({})).toMatchObject({ status: 'OK' });
		const pasted = ` ${n8n.service.url}/api/ `;
		expect(await testWith({ apiUrl: pasted, legacyApiUrl: '' })).toMatchObject({ status: 'OK' });
	});

	it('the credential test fails with an invalid key, and says what to check', async () => {
		const { status, message } = await testWith({ apiKey: 'lp_wrong' });
		expect(status).toBe('Error');
		expect(message).toMatch(/^API key rejected: .*'Send Key As' under 'Advanced'/);
	});
});

it("n8n's HTTP Request node can use the Link Platform credential", async () => {
	const { credential, service } = n8n;
	const execution = await runNodes({
		name: 'Request',
		...httpRequest({ url: `${service.url}/api/account` }),
		credentials: { linkPlatformApi: credential },
	});
	expect(execution.status).toBe('success');
	const [[{ json }]] = getOutputs(execution, 'Request');
	expect(json).toMatchObject({ error: 0, data: { id: 1 } });
});

it('the node and HTTP Request create as many links at 30 requests per 5 s as the README says', async () => {
	const { control, service, credentialData, saveCredential } = n8n;
	const [, theirs, count, ours] =
		/HTTP Request created (\d+) of (\d+) links; this package created all (\d+)/.exec(
			readFileSync('README.md', 'utf8'),
		)!;
	/** Creates links with this node and a new API key, and returns how many responses had each status. */
	const getStatuses = async (node: Pick<NodeSketch, 'type' | 'typeVersion' | 'parameters'>) => {
		const apiKey = await n8n.newKey();
		const credential = await saveCredential('README', { ...credentialData, apiKey });
		await control('settings', { rateLimit: { limit: 30, windowSeconds: 5 } }, 'PATCH');
		await control('requests', undefined, 'DELETE');
		await runNodes(toItems(Array.from({ length: Number(count) }, (_, n) => ({ n }))), {
			name: 'Node',
			onError: 'continueRegularOutput',
			...node,
			credentials: { linkPlatformApi: credential },
		});
		const { routes } = await n8n.totals();
		await control('settings', { rateLimit: { limit: null } }, 'PATCH');
		return routes['POST /api/url/add'].statuses;
	};
	const url = '=https://example.com/{{ $json.n }}';
	const parameters = { resource: 'link', operation: 'create', url };
	expect((await getStatuses({ type: OUR_NODE, parameters }))['200']).toBe(Number(ours));
	const request = httpRequest({
		method: 'POST',
		url: `${service.url}/api/url/add`,
		sendBody: true,
		bodyParameters: { parameters: [{ name: 'url', value: url }] },
	});
	const statuses = await getStatuses(request);
	expect(statuses).toEqual({ 200: Number(theirs), 429: Number(count) - Number(theirs) });
});

describe.each([
	['stopWorkflow', 'error', []],
	['continueErrorOutput', 'success', [2, 1]],
])('with Retry On Fail, and On Error at %s', (onError, status, counts) => {
	const url = '={{ $json.url }}';
	it.each([
		['Link > Create', 'longurl', { resource: 'link', operation: 'create', url }],
		[
			'QR Code > Create Many',
			'name',
			{
				resource: 'qrCode',
				operation: 'createMany',
				name: '={{ $json.name }}',
				url,
				ifNameExists: 'create',
				downloadImage: false,
			},
		],
	])(
		'%s creates each good row once, although n8n tries the node three times because the first row fails',
		async (_, field, parameters) => {
			await n8n.reset();
			// The sandbox refuses URLs of more than 2048 characters.
			const rows = ['x'.repeat(2048), 'second', 'third'].map((name) => ({
				name,
				url: `https://example.com/${name}`,
			}));
			const execution = await runNodes(toItems(rows), {
				name: 'Node',
				type: OUR_NODE,
				parameters,
				credentials: { linkPlatformApi: n8n.credential },
				onError,
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 0,
			});
			expect(execution.status).toBe(status);
			expect(getOutputs(execution, 'Node').map((items) => items.length)).toEqual(counts);
			const tries = (await n8n.requests()).filter(
				({ method, body }) => method === 'POST' && JSON.stringify(body).includes('xxx'),
			);
			expect(tries.length).toBeGreaterThanOrEqual(3);
			const records = [await n8n.all('/api/urls', 'urls'), await n8n.all('/api/qrs', 'qrs')].flat();
			const created = records.map((record) => String(record[field]).replace(/.*\//, ''));
			expect(created.filter((name) => /^(second|third)$/.test(name)).sort()).toEqual([
				'second',
				'third',
			]);
		},
	);
});

/** Opens a new Link Platform account. Returns a client for the account, and the account's API key. */
async function openAccount() {
	const account = await n8n.openAccount();
	return { ...createClient(account), key: account.apiKey };
}

it('a sub-workflow uses the API key from its input items', async () => {
	const [a, b] = [await openAccount(), await openAccount()];
	const start = {
		name: 'Start',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const create: NodeSketch = {
		name: 'Create',
		type: OUR_NODE,
		parameters: {
			resource: 'link',
			operation: 'create',
			url: 'https://example.com',
			additionalFields: { alias: '={{ $json.alias }}' },
		},
		credentials: {
			linkPlatformApi: await n8n.saveCredential('Clients', { apiKey: '={{ $json.key }}' }),
		},
	};
	const inner = await publishNew(n8n, chain('Inner', [start, create]));
	const call: NodeSketch = {
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: inner.id }, options: {} },
	};
	const rows = [a, b].map(({ key }, n) => ({ key, alias: `sub-${n}` }));
	const execution = await runNodes(toItems(rows), call);
	expect(getOutputs(execution, 'Call')[0].map(({ json }) => json.alias)).toEqual([
		'sub-0',
		'sub-1',
	]);
	for (const [place, account] of [a, b].entries()) {
		const aliases = (await account.all('/api/urls', 'urls')).map(({ alias }) => String(alias));
		expect(aliases.filter((alias) => alias.startsWith('sub-'))).toEqual([`sub-${place}`]);
	}
});

const toTool = (name: string, parameters: Record<string, unknown>, node = OUR_NODE) => ({
	name,
	type: `${node}Tool`,
	parameters,
	credentials: { linkPlatformApi: n8n.credential },
});
const fromAi = (key: string, text: string) => `={{ $fromAI('${key}', '${text}', 'string') }}`;
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

async function publishAllTools() {
	return await publishTools(n8n, [
		toTool('Shorten', {
			resource: 'link',
			operation: 'create',
			url: fromAi('url', 'The address to shorten'),
			additionalFields: { alias: fromAi('alias', 'The short name') },
		}),
		toTool('QR Image', {
			resource: 'qrCode',
			operation: 'download',
			qrCodeId: byId(fromAi('id', 'The ID of the QR code')),
			format: 'png',
			imageSize: 300,
		}),
		toTool(
			'Page',
			{ resource: 'bioPage', operation: 'get', bioPageId: byId('1') },
			`${OUR_NODE}BioPage`,
		),
		toTool('Pixels', { resource: 'pixel', operation: 'getAll' }, `${OUR_NODE}Assets`),
	]);
}

describe('AI tool, through the MCP Server Trigger', () => {
	let client: McpClient;
	beforeAll(async () => {
		client = await publishAllTools();
	});

	it('each AI tool on the MCP server describes what it does', async () => {
		const tools = await client.listTools();
		const descriptions = Object.fromEntries(tools.map((tool) => [tool.name, tool.description]));
		expect(descriptions).toEqual({
			Shorten: 'Create link in Link Platform',
			QR_Image: 'Download QR code in Link Platform',
			Page: 'Get bio page in Link Platform Bio Page',
			Pixels: 'Get many pixels in Link Platform Assets',
		});
	});

	it('an AI tool creates a link when called through MCP', async () => {
		const alias = 'made-by-a-tool';
		const given = { url: 'https://example.com/tool', alias };
		const { text, isError } = await client.callTool('Shorten', given);
		expect(isError).toBe(false);
		expect(JSON.parse(text)).toMatchObject([{ shorturl: `${n8n.service.url}/${alias}` }]);
	});

	it('an AI tool tells the model why its arguments were refused', async () => {
		const { text } = await client.callTool('Shorten', { url: 'no address', alias: 'x' });
		expect(text).toMatch(/url/i);
		expect(text).not.toContain(n8n.service.apiKey);
	});

	it('an AI tool returns a QR code image as text (a data URL)', async () => {
		const { text, isError } = await client.callTool('QR_Image', { id: '1' });
		expect(isError).toBe(false);
		expect((JSON.parse(text) as unknown[])[0]).toMatchObject({
			fileName: 'qr-1.png',
			mimeType: 'image/png',
			dataUrl: expect.stringMatching(/^data:image\/png;base64,/),
		});
	});
});
