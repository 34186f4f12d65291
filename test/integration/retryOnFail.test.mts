/** Tests n8n's Retry On Fail: it runs the node again with all items, but items that succeeded aren't sent again. */
import { byId, useWorld } from '../support/world.mts';
import { getField, toItems } from '../support/sent.mts';
import { withJson, withStatus } from '../support/faults.mts';

const world = useWorld();

const nodeSettings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
const ids = [1, 2, 3];
const items = ids.map((id) => ({ json: { id } }));
const many = { name: '={{ $json.name }}', url: 'https://example.com', downloadImage: false };
const parameters = { linkId: byId('={{ $json.id }}'), updateFields: { maxClicks: 7 } };

/** Runs Link > Update for three links. The update of the first link fails `failures` times. */
async function updateLinks(failures: number, more: object) {
	const action = withStatus(422);
	await world.fault('/api/url/1/update', action, { times: failures });
	return await world.run('link', 'update', parameters, { items, nodeSettings, ...more });
}

/** Returns how many update requests were sent for each link. */
async function countRequests() {
	const paths = (await world.requests()).map(({ path }) => path);
	return ids.map((id) => paths.filter((path) => path === `/api/url/${id}/update`).length);
}

test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	"Retry On Fail doesn't resend rows that already succeeded (On Error: %s)",
	async (onError) => {
		const result = await updateLinks(2, { onError });
		expect(await countRequests()).toEqual([3, 1, 1]);
		expect([result.status, result.errorItems]).toEqual(['success', []]);
		expect(result.items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
			ids.map((id, item) => [id, { item }]),
		);
	},
);

