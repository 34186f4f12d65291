/** Tests the AI link manager template in a real n8n: a person must approve each call that deletes or changes a link. */
import { randomUUID } from 'node:crypto';

import { readExample } from '../../tools/n8n/examples.mts';
import type { Execution, WorkflowNode } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { publishNew, useN8n } from './useN8n.mts';
import { callTool, openOutside } from './outside.mts';

interface Link {
	shorturl: string;
	id: number;
}

/** The user agent of a browser. n8n ignores requests that seem to come from a bot, such as a link preview. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chat = randomUUID();
const n8n = useN8n();
let outside: Awaited<ReturnType<typeof openOutside>>;
let workflowId: string;

beforeEach(async () => {
	await n8n.control('reset', {});
	outside.sent.length = 0;
});
beforeAll(async () => {
	outside = await openOutside();
	const workflow = readExample('ai-link-manager', n8n.credential, n8n.url);
	const { nodes } = workflow;
	setUp(nodes, 'chatTrigger', { public: true }, { webhookId: chat });
	setUp(nodes, 'lmChatOpenAi', {}, { credentials: await openAiAccount() });
	// Slack's API URL is fixed in n8n, so replace the Slack node with Telegram's, which works the same way otherwise.
	const credentials = await telegramAccount();
	const telegram = { type: 'n8n-nodes-base.telegramHitlTool', typeVersion: 1.2, credentials };
	setUp(nodes, 'slackHitlTool', { chatId: '1' }, telegram);
	({ id: workflowId } = await publishNew(n8n, workflow));
});
afterAll(() => outside?.close());

function setUp(nodes: WorkflowNode[], type: string, parameters: object, rest: object) {
	const node = nodes.find((other) => other.type.endsWith(`.${type}`))!;
	Object.assign(node, rest, { parameters: { ...node.parameters, ...parameters } });
}

async function account(type: string, data: object) {
	const id = await n8n.rest.saveCredential(type, type, data);
	return { [type]: { id, name: type } };
}
const openAiAccount = () => account('openAiApi', { apiKey: 'none', url: `${outside.url}/v1` });
const telegramAccount = () => account('telegramApi', { accessToken: 'none', baseUrl: outside.url });

/** Sends a chat message, and returns the execution once it has ended or is waiting for a person. */
async function say(text: string) {
	const before = await n8n.rest.executions(workflowId);
	void fetch(`${n8n.url}/webhook/${chat}/chat`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId: randomUUID(), chatInput: text }),
	}).catch(() => undefined);
	return await until('a reply, or a question to somebody', async () => {
		const all = await n8n.rest.executions(workflowId, { withData: true });
		const execution = all.at(-1);
		const hasAsked = execution?.status === 'waiting' && outside.sent.length > 0;
		const hasEnded = execution?.status === 'success' || execution?.status === 'error';
		return all.length > before.length && (hasAsked || hasEnded) && execution;
	});
}

/** Presses a button of the latest question, and returns the execution once it has ended. */
async function press(label: RegExp, { id }: Execution) {
	const { buttons } = outside.sent.at(-1)!;
	const [, url] = Object.entries(buttons).find(([text]) => label.test(text))!;
	const response = await fetch(url, { headers: { 'user-agent': BROWSER } });
	expect(response.status).toBe(200);
	return await until('the execution to end', async () => {
		const execution = await n8n.rest.ended(id);
		return execution.status !== 'waiting' && execution;
	});
}

const newLink = async () => {
	const body = { url: 'https://www.example.com/spring' };
	return (await n8n.ask<{ data: Link }>('POST', '/api/url/add', body)).data;
};
/** Returns the PUT and DELETE requests that Link Platform has received since the last reset. */
const changes = async () =>
	(await n8n.requests())
		.filter(({ method }) => ['PUT', 'DELETE'].includes(method))
		.map(({ method, path }) => `${method} ${path}`);

it('the AI link manager finds a link without asking a person for approval', async () => {
	const { id } = await newLink();
	const execution = await say(callTool('Find_Links', { search: 'spring' }));
	expect(execution.status).toBe('success');
	expect(JSON.stringify(execution.data)).toContain(`${id}`);
	expect(outside.sent).toEqual([]);
});

/** Returns the chat message that calls a tool that needs approval. n8n nests such a tool's parameters. */
const reviewed = (tool: string, toolParameters: object) =>
	callTool(tool, { toolParameters, hitlParameters: {} });

const jobs: Array<[string, object, (id: number) => string]> = [
	['Delete_Link', {}, (id) => `DELETE /api/url/${id}/delete`],
	['Change_Link', { url: 'https://www.example.com/summer' }, (id) => `PUT /api/url/${id}/update`],
];

describe.each(jobs)('%s', (tool, fields, change) => {
	it('a tool of the AI link manager runs only after a person has approved the call', async () => {
		const { id, shorturl: shortUrl } = await newLink();
		const waiting = await say(reviewed(tool, { shortUrl, ...fields }));
		expect(outside.sent.at(-1)?.text).toContain(`${tool} with:\n{"shortUrl":"${shortUrl}"`);
		expect(await changes()).toEqual([]);
		const { status } = await press(/approve/i, waiting);
		expect({ status, changes: await changes() }).toEqual({
			status: 'success',
			changes: [change(id)],
		});
	});

	it("a tool of the AI link manager doesn't run if a person declines the call", async () => {
		const { shorturl: shortUrl } = await newLink();
		const waiting = await say(reviewed(tool, { shortUrl, ...fields }));
		const { status } = await press(/decline/i, waiting);
		expect({ status, changes: await changes() }).toEqual({ status: 'success', changes: [] });
	});
});

it('the AI link manager tells the model why an approved call failed', async () => {
	const waiting = await say(reviewed('Delete_Link', { shortUrl: 'none-such' }));
	const execution = await press(/approve/i, waiting);
	expect(JSON.stringify(execution.data)).toContain('No link has the short URL or alias');
});
