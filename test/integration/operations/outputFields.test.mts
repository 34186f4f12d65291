/** How much of a long record comes out: 'Simplify' in a workflow, 'Output' where the node is an agent's tool. */
import { type INodeType, NodeHelpers } from 'n8n-workflow';
import { type Engine, openEngine } from '../../../tools/n8n-engine/index.mts';
import { loadNodePackage } from '../../../tools/n8n-engine/nodePackage.mts';
import { toText } from '../../support/sent.mts';
import { type World, byId, openWorld } from '../../support/world.mts';

let world: World;
let action: INodeType;
/** An engine that has the node as n8n offers it to agents: under its name with "Tool" at the end. */
let agents: Engine;
const TOOL = 'n8n-nodes-linkplatform.linkPlatformTool';

beforeAll(async () => {
	world = await openWorld();
	const { nodes } = await loadNodePackage(process.cwd());
	action = nodes.linkPlatform as INodeType;
	const description = { ...action.description, name: `${action.description.name}Tool` };
	const tool = Object.assign(Object.create(action) as INodeType, { description });
	agents = await openEngine({
		credentials: { linkPlatformApi: world.credential },
		extraNodeTypes: { [TOOL]: tool },
	});
});
beforeEach(async () => await world.sandbox.reset());
afterAll(async () => {
	await agents.close();
	await world.close();
});

const page = { bioPageId: byId(1) };
const qr = { qrCodeId: byId(1) };
const long: Array<[string, string, Record<string, unknown>]> = [
	['bioPage', 'get', page],
	['bioPage', 'update', { ...page, updateFields: { bio: 'New' } }],
	['bioPage', 'generate', { ...page, prompt: 'A page for a bakery' }],
	['qrCode', 'get', qr],
	['qrCode', 'update', { ...qr, updateFields: { name: 'New' } }],
];
const simplified: Record<string, string[]> = {
	bioPage: ['id', 'name', 'slug', 'bio', 'url', 'views', 'date', 'avatar', 'theme', 'domain'],
	qrCode: ['id', 'name', 'url', 'scans', 'date', 'target', 'linkId'],
};
const getFields = async (resource: string, operation: string, parameters: object) =>
	Object.keys((await world.run(resource, operation, { ...parameters })).items[0].json);
const askedByAgent = async (resource: string, operation: string, parameters: object) => {
	const all = { resource, operation, ...parameters };
	const { items, error } = await agents.runNode({ node: TOOL, parameters: all });
	expect(error).toBeUndefined();
	return items[0].json;
};

describe.each(long)('%s.%s', (resource, operation, parameters) => {
	test('gives the whole record unless simplified', async () => {
		const raw = await getFields(resource, operation, parameters);
		expect(raw.length).toBeGreaterThan(10);
		expect(await getFields(resource, operation, { ...parameters, simplify: false })).toEqual(raw);
		const short = await getFields(resource, operation, { ...parameters, simplify: true });
		expect(short).toEqual(simplified[resource]);
		expect(raw).toEqual(expect.arrayContaining(short));
	});

	test('as a tool gives what was chosen for it, the ID always', async () => {
		const raw = await askedByAgent(resource, operation, { ...parameters, output: 'raw' });
		expect(Object.keys(raw).length).toBeGreaterThan(10);
		for (const output of [undefined, 'simplified']) {
			const chosen = output === undefined ? parameters : { ...parameters, output };
			const short = await askedByAgent(resource, operation, chosen);
			expect(Object.keys(short)).toEqual(simplified[resource]);
		}
		for (const outputFields of [
			['url', 'name'],
			'={{ "url, name" }}',
			['url', 'id', 'name', 'no'],
		]) {
			const chosen = { ...parameters, output: 'selected', outputFields };
			const { id, url, name } = raw;
			expect(await askedByAgent(resource, operation, chosen)).toEqual({ id, url, name });
		}
		const none = { ...parameters, output: 'selected', outputFields: [] };
		expect(await askedByAgent(resource, operation, none)).toEqual({ id: 1 });
	});
});

