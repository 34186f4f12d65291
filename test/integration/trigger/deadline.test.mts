/** Tests that publishing ends before n8n gives up, and that whatever Link Platform does late is undone. */
import type { patience as Patience } from '../../../nodes/LinkPlatform/adapter/publication.ts';
import type { Publication } from '../../../packages/n8n-harness/index.mts';
import { getBuiltModule } from '../../../tools/built.mts';
import { until } from '../../../tools/until.mts';
import { requested } from '../../support/sent.mts';
import { useTriggerWorld } from '../../support/trigger.mts';

const world = useTriggerWorld();
const { patience } = getBuiltModule<{ patience: typeof Patience }>(
	'nodes/LinkPlatform/adapter/publication',
);
const usual = { ...patience };
afterEach(() => void Object.assign(patience, usual));

const LATE = /^Link Platform didn't respond in time\. Check whether Link Platform is available/;
const SUBSCRIBE = '/api/webhooks/subscribe';
const silent = { action: { type: 'stall' } };
/** Link Platform creates the webhook at once, or after a while, and responds long after everybody has given up. */
const late = (afterHandling: boolean) => ({
	method: 'POST',
	path: SUBSCRIBE,
	times: 1,
	action: { type: 'delay', ms: 1_200, afterHandling },
});
const asked = async (start: string) =>
	(await requested(world)).filter((request) => request.startsWith(start)).length;
const expectNothingLeft = async () => {
	await until('the removal', async () => (await asked('DELETE')) > 0);
	await until('no webhook', async () => (await world.webhooks()).length === 0);
};
/** Lets n8n try to publish, which fails. */
const expectLate = (publication: Publication) =>
	expect(publication.activate('activate')).rejects.toThrow(LATE);

test('all tries of a publication share one deadline, after which each fails at once in the same words', async () => {
	patience.publication = 300;
	await world.sandbox.fault(silent);
	const publication = world.create();
	await expectLate(publication);
	const before = (await requested(world)).length;
	for (let n = 0; n < 2; n += 1) await expectLate(publication);
	expect((await requested(world)).length).toBe(before);
	// A try that comes later is a new publication.
	patience.sameWithin = 0;
	await world.clearFaults();
	patience.publication = usual.publication;
	await publication.activate('activate');
	expect(await world.active()).toHaveLength(1);
	await world.remove(publication);
});

test('removing a former version shares the deadline of the publication', async () => {
	const publication = await world.publish();
	patience.publication = 300;
	await world.sandbox.fault(silent);
	await expect(publication.republish({ events: ['qr.scanned'] })).rejects.toThrow(LATE);
	expect(await asked('POST')).toBe(1);
});

test.each([false, true])(
	'a webhook that Link Platform reports after the publication was given up is removed (created at once: %j)',
	async (isCreatedAtOnce) => {
		patience.publication = 300;
		await world.sandbox.fault(late(isCreatedAtOnce));
		const publication = world.create();
		await expectLate(publication);
		patience.sameWithin = 0;
		patience.publication = usual.publication;
		await publication.unpublish();
		await expectNothingLeft();
		await publication.publishAgain();
		expect(await world.active()).toHaveLength(1);
		await world.remove(publication);
	},
);

test('a webhook that was created is removed if the publication is given up while the list is read again', async () => {
	patience.publication = 1_500;
	await world.change({ subscribeAnswer: 'record' });
	await world.sandbox.fault({ path: '/api/webhooks', after: 1, action: { type: 'stall' } });
	await expectLate(world.create());
	await expectNothingLeft();
});

test('a webhook that the hourly check creates late, after unpublishing, is removed', async () => {
	const publication = await world.publish();
	const [{ id }] = await world.webhooks();
	await world.call(`${SUBSCRIBE}/${id}`, undefined, 'DELETE');
	await world.forget();
	await world.sandbox.fault(late(false));
	publication.tick();
	await until('the subscription', async () => (await asked('POST')) > 0);
	await publication.unpublish();
	await until('the late removal', async () => (await asked('DELETE')) > 1);
	expect(await world.webhooks()).toEqual([]);
});
