/** Tests which fields of a long record are returned, and how this differs if the node is the tool of an AI agent. */
import { useAgents } from '../../support/agents.mts';
import { toText, getField } from '../../support/sent.mts';
import { byId } from '../../support/world.mts';

const world = useAgents();

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
const downloadedByAgent = async (parameters: object) => {
	const { items, error } = await world.askTool('qrCode', 'download', parameters);
	expect(error).toBeUndefined();
	return items[0].json;
};

describe.each(long)('%s.%s', (resource, operation, parameters) => {
	// An update of a QR code returns the target as `targetUrl`, together with the former target.
	const renamed = operation === 'update' && resource === 'qrCode';
	const useful = renamed
		? [...simplified.qrCode.filter((field) => field !== 'target'), 'targetUrl']
		: simplified[resource];
	beforeEach(() =>
		world.change({ qrTargets: 'details', qrLinkIds: 'details', qrDesigns: 'details' }),
	);
	const getKeys = async (more: object = {}) =>
		Object.keys((await world.run(resource, operation, { ...parameters, ...more })).items[0].json);

	test('a record has only its most useful fields unless Output is Raw', async () => {
		const raw = await getKeys({ output: 'raw' });
		expect(raw.length).toBeGreaterThan(10);
		expect(raw).toEqual(expect.arrayContaining(useful));
		expect(await getKeys()).toEqual(useful);
		expect(await getKeys({ output: 'simplified' })).toEqual(useful);
	});

	test('a record has the selected fields and always the ID if Output is Selected Fields', async () => {
		for (const outputFields of [
			['url', 'name'],
			'={{ "url, name" }}',
			['url', 'id', 'name', 'no'],
		]) {
			const keys = await getKeys({ output: 'selected', outputFields });
			expect(keys.toSorted()).toEqual(['id', 'name', 'url']);
		}
		expect(await getKeys({ output: 'selected', outputFields: [] })).toEqual(['id']);
	});
});

test.each([
	['qrCode', '/api/qrs', 'qrs', { id: 7, name: 'Poster', scans: 3 }, { logo: 'x', size: 300 }],
	['bioPage', '/api/bios', 'bios', { id: 7, name: 'Demo', views: 3 }, { blocks: [], seo: {} }],
])(
	'the operation %s.getAll returns simplified records by default',
	async (resource, path, key, kept, details) => {
		await world.respond(path, { [key]: [{ ...kept, ...details }], total: 1 });
		const raw = await world.run(resource, 'getAll', { output: 'raw' });
		expect(raw.items[0].json).toEqual({ ...kept, ...details });
		expect((await world.run(resource, 'getAll')).items[0].json).toEqual(kept);
	},
);

test("qrCode.download as an AI tool returns an image as text regardless of 'Output As', or a note if it is too large", async () => {
	const parameters = { ...qr, format: 'png' };
	const small = await downloadedByAgent({ ...parameters, imageSize: 200 });
	expect(small.dataUrl).toMatch(/^data:image\/png;base64,/);
	const body = `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(20_000)}</svg>`;
	const action = { type: 'file', body, contentType: 'image/svg+xml' };
	await world.fault('/api/qr/:id/download', action);
	const large = await downloadedByAgent({ ...parameters, format: 'svg' });
	expect(large).not.toHaveProperty('dataUrl');
	expect(large.note).toMatch(/too large.*'Image Size \(Pixels\)' of 300/);
});

test("subscriber.export as an AI tool returns subscribers as items, because a tool can't return a file", async () => {
	const parameters = { bioPageId: byId(1), outputAs: 'binary' };
	const { items } = await world.askTool('subscriber', 'export', parameters);
	const subscribers = await world.all('/api/bio/1/subscribers', 'subscribers');
	expect(getField(items, 'email').sort()).toEqual(subscribers.map(({ email }) => email).sort());
	expect(items.length).toBeGreaterThan(1);
});

test("an error's message and advice are one text for AI tools, but separate in workflows", async () => {
	const { error } = await world.askTool('qrCode', 'get', { qrCodeId: byId(999_999) });
	expect(error?.message).toMatch(/^.+\. Looked for 'QR Code' 999999\. ./);
	expect(error?.description).toBeFalsy();
	const failure = await world.fail('qrCode', 'get', { qrCodeId: byId(999_999) });
	const { error: usual, message } = failure;
	expect(error?.message).toBe(`${toText(usual)} ${toText(message)}`);
});
