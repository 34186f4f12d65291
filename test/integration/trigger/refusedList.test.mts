/** Tests that a refused or unreadable list of webhooks never counts as an empty list, so nothing is changed. */
import { until } from '../../../tools/until.mts';
import { getMessages, written } from '../../support/sent.mts';
import { withJson } from '../../support/faults.mts';
import { useTriggerWorld } from '../../support/trigger.mts';

const world = useTriggerWorld();

/** Responses without a list are tested in `test/integration/refusals.test.mts`. */
const forms: Array<[string, object, RegExp]> = [
	[
		'an HTTP error',
		{ type: 'status', status: 403, body: { message: 'Not for you' } },
		/Not for you/,
	],
	['an error with status 200', withJson({ error: 1, message: 'Not for you' }), /Not for you/],
	['a web page', { type: 'html' }, /JSON/],
	[
		'webhooks without URLs',
		withJson({ error: 0, data: { webhooks: [{ id: 1 }] } }),
		/lists webhooks without their URLs/,
	],
];
const refuse = async (action: object) => {
	await world.fault('/api/webhooks', action, { method: 'GET' });
	await world.forget();
};

describe.each(forms)('%s instead of the list', (_, action, words) => {
	test("publishing fails with the reason if the list of webhooks is refused or can't be read", async () => {
		await refuse(action);
		await expect(world.publish()).rejects.toThrow(words);
		expect(await written(world)).toEqual([]);
	});

	test("the hourly check reports the reason and renews nothing if the list of webhooks is refused or can't be read", async () => {
		const publication = await world.publish();
		const before = await world.webhooks();
		await refuse(action);
		await world.check(publication);
		const said = () => [
			...world.started().map(({ error }) => error!.message),
			...getMessages(publication.log),
		];
		await until('a message', () => said().length > 0);
		expect(said()).toEqual([expect.stringMatching(words)]);
		expect(await written(world)).toEqual([]);
		expect(await world.webhooks()).toEqual(before);
	});

	test("webhook.sendTestEvent fails with the reason if the list of webhooks is refused or can't be read", async () => {
		await refuse(action);
		const failed = await world.fail('webhook', 'sendTestEvent', { event: 'link.clicked' });
		expect(JSON.stringify(failed)).toMatch(words);
		expect(await written(world)).toEqual([]);
	});
});
