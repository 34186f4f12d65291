/** Tests failed publications: n8n may count the trigger as published, so publishing again must repair it. */
import type { Publication } from '../../../packages/n8n-harness/index.mts';
import { requested } from '../../support/sent.mts';
import { deliverSigned, derivedSecret, useTriggerWorld } from '../../support/trigger.mts';

const world = useTriggerWorld();

const expectToFail = (publication: Publication) =>
	expect(publication.activate('activate')).rejects.toThrow();
/**
 * Expects one webhook, deliveries that start the workflow, an hourly check that changes nothing but restores a deleted
 * webhook, and no webhook after unpublishing.
 */
async function expectToWork(publication: Publication) {
	const { url } = publication;
	expect((await world.active()).map((webhook) => webhook.url)).toEqual([url]);
	const [{ secret }] = await world.active();
	expect(secret).toBe(derivedSecret(world.apiKey, url));
	const body = JSON.stringify({ event: 'link.clicked', timestamp: new Date().toISOString() });
	expect((await deliverSigned(publication, body, { secret })).status).toBe(200);
	await world.finished(1);
	const before = await world.active();
	await world.check(publication);
	expect(await world.active()).toEqual(before);
	expect(world.started().map(({ status }) => status)).toEqual(['success']);
	// n8n still runs the hourly check of the failed publication, so the check must restore a deleted webhook.
	await world.call(`/api/webhooks/subscribe/${before[0].id}`, undefined, 'DELETE');
	await world.check(publication);
	expect((await world.active()).map((webhook) => webhook.url)).toEqual([url]);
	await world.remove(publication);
}

const status = (code: number, more: object = {}) => ({
	action: { type: 'status', status: code, ...more },
});
const subscribing = { method: 'POST', path: '/api/webhooks/subscribe' };
const lost = { action: { type: 'reset', when: 'afterHandling' } };
const noList = { method: 'GET', path: '/api/webhooks', ...status(403) };

const failures: Array<[string, object[]]> = [
	['the list of webhooks is refused', [noList]],
	['the list of event types is refused', [{ path: '/api/webhooks/events', ...status(403) }]],
	['the subscription is refused', [{ ...subscribing, ...status(403) }]],
	['the subscription gets no response', [{ ...subscribing, action: { type: 'reset' } }]],
	['the response to the subscription is lost', [{ ...subscribing, ...lost }]],
	[
		'the response to the subscription is an error',
		[{ ...subscribing, ...status(503, { afterHandling: true }) }],
	],
	[
		'the response to the subscription has no ID, and the list of webhooks is refused',
		[{ ...subscribing, action: { type: 'wrongJson', body: '{"error":0}' } }, noList],
	],
];
/** Faults that make n8n's own clean-up fail after each failed publication. */
const inVain = [
	{ ...noList, after: 1 },
	{ method: 'DELETE', ...status(403) },
];

test.each<[string, (url: string) => object, object[]]>([
	['a wrong key', () => ({ apiKey: 'wrong-key' }), []],
	['a refused connection', () => ({ apiUrl: 'http://127.0.0.1:9' }), []],
	['no response for a while', () => ({}), [status(503)]],
])(
	'a trigger whose publication failed because of %s subscribes when it is published again',
	async (_, toWrong, faults) => {
		world.setCredential(toWrong(world.credential.apiUrl));
		await world.sandbox.fault(...faults);
		const publication = world.create();
		await expectToFail(publication);
		world.host.credentials = {};
		await world.clearFaults();
		await publication.publishAgain();
		await expectToWork(publication);
	},
);

test.each([
	['created no webhook', [noList]],
	['was cleaned up', [{ ...subscribing, times: 1, ...lost }]],
])(
	'unpublishing after a failed publication that %s looks at the list, and succeeds even if that is refused',
	async (_, faults) => {
		await world.sandbox.fault(...faults);
		const publication = world.create();
		await expectToFail(publication);
		await world.sandbox.fault(status(403));
		await world.forget();
		await publication.unpublish();
		expect(await requested(world)).toEqual(['GET /api/webhooks']);
		await world.clearFaults();
		expect(await world.webhooks()).toEqual([]);
	},
);

test('publishing fails and says what to do if an expression in the credential reads the input item', async () => {
	world.setCredential({ apiKey: '={{ $json.clientKey }}' });
	const publication = world.create();
	await expect(publication.activate('activate')).rejects.toThrow(
		/^The credential's expressions need an input item\. Lists in the editor, triggers .* Triggers and operations that wait must use a credential without these expressions/,
	);
	await world.expectNoRequest();
	world.host.credentials = {};
	await publication.publishAgain();
	await expectToWork(publication);
});

describe('A publication that failed, and its leftovers', () => {
	describe.each([
		['at once', []],
		['after n8n has cleaned up in vain', inVain],
	])('recovered %s', (_, more) => {
		test.each(failures)(
			'publishing again leaves exactly one webhook after a first failure because %s',
			async (_what, faults) => {
				await world.sandbox.fault(...faults, ...more);
				const publication = world.create({ events: ['all'] });
				await expectToFail(publication);
				// n8n doesn't accept deliveries now, so the hourly check, which still runs, must not create a webhook.
				const before = await world.webhooks();
				await world.check(publication);
				await world.clearFaults();
				await world.check(publication);
				expect(await world.webhooks()).toEqual(before);
				world.expectNoExecution();
				await publication.publishAgain();
				await expectToWork(publication);
			},
		);
	});

	test.each(failures)(
		'unpublishing leaves no webhook behind if publishing failed because %s',
		async (_, faults) => {
			await world.sandbox.fault(...faults, ...inVain);
			const publication = world.create({ events: ['all'] });
			await expectToFail(publication);
			await world.clearFaults();
			await world.remove(publication);
		},
	);
});
