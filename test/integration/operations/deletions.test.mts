/** Deletions with an empty response and HTTP 200, repeated or not: what is there decides. */
import { until } from '../../../tools/until.mts';
import { getJson, sent } from '../../support/sent.mts';
import { useTriggerWorld } from '../../support/trigger.mts';
import { byId } from '../../support/world.mts';

const world = useTriggerWorld();
const url = 'https://n8n.example.com/webhook/1';

beforeEach(async () => {
	await world.sandbox.change({ deletions: 'empty', deletedTwice: 'accepted' });
});

const EMPTY = { type: 'empty' };

/** The last created record of a list. */
const lastOf = async (resource: string) => {
	const { items } = await world.run(resource, 'getAll', { returnAll: true });
	return byId(items.at(-1)!.json.id as string);
};

describe.each<[string, string]>([
	['link', 'linkId'],
	['qrCode', 'qrCodeId'],
	['bioPage', 'bioPageId'],
	['domain', 'domainId'],
	['campaign', 'campaignId'],
	['channel', 'channelId'],
	['pixel', 'pixelId'],
	['legacyDomain', 'legacyDomainId'],
	['legacyCampaign', 'legacyCampaignId'],
	['webhook', 'webhookId'],
])('%s', (resource, field) => {
	beforeEach(async () => {
		if (resource === 'webhook') await world.run('webhook', 'create', { url, events: ['all'] });
		if (resource === 'domain') await world.run('domain', 'create', { domain: 'new.example.com' });
	});

	test('is deleted, which one more request confirms', async () => {
		const parameters = { [field]: await lastOf(resource) };
		await world.sandbox.forget();
		const { items } = await world.run(resource, 'delete', parameters);
		expect(getJson(items)).toEqual([{ deleted: true }]);
		expect((await sent(world)).map(({ request }) => request.split(' ')[0])).toEqual([
			'DELETE',
			'GET',
		]);
	});

	test('is not reported as deleted while it is still there', async () => {
		const parameters = { [field]: await lastOf(resource) };
		await world.sandbox.fault({ method: 'DELETE', action: EMPTY });
		const { items, errorItems } = await world.run(resource, 'delete', parameters);
		expect([items, errorItems[0].json.error]).toEqual([
			[],
			'Link Platform returned an empty response',
		]);
	});
});

test('a block is deleted, which its page confirms', async () => {
	const bioPageId = await lastOf('bioPage');
	const block = { type: 'text', contentMode: 'json', content: '{"text": "a"}' };
	const { items } = await world.run('bioBlock', 'create', { bioPageId, ...block });
	const blockKey = byId(items[0].json.key as string);
	await world.sandbox.fault({ method: 'DELETE', action: EMPTY });
	const { errorItems } = await world.run('bioBlock', 'delete', { bioPageId, blockKey });
	expect(errorItems[0].json.error).toBe('Link Platform returned an empty response');
	await world.sandbox.clearFaults();
	const deletion = await world.run('bioBlock', 'delete', { bioPageId, blockKey });
	expect(getJson(deletion.items)).toEqual([{ deleted: true }]);
});

test('a trigger leaves no webhook when it is unpublished', async () => {
	const publication = await world.publish();
	await publication.unpublish();
	expect(await world.sandbox.webhooks()).toEqual([]);
});

test('a trigger that is switched off subscribes again, where a URL may have only one webhook', async () => {
	await world.sandbox.change({ webhooksPerUrl: 'one', inactiveWebhooks: 'hidden' });
	const publication = await world.publish();
	const [{ id }] = await world.sandbox.webhooks();
	await world.sandbox.deactivate(id);
	await world.check(publication);
	await until('a webhook', async () => (await world.sandbox.webhooks()).some((one) => one.active));
});

test('Clean Up deletes, and does not report what is still there', async () => {
	await world.run('webhook', 'create', { url, events: ['all'] });
	const parameters = { urlPrefix: url, dryRun: false };
	await world.sandbox.fault({ method: 'DELETE', action: EMPTY });
	const failed = await world.run('webhook', 'cleanUp', parameters);
	expect([failed.items, failed.errorItems.length]).toEqual([[], 1]);
	await world.sandbox.clearFaults();
	const { items } = await world.run('webhook', 'cleanUp', parameters);
	expect(getJson(items)).toMatchObject([{ deleted: true }]);
});
