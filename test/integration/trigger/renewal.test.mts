/** Tests how a trigger's webhook is replaced: nothing is lost, whatever Link Platform refuses in between. */
import type { Publication } from '../../../packages/n8n-harness/index.mts';
import { withStatus } from '../../support/faults.mts';
import { getMessages, requested } from '../../support/sent.mts';
import { useTriggerWorld } from '../../support/trigger.mts';
import { until } from '../../../tools/until.mts';

const world = useTriggerWorld();

const path = '/api/webhooks/subscribe';
const events = ['link.clicked'];
const earlierEvents = ['link.clicked', 'bio.viewed'];

/**
 * Publishes a trigger whose webhook somebody has replaced by one with more events and another secret, so that the next
 * check renews the webhook. Returns the trigger and the replaced webhook.
 */
async function replace() {
	const publication = await world.publish({ events }, 'fixed');
	const [{ id, url }] = await world.webhooks();
	await world.call(`${path}/${id}`, undefined, 'DELETE');
	await world.call(path, { url, events: earlierEvents, secret: 'foreign' });
	world.setCredential({ webhookSecret: 'ours' });
	const [earlier] = await world.webhooks();
	await world.forget();
	return { publication, earlier };
}

/** Makes Link Platform refuse the next subscriptions with these statuses. */
async function refuse(...statuses: number[]) {
	for (const status of statuses) {
		// The message sounds as if the URL already had a webhook, but only the status 409 means so.
		const body = { error: 1, message: 'Your plan already has one webhook' };
		await world.fault(path, { type: 'status', status, body }, { method: 'POST', times: 1 });
	}
}

/** Returns the requests so far, without those for a remembered webhook that isn't listed. */
const asked = async () =>
	(await requested(world)).map((request) => request.replace('/api/webhooks', ''));
const reported = () =>
	world.started().map(({ error }) => `${error!.message}. ${error!.description}`);
const said = ({ log }: Publication) => [...reported(), ...getMessages(log)].join('\n');
const list = async (...lists: object[][]) => {
	for (const webhooks of lists)
		await world.respond('/api/webhooks', { webhooks }, { method: 'GET', times: 1 });
};

test('a new webhook is created before the earlier one is deleted', async () => {
	const { publication, earlier } = await replace();
	await world.check(publication);
	expect((await asked()).slice(-3)).toEqual([
		'POST /subscribe',
		'GET ',
		`DELETE /subscribe/${earlier.id}`,
	]);
	expect(await world.webhooks()).toMatchObject([{ url: earlier.url, events, secret: 'ours' }]);
});

test.each([503, 422, 403])(
	'the earlier webhook stays if Link Platform refuses the new one (%i)',
	async (status) => {
		const { publication, earlier } = await replace();
		await refuse(status, status);
		await world.check(publication);
		expect(await world.webhooks()).toEqual([earlier]);
	},
);

test('the earlier webhook is deleted first if Link Platform allows only one per URL', async () => {
	const { publication, earlier } = await replace();
	await refuse(409);
	await world.check(publication);
	expect((await asked()).slice(-4)).toEqual([
		'POST /subscribe',
		`DELETE /subscribe/${earlier.id}`,
		'POST /subscribe',
		'GET ',
	]);
	expect(await world.webhooks()).toMatchObject([{ events, secret: 'ours' }]);
});

test('a webhook that is switched off is deleted first if Link Platform refuses a second one of its URL with any status', async () => {
	const { publication, earlier } = await replace();
	await list([{ ...earlier, active: false }]);
	await refuse(422);
	await world.check(publication);
	expect(await world.webhooks()).toMatchObject([{ events, secret: 'ours', active: true }]);
});

test('the earlier webhook is back with its own events if the new one is refused after the deletion', async () => {
	const { publication, earlier } = await replace();
	await refuse(409, 422);
	await world.check(publication);
	const { url } = earlier;
	expect(await world.webhooks()).toMatchObject([{ url, events: earlierEvents, active: true }]);
});

test("the report says that events may not be delivered if the earlier webhook can't be restored", async () => {
	const { publication } = await replace();
	await refuse(409, 422, 422);
	await world.check(publication);
	expect(reported()).toEqual([
		expect.stringContaining('may have been deleted, so events may not be delivered'),
	]);
	expect(await world.webhooks()).toEqual([]);
});

test("the new webhook is looked up, and deleted if it lacks events, if the response doesn't tell them", async () => {
	const { publication, earlier } = await replace();
	await list([earlier], [earlier, { ...earlier, id: 96, events: ['bio.viewed'] }]);
	await world.respond(path, { id: 96 }, { method: 'POST' });
	await world.check(publication);
	expect(said(publication)).toContain("didn't subscribe the webhook to link.clicked");
	expect(await asked()).toContain('DELETE /subscribe/96');
	expect(await world.webhooks()).toEqual([earlier]);
});

test("the report says that a new webhook without the events couldn't be deleted", async () => {
	const { publication } = await replace();
	await world.respond(path, { id: 77, events: [] }, { method: 'POST' });
	await world.fault(`${path}/77`, withStatus(422), { method: 'DELETE' });
	await world.check(publication);
	expect(said(publication)).toContain("The new webhook couldn't be deleted");
});

test('the new webhook is found wherever it is in the list, and the earlier one is deleted', async () => {
	const { publication, earlier } = await replace();
	await list([earlier], [{ ...earlier, id: 96, events }, earlier]);
	const action = { type: 'wrongJson', body: '{"error":0,"message":"Subscribed"}' };
	await world.fault(path, action, { method: 'POST' });
	await world.check(publication);
	await until('the deletion', async () =>
		(await asked()).includes(`DELETE /subscribe/${earlier.id}`),
	);
	expect(publication.staticData['node:Link Platform Trigger']).toMatchObject({ webhookId: '96' });
});

test('publishing fails if Link Platform accepts the webhook and never lists it', async () => {
	await world.respond(path, { secret: 'x' }, { method: 'POST' });
	await expect(world.publish()).rejects.toThrow("accepted the webhook but doesn't list it");
});
