/** The MCP template in a real n8n: a client calls each of its tools. */
import { readExample } from '../../tools/n8n/examples.mts';
import { type McpClient, connect } from './mcpClient.mts';
import { publishNew, useN8n } from './n8nSuite.mts';

const world = useN8n();
let reading: McpClient;
let all: McpClient;

beforeAll(async () => {
	const workflow = readExample('ai-mcp-tools', world.credential, world.url);
	for (const { type, parameters } of workflow.nodes) {
		// Instead of the credential of the user's AI app.
		if (type.endsWith('mcpTrigger')) parameters.authentication = 'none';
	}
	await publishNew(world, workflow);
	reading = await connect(`${world.url}/mcp/link-platform-read`);
	all = await connect(`${world.url}/mcp/link-platform`);
});
beforeEach(async () => await world.control('reset', {}));

const READ = [
	'Clicks_of_a_Link',
	'Find_Campaigns',
	'Find_Links',
	'Find_QR_Codes',
	'Plan_Usage',
	'Show_QR_Code',
];
const url = 'https://www.example.com/spring';

it('each server offers its tools, each with a description', async () => {
	const [few, many] = [await reading.listTools(), await all.listTools()];
	const getNames = (tools: typeof few) => tools.map(({ name }) => name).sort();
	expect(getNames(few)).toEqual(READ);
	const writing = ['Create_Link', 'Create_QR_Code', 'Create_or_Update_Link'];
	expect(getNames(many)).toEqual([...READ, ...writing].sort());
	expect(many.filter(({ description }) => description.length < 40)).toEqual([]);
});

const good: Array<[string, object, RegExp]> = [
	['Find_Links', {}, /"shorturl"/],
	['Clicks_of_a_Link', { linkId: '1' }, /"totalClicks"/],
	['Clicks_of_a_Link', { linkId: '1', period: 'last7Days' }, /"linkId":1/],
	['Find_QR_Codes', { search: '' }, /"scans"/],
	['Show_QR_Code', { qrCodeId: '1' }, /"dataUrl":"data:image\/png/],
	['Find_Campaigns', {}, /"links"/],
	['Plan_Usage', {}, /"remaining"/],
	['Create_Link', { url }, /"shorturl"/],
	['Create_Link', { url, alias: 'spring-sale' }, /spring-sale/],
	['Create_or_Update_Link', { url, alias: 'spring-sale' }, /spring-sale/],
	['Create_QR_Code', { url, name: 'Spring' }, /"dataUrl":"data:image\/png/],
];
it.each(good)('%s with %j', async (tool, given, expected) => {
	const text = expect.stringMatching(expected) as string;
	expect(await all.callTool(tool, given)).toEqual({ isError: false, text });
});

const bad: Array<[string, object, RegExp]> = [
	['Clicks_of_a_Link', { linkId: '999999' }, /Looked for 'Link' 999999/],
	['Clicks_of_a_Link', { linkId: '1', period: 'this week' }, /must be one of.*last7Days/],
	['Show_QR_Code', { qrCodeId: '../account' }, /'QR Code' is not a valid ID/],
	['Create_Link', { url: 'no address' }, /url/i],
	['Create_Link', { url, campaignId: 'Spring' }, /enter its ID/],
	['Create_or_Update_Link', { url, alias: '' }, /'Alias'/],
	['Create_QR_Code', { url: '', name: 'Spring' }, /'URL'/],
];
it.each(bad)('%s with %j explains what to change', async (tool, given, words) => {
	const { text, isError } = await all.callTool(tool, given);
	expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(words) });
	expect(text).not.toContain(world.service.apiKey);
});
