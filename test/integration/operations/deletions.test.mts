/** Tests deletions: the response decides if a deletion succeeded, and an empty response causes a second request. */
import { getJson, sent } from '../../support/sent.mts';
import { useTriggerWorld } from '../../support/trigger.mts';
import { byId } from '../../support/world.mts';

const world = useTriggerWorld();
const url = 'https://n8n.example.com/webhook/1';
const MAY_BE_DONE = expect.stringContaining('may still have gone through');

/** Returns the methods of all requests. */
const methods = async () => (await sent(world)).map(({ request }) => request.split(' ')[0]);

/** Returns the last record of a list. */
const lastOf = async (resource: string) => {
	const { items } = await world.run(resource, 'getAll', { returnAll: true });
	return byId(items.at(-1)!.json.id as string);
};

const deleteLink = () => world.run('link', 'delete', { linkId: byId(1) });

test.each(['{"error":0}', '{"deleted":true}'])(
	'link.delete succeeds with a single request if the response is %s',
	async (body) => {
		await world.fault('/api/url/1/delete', { type: 'wrongJson', body });
		expect(getJson((await deleteLink()).items)).toEqual([{ deleted: true }]);
		expect(await methods()).toEqual(['DELETE']);
	},
);

test.each([
	['{"deleted":false}', "Link Platform didn't confirm that the operation succeeded"],
	[
		'{"error":0,"data":{"deleted":false},"message":"It is in use."}',
		"Link Platform didn't confirm that the operation succeeded: It is in use.",
	],
	[
		'{"link":{"id":1},"message":"Gone."}',
		"Link Platform didn't confirm that the operation succeeded: Gone.",
	],
	['{}', "Link Platform didn't confirm that the operation succeeded"],
])(
	'link.delete fails and says that the link may be deleted if the response is %s',
	async (body, error) => {
		await world.fault('/api/url/1/delete', { type: 'wrongJson', body });
		const { items, errorItems } = await deleteLink();
		expect([items, getJson(errorItems)]).toMatchObject([[], [{ error, message: MAY_BE_DONE }]]);
		expect(await methods()).toEqual(['DELETE']);
	},
);

describe.each(['accepted', 'refused'] as const)(
	'deletions with an empty response (a second deletion is %s)',
	(twice) => {
		beforeEach(() => world.change({ deletions: 'empty', deletedTwice: twice }));

		test.each([
			['link', 'linkId'],
			['pixel', 'pixelId'],
			['legacyCampaign', 'legacyCampaignId'],
			['webhook', 'webhookId'],
		])(
			'the deletion of a %s is confirmed by a second request if the first response is empty',
			async (resource, field) => {
				if (resource === 'webhook') await world.run('webhook', 'create', { url, events: ['all'] });
				const parameters = { [field]: await lastOf(resource) };
				await world.forget();
				expect(await world.first(resource, 'delete', parameters)).toEqual({ deleted: true });
				expect(await methods()).toEqual(['DELETE', 'DELETE']);
			},
		);

		test('the deletion of a bio block succeeds even if the responses to deletions are empty', async () => {
			const bioPageId = await lastOf('bioPage');
			const block = { type: 'text', contentMode: 'json', content: '{"text": "a"}' };
			const record = await world.first('bioBlock', 'create', { bioPageId, ...block });
			const blockKey = byId(record.key as string);
			const deletion = await world.run('bioBlock', 'delete', { bioPageId, blockKey });
			expect(getJson(deletion.items)).toEqual([{ deleted: true }]);
		});

		test('unpublishing a trigger deletes its webhook even if the responses to deletions are empty', async () => {
			const publication = await world.publish();
			await world.remove(publication);
		});
	},
);

test('link.delete fails if the first response is empty and the confirming second request is refused', async () => {
	const path = '/api/url/1/delete';
	await world.fault(path, { type: 'empty' }, { times: 1 });
	await world.fault(path, { type: 'status', status: 403, body: { error: 1, message: 'No.' } });
	const { items, errorItems } = await deleteLink();
	expect([items, errorItems[0].json.error]).toEqual([[], 'No.']);
});