test('a row that fails on every retry goes to the error output, and the other rows are returned', async () => {
	const result = await updateLinks(3, { onError: 'continueErrorOutput' });
	expect(await countRequests()).toEqual([3, 1, 1]);
	expect(getField(result.items, 'id')).toEqual([2, 3]);
	expect(result.errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
});

/** Returns the IDs of all links or QR codes. */
const listIds = async (resource: string) =>
	getIds(
		await (resource === 'link' ? world.all('/api/urls', 'urls') : world.all('/api/qrs', 'qrs')),
	);
const getIds = (records: Array<Record<string, unknown>>) => records.map(({ id }) => Number(id));

const time = '{{ $now.toMillis() }}-{{ Math.round(1e9 * Math.random()) }}';
// If the run continues, n8n tries again only if the first item has failed.
const stop = { nodeSettings, onError: 'stopWorkflow' } as const;
const LINK_URL = '/api/url/add';

test.each<[name: string, fields: Record<string, unknown>, path: string]>([
	[
		'link.create',
		{
			url: '=https://example.com/{{ $json.id }}',
			additionalFields: {
				alias: `=at-{{ $json.id }}-${time}`,
				expiry: '={{ $now.plus({ days: 30 }) }}',
				utm: { values: { campaign: `=${time}` } },
			},
		},
		LINK_URL,
	],
	[
		'link.upsert',
		{ alias: `=at-{{ $json.id }}-${time}`, url: `=https://example.com/{{ $json.id }}?${time}` },
		LINK_URL,
	],
	['qrCode.create', { name: `={{ $json.id }} ${time}`, url: 'https://example.com' }, '/api/qr/add'],
	...['keepSame', 'create'].map((ifNameExists): [string, Record<string, unknown>, string] => [
		'qrCode.createMany',
		{
			name: `={{ $json.id }} ${time}`,
			url: `=https://example.com/?${time}`,
			ifNameExists,
			downloadImage: false,
			additionalFields: { batchSize: 1 },
		},
		'/api/qr/bulk',
	]),
])(
	'%s creates each item once in two tries, although its fields hold another time in each try (%j)',
	async (name, fields, path) => {
		const [resource, operation] = name.split('.') as ['link', 'create'];
		const before = await listIds(resource);
		await world.fault(path, withStatus(422), { after: 2, times: 1 });
		const { items: done } = await world.run(resource, operation, fields, { items, ...stop });
		const made = (await listIds(resource)).filter((id) => !before.includes(id));
		expect(made).toHaveLength(3);
		expect(getField(done, 'id').toSorted()).toEqual(made.toSorted());
	},
);

/** What creates a record after it has looked for it. */
const LOOKS_UP = [
	['link', 'upsert', { alias: 'once', url: 'https://example.com/once' }, LINK_URL],
	['link', 'create', { url: 'https://example.com/once', ifUrlExists: 'reuse' }, LINK_URL],
	['qrCode', 'createMany', { ...many, name: 'Once' }, '/api/qr/bulk'],
	[
		'qrCode',
		'createMany',
		{ ...many, name: 'Once', ifNameExists: 'createOther', additionalFields: { margin: 2 } },
		'/api/qr/add',
	],
] as const;
const own = { error: 1, message: 'Busy' };

describe.each(LOOKS_UP)('%s.%s that looks up first', (resource, operation, fields, path) => {
	const continues = { nodeSettings, onError: 'continueErrorOutput' } as const;
	/** Runs two equal items while the first request gets no usable response. Returns what came out and was made. */
	const run = async (action: object, settings: object) => {
		const before = await listIds(resource);
		await world.fault(path, action, { times: 1 });
		const given = { items: toItems([{}, {}]), ...settings };
		const result = await world.run(resource, operation, fields, given);
		const made = (await listIds(resource)).filter((id) => !before.includes(id));
		return { ...result, made };
	};

	test.each([
		{ type: 'status', status: 503, body: own },
		{ type: 'status', status: 500, body: own, afterHandling: true },
		{ type: 'status', status: 503, body: 'Maintenance', headers: { 'retry-after': '0' } },
	])('the next try finds or makes what a request that ended with %j left open', async (action) => {
		for (const settings of [continues, stop]) {
			await world.restore();
			const { items: done, made } = await run(action, settings);
			expect(made).toHaveLength(1);
			expect(getField(done, 'id')).toEqual([made[0], made[0]]);
		}
	});

	test.each([
		{ type: 'status', status: 503, body: 'Maintenance' },
		{ type: 'status', status: 504, body: own },
		{ type: 'reset', when: 'before' },
		{ type: 'html' },
	])('no try sends again what a request left open that may still run (%j)', async (action) => {
		const { items: done, errorItems, made } = await run(action, continues);
		expect([done, errorItems.length, made]).toEqual([[], 2, []]);
	});
});

test('rows that an earlier try has finished count among the rows of the next try, with the values of that try', async () => {
	const items = toItems([{ n: 1 }, { n: 2 }]);
	const fields = {
		...many,
		name: 'Menu',
		url: '=https://example.com/{{ $json.n }}?{{ $now.toMillis() }}',
	};
	await world.fault('/api/qr/add', withStatus(422), { after: 1, times: 1 });
	const result = await world.run('qrCode', 'createMany', fields, { items, ...stop });
	expect(getField(result.items, 'created')).toEqual([true, true]);
	expect(result.hints.map(({ message }) => message)).not.toContainEqual(
		expect.stringMatching(/although/),
	);
});

test('Retry On Fail leaves rows that succeeded out of the next batch, and returns them as created', async () => {
	const names = ['bad', 'A', 'C'];
	await world.change({ bulk: { invalidRows: 'refuseRow', refuse: 'bad' } });
	const rows = names.map((name) => ({ json: { name } }));
	const settings = { items: rows, nodeSettings, onError: 'continueErrorOutput' } as const;
	const result = await world.run('qrCode', 'createMany', many, settings);
	expect(getField(result.items, 'created')).toEqual([true, true]);
	const batches = (await world.requests()).filter(({ path }) => path === '/api/qr/bulk');
	const sent = batches.map(({ body }) => (body as { qrs: Array<{ name: string }> }).qrs);
	expect(sent.map((qrs) => qrs.map(({ name }) => name))).toEqual([names, ['bad'], ['bad']]);
});

test('Retry On Fail returns a record of its own for each of several equal rows', async () => {
	await world.fault('/api/url/add', withStatus(422), { times: 1 });
	const settings = { items: toItems([{}, {}, {}]), nodeSettings };
	const created = await world.run('link', 'create', { url: 'https://example.com' }, settings);
	expect(new Set(getField(created.items, 'id')).size).toBe(3);
});

test.each([
	['link', 'create', { url: 'https://example.com/once' }, '/api/url/add'],
	[
		'qrCode',
		'createMany',
		{ name: 'Once', url: 'https://example.com/once', ifNameExists: 'create', downloadImage: false },
		'/api/qr/bulk',
	],
] as const)(
	"the operation %s.%s doesn't retry a create request whose response was lost",
	async (resource, operation, fields, path) => {
		const action = { type: 'status', status: 502, afterHandling: true } as const;
		await world.fault(path, action, { times: 1 });
		const settings = {
			nodeSettings,
			onError: 'continueErrorOutput',
		} as const;
		const { items: done, errorItems } = await world.run(resource, operation, fields, settings);
		const sent = (await world.requests()).filter((request) => request.path === path);
		expect([sent.length, done.length, errorItems.length]).toEqual([1, 0, 1]);
	},
);

test.each([
	[
		'qrCode',
		'create',
		{ name: 'Menu', url: 'https://example.com/menu' },
		'/api/qr/add',
		/Get the image with QR Code > Download/,
	],
	[
		'link',
		'upsert',
		{ alias: 'launch-2', url: 'https://example.com/launch' },
		'/api/url/add',
		/Delete the new link/,
	],
] as const)(
	"a retry of %s.%s doesn't create a second record if the first lacks its image or has another alias",
	async (resource, operation, fields, path, advice) => {
		const refusal = { ...withStatus(403), body: { error: 1, message: 'No downloads' } };
		await world.fault('/api/qr/:id/download', refusal);
		const renamed = withJson({ error: 0, id: 9, alias: 'x7' });
		if (resource === 'link') await world.fault(path, renamed);
		const settings = { nodeSettings, onError: 'continueErrorOutput' } as const;
		const { errorItems } = await world.run(resource, operation, fields, settings);
		expect(errorItems).toMatchObject([{ json: { message: expect.stringMatching(advice) } }]);
		const sent = (await world.requests()).filter((request) => request.path === path);
		expect(sent).toHaveLength(1);
	},
);

test('Create Many still says on a retry that a row whose response was lost may have been created', async () => {
	const action = withStatus(502);
	await world.fault('/api/qr/bulk', action);
	await world.fault('/api/qr/add', action);
	const rows = ['A', 'B'].map((name) => ({ json: { name } }));
	const settings = { items: rows, nodeSettings, onError: 'stopWorkflow' } as const;
	const { error } = await world.run('qrCode', 'createMany', many, settings);
	expect(error?.message).not.toContain('nothing was created');
	expect(error).toMatchObject({
		description: expect.stringContaining('may still have gone through'),
	});
});
