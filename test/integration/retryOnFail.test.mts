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

test('a retry sends a row again if an expression changes its request', async () => {
	const onError = 'continueErrorOutput';
	const updateFields = { url: '=https://example.com/{{ Math.random() }}' };
	await world.fault('/api/url/1/update', withStatus(422), { times: 1 });
	const changing = { ...parameters, updateFields };
	await world.run('link', 'update', changing, { items, nodeSettings, onError });
	expect(await countRequests()).toEqual([2, 2, 2]);
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
