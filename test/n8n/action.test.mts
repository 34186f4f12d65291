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

	it('the credential test says why it got no response', async () => {
		expect(await testWith({ apiUrl: 'http://127.0.0.1:9' })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^Couldn't connect to 127\.0\.0\.1:9: connection refused\. /),
		});
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

const now = '{{ $json.name }}-{{ $now.toMillis() }}';
const additionalFields = { utm: { values: { campaign: `=${now}` } } };
const timed = {
	resource: 'qrCode',
	operation: 'createMany',
	name: `=${now}`,
	url: '=https://example.com/{{ $json.name }}',
	downloadImage: false,
	additionalFields,
};
const expiry = '={{ $now.plus({ days: 30 }) }}';
const timedLink = {
	resource: 'link',
	operation: 'create',
	url: '=https://example.com/{{ $json.name }}',
	additionalFields: { ...additionalFields, alias: `=${now}`, expiry },
};
const names = ['first', 'second', 'third'];
/** Runs three rows with Retry On Fail while some requests fail. Returns the execution, and whose records exist then. */
const runRetrying = async (parameters: object, fault: object) => {
	await n8n.reset();
	await n8n.control('faults', fault, 'POST');
	const execution = await runNodes(toItems(names.map((name) => ({ name }))), {
		name: 'Node',
		type: OUR_NODE,
		parameters: { ...parameters },
		credentials: { linkPlatformApi: n8n.credential },
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 0,
	});
	await n8n.clearFaults();
	const records = [await n8n.all('/api/urls', 'urls'), await n8n.all('/api/qrs', 'qrs')];
	const texts = records[parameters === timedLink ? 0 : 1].map(({ alias, name }) =>
		String(alias ?? name),
	);
	const made = texts.flatMap((text) => names.filter((name) => text.startsWith(`${name}-`)));
	return { execution, made: made.toSorted() };
};

describe('with Retry On Fail, three tries and fields that hold the time', () => {
	it.each([
		['Link > Create', timedLink, '/api/url/add'],
		['QR Code > Create Many', { ...timed, additionalFields: { batchSize: 1 } }, '/api/qr/bulk'],
		[
			'QR Code > Create Many with a design',
			{ ...timed, additionalFields: { margin: 2 } },
			'/api/qr/add',
		],
	])('%s creates each row once if the third row is refused once', async (_, parameters, path) => {
		const action = { type: 'status', status: 422 };
		const { execution, made } = await runRetrying(parameters, { path, action, after: 2, times: 1 });
		expect([execution.status, made]).toEqual(['success', names]);
		expect(getOutputs(execution, 'Node')[0]).toHaveLength(3);
	});

	it('QR Code > Create Many finishes in the second try if Link Platform answers 503 once', async () => {
		const action = { type: 'status', status: 503, afterHandling: true };
		const kept = { ...timed, name: '={{ $json.name }}-' };
		const { execution, made } = await runRetrying(kept, { path: '/api/qr/bulk', action, times: 1 });
		expect([execution.status, made]).toEqual(['success', names]);
	});

	it.each([
		['answers 504', { type: 'status', status: 504 }],
		['closes the connection', { type: 'reset', when: 'before' }],
	])('no try sends a batch again if a proxy %s', async (_, action) => {
		const { execution, made } = await runRetrying(timed, {
			path: '/api/qr/bulk',
			action,
			times: 1,
		});
		expect([execution.status, made]).toEqual(['error', []]);
		expect(execution.data?.resultData.error).toMatchObject({
			description: expect.stringMatching(/may still have gone through/),
		});
	});
});

describe('QR Code > Create Many on several nights', () => {
	const rows = ['/menu/2025', "/joe's"].map((path, n) => ({
		name: ['Menu', 'Joe\'s "Bar"'][n],
		url: `https://example.com${path}`,
	}));
	/** Runs Create Many on rows, and returns its output items. */
	const runNight = async (night: object[], ifNameExists: string) => {
		const parameters = {
			resource: 'qrCode',
			operation: 'createMany',
			name: '={{ $json.name }}',
			url: '={{ $json.url }}',
			ifNameExists,
			downloadImage: false,
		};
		const credentials = { linkPlatformApi: n8n.credential };
		const node = { name: 'Node', type: OUR_NODE, parameters, credentials };
		const onError = 'continueRegularOutput';
		return getOutputs(await runNodes(toItems(night), { ...node, onError }), 'Node')[0];
	};
	beforeEach(() => n8n.reset());

	it('a printed code follows its row to a shorter URL, and is taken for no other', async () => {
		await runNight(rows, 'keepSame');
		const moved = rows.map((row) => ({ ...row, url: 'https://example.com/' }));
		const refused = await runNight(moved, 'keepSame');
		expect(refused.map(({ json }) => json.error)).toEqual(
			rows.map(({ name, url }) => `The QR code "${name}" exists and leads to ${url}`),
		);
		const changed = await runNight(moved, 'update');
		expect(changed.map(({ json }) => [json.targetUrl, json.previousUrl])).toEqual(
			rows.map(({ url }) => ['https://example.com/', url]),
		);
	});

	it('three nights create each row once, although names are stored with HTML entities', async () => {
		await n8n.control('settings', { texts: 'escaped' }, 'PATCH');
		for (const created of [true, false, false]) {
			const items = await runNight(rows, 'keepSame');
			expect(items.map(({ json }) => json.created)).toEqual([created, created]);
		}
	});
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