test('node and tool each show their own choice only, and ignore that of the other', async () => {
	const shown = (name: string, parameters: object) => {
		const values = { resource: 'qrCode', operation: 'get', ...parameters };
		const description = { ...action.description, name };
		return description.properties
			.filter((property) =>
				NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description),
			)
			.map((property) => property.name)
			.filter((property) => /simplify|output/.test(property));
	};
	expect(shown('linkPlatform', { output: 'selected' })).toEqual(['simplify']);
	expect(shown('linkPlatformTool', { output: 'raw' })).toEqual(['output']);
	expect(shown('linkPlatformTool', { output: 'selected' })).toEqual(['output', 'outputFields']);

	expect(await getFields('qrCode', 'get', { ...qr, output: 'simplified' })).toHaveLength(13);
	const asTool = await askedByAgent('qrCode', 'get', { ...qr, output: 'raw' });
	expect(Object.keys(asTool)).toHaveLength(13);
});

test('choice that does not exist is refused before any call', async () => {
	const [, [resource, operation, parameters]] = long;
	const all = { resource, operation, ...parameters, output: '={{ "short" }}' };
	const { error } = await agents.runNode({ node: TOOL, parameters: all });
	expect(error?.message).toMatch(
		/^'Output' must be one of raw, selected, simplified \(got "short"\)/,
	);
	expect(await world.sandbox.requests()).toEqual([]);
});

test('message instead of a record stays as it is', async () => {
	const body = { error: 0, message: 'Done' };
	const action = { type: 'status', status: 200, body };
	await world.sandbox.fault({ path: '/api/bio/:id/ai-generate', action });
	const parameters = { ...page, prompt: 'A page', simplify: true };
	const { items } = await world.run('bioPage', 'generate', parameters);
	expect(items[0].json).toEqual({ success: true, message: 'Done' });
});

test.each([
	['qrCode', '/api/qrs', 'qrs', { id: 7, name: 'Poster', scans: 3 }, { logo: 'x', size: 300 }],
	['bioPage', '/api/bios', 'bios', { id: 7, name: 'Demo', views: 3 }, { blocks: [], seo: {} }],
])('list of %s is simplified for a tool only', async (resource, path, key, kept, details) => {
	const body = { error: 0, data: { [key]: [{ ...kept, ...details }], total: 1 } };
	await world.sandbox.fault({ path, action: { type: 'status', status: 200, body } });
	const { items } = await world.run(resource, 'getAll', {});
	expect(items[0].json).toEqual({ ...kept, ...details });
	expect(await askedByAgent(resource, 'getAll', {})).toEqual(kept);
});

test('image is text for a tool, whatever was chosen, and said to be too large where it is', async () => {
	const parameters = { ...qr, format: 'png', outputAs: 'binary' };
	const small = await askedByAgent('qrCode', 'download', { ...parameters, imageSize: 200 });
	expect(small.dataUrl).toMatch(/^data:image\/png;base64,/);
	const body = `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(20_000)}</svg>`;
	const action = { type: 'file', body, contentType: 'image/svg+xml' };
	await world.sandbox.fault({ path: '/api/qr/:id/download', action });
	const large = await askedByAgent('qrCode', 'download', { ...parameters, format: 'svg' });
	expect(large).not.toHaveProperty('dataUrl');
	expect(large.note).toMatch(/too large.*'Image Size \(Pixels\)' of 300/);
	const code = { name: 'Large', url: 'https://example.com', downloadImage: true, format: 'svg' };
	expect(await askedByAgent('qrCode', 'create', code)).toMatchObject({
		name: 'Large',
		note: large.note,
	});
});

test('subscribers are items for a tool, as it cannot give the file', async () => {
	const parameters = { bioPageId: byId(1), outputAs: 'binary' };
	expect(await askedByAgent('subscriber', 'export', parameters)).toHaveProperty('email');
});

test('failure says in one text what happened and what to change, for a tool only', async () => {
	const all = { resource: 'qrCode', operation: 'get', qrCodeId: byId(999_999) };
	const { error } = await agents.runNode({ node: TOOL, parameters: all });
	expect(error?.message).toMatch(/^.+\. Looked for 'QR Code' 999999\. ./);
	expect(error?.description).toBeFalsy();
	const { errorItems } = await world.run('qrCode', 'get', { qrCodeId: byId(999_999) });
	const [{ json: usual }] = errorItems;
	expect([usual.error, error?.message]).toEqual([
		'There is no QR code with id 999999.',
		`${toText(usual.error)} ${toText(usual.message)}`,
	]);
});
