/** Calls the tools of the AI templates as n8n's MCP Server Trigger does, with valid and with invalid input. */
import type { INode } from 'n8n-workflow';
import { readExample } from '../../../tools/docs/runSelfTest.mts';
import { toText } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const getTools = (template: string) =>
	readExample(template).nodes.filter(({ type }) => type.endsWith('linkPlatformTool'));
const reachableFrom = (template: string, node: string) =>
	Object.entries(readExample(template).connections)
		.filter(([, { ai_tool: tools }]) => tools?.flat().some((to) => to?.node === node))
		.map(([name]) => name);
const getOperation = ({ parameters }: INode) =>
	`${toText(parameters.resource)}.${toText(parameters.operation)}`;

const world = useWorld();
const call = async (template: string, name: string, given: Record<string, unknown>) => {
	const { parameters } = getTools(template).find((tool) => tool.name === name)!;
	const tool = await world.engine.connectTool({
		node: 'n8n-nodes-linkplatform.linkPlatform',
		parameters,
	});
	return (await tool(given)) as Array<Record<string, unknown>>;
};
const url = 'https://www.example.com/spring';

const good: Array<[string, Record<string, unknown>, Record<string, unknown>]> = [
	['Find Links', {}, { id: expect.any(Number), clicks: expect.any(Number) }],
	['Find Links', { search: '' }, { id: expect.any(Number) }],
	['Clicks of a Link', { linkId: '1' }, { linkId: 1, totalClicks: 40 }],
	['Clicks of a Link', { linkId: '1', period: 'last7Days' }, { linkId: 1 }],
	['Find QR Codes', {}, { id: expect.any(Number), name: expect.any(String) }],
	['Show QR Code', { qrCodeId: '1' }, { dataUrl: expect.stringMatching(/^data:image\/png/) }],
	['Find Campaigns', {}, { id: expect.any(Number) }],
	['Plan Usage', {}, {}],
	['Create Link', { url }, { id: expect.any(Number), longurl: url }],
	['Create Link', { url, alias: 'spring-sale', campaignId: '' }, { alias: 'spring-sale' }],
	['Change Link', { shortUrl: 'launch', url }, { id: 1, longurl: url }],
	['Create QR Code', { url, name: 'Spring' }, { name: 'Spring' }],
];
test.each(good)('ai-mcp-tools: the tool %s accepts %j', async (tool, given, expected) => {
	const [first] = await call('ai-mcp-tools', tool, given);
	expect(first).toMatchObject(expected);
});

it('ai-mcp-tools has one MCP server with read-only tools and one with all tools', () => {
	const tools = getTools('ai-mcp-tools');
	const operationsAt = (server: string) => {
		const names = reachableFrom('ai-mcp-tools', server);
		return tools.filter(({ name }) => names.includes(name)).map(getOperation);
	};
	const all = operationsAt('All Tools');
	expect(all).toEqual(tools.map(getOperation));
	expect(all).toEqual(expect.arrayContaining(operationsAt('Read-Only Tools')));
	const writing = /\.(create|update|upsert|delete|change|reorder|generate|assign|set)/;
	expect(operationsAt('Read-Only Tools').filter((one) => writing.test(one))).toEqual([]);
	expect(all.filter((one) => /\.delete|apiKey|password/i.test(one))).toEqual([]);
});

it('ai-mcp-tools requires a bearer token from every AI app, on both MCP servers', () => {
	const servers = readExample('ai-mcp-tools').nodes.filter(({ type }) => /mcpTrigger$/.test(type));
	expect(servers.map(({ parameters }) => parameters.authentication)).toEqual([
		'bearerAuth',
		'bearerAuth',
	]);
});

it('ai-link-manager lets the model change or delete records only after a human review', () => {
	const atOnce = reachableFrom('ai-link-manager', 'Link Manager');
	const reviewed = reachableFrom('ai-link-manager', 'Ask for Approval');
	const tools = getTools('ai-link-manager');
	const operations = (names: string[]) =>
		tools.filter(({ name }) => names.includes(name)).map(getOperation);
	expect(operations(atOnce)).toEqual(['link.getAll', 'qrCode.getAll']);
	expect(operations(reviewed)).toEqual(['link.update', 'link.delete', 'qrCode.delete']);
});

it('the tools Change Link and Delete Link of ai-link-manager change and delete a link', async () => {
	const shortUrl = `${world.url}/launch`;
	const changed = await call('ai-link-manager', 'Change Link', { shortUrl, url });
	expect(changed).toMatchObject([{ longurl: url }]);
	const gone = await call('ai-link-manager', 'Delete Link', { shortUrl });
	expect(gone).toEqual([{ deleted: true }]);
	await expect(call('ai-link-manager', 'Delete Link', { shortUrl })).rejects.toThrow(
		/No link has the short URL/,
	);
});

describe('ai-link-assistant', () => {
	const link = { url, alias: 'spring-sale' };

	test.each([
		['Create Link', link, { shorturl: expect.stringMatching(/\/spring-sale$/) }],
		['List Links', { search: 'launch' }, { alias: 'launch' }],
		['Clicks of a Link', { linkId: '1' }, { linkId: 1, totalClicks: 40 }],
		['Create QR Code', { name: 'Spring', url }, { name: 'Spring' }],
	])('ai-link-assistant: the tool %s accepts %j', async (tool, given, expected) => {
		expect((await call('ai-link-assistant', tool, given))[0]).toMatchObject(expected);
	});

	it('ai-link-assistant has only tools that create or read, and no tool that shows an API key', () => {
		expect(getTools('ai-link-assistant').map(getOperation)).toEqual([
			'link.create',
			'link.getAll',
			'analytics.getLinkSummary',
			'qrCode.create',
		]);
	});
});
