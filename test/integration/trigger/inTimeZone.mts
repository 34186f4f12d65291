/**
 * Delivers clicks with times that have no offset to a published trigger with a Max Age and to a wait, and prints the
 * responses in each of the given time zones. A process of its own, whose time zone may change.
 */
import { sign } from '../../../tools/sandbox/deliveries.mts';
import { openTriggerWorld } from '../../support/trigger.mts';

const MINUTE = 60_000;

const world = await openTriggerWorld();
const { engine, host } = world;

/** The subscriptions of a published trigger and of a wait. */
async function subscribe() {
	await world.restore();
	await world.publish({ options: { maxAge: 1 } });
	await host.run(
		{
			nodes: [
				engine.node('n8n-nodes-base.manualTrigger', { name: 'Input' }),
				engine.node('linkPlatform', {
					name: 'Wait',
					parameters: { resource: 'webhook', operation: 'waitForEvent', events: ['link.clicked'] },
				}),
			],
			connections: { Input: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } },
		},
		{ startNode: 'Input', input: [{ json: {} }] },
	);
	return await world.sandbox.webhooks();
}

/** Delivers a click of some minutes ago to both. */
async function deliver(to: Awaited<ReturnType<typeof subscribe>>, minutes: number) {
	const at = new Date(Date.now() - minutes * MINUTE).toISOString();
	const timestamp = at.slice(0, 19).replace('T', ' ');
	const responses = to.map(async ({ url, secret }) => {
		const body = JSON.stringify({ event: 'link.clicked', timestamp, data: { minutes } });
		const headers = {
			'content-type': 'application/json',
			'x-service-signature': sign(body, secret),
		};
		return await (await fetch(url, { method: 'POST', headers, body })).json();
	});
	return await Promise.all(responses);
}

const results = [];
for (const zone of process.argv.slice(2)) {
	process.env.TZ = zone;
	const subscriptions = await subscribe();
	const old = await deliver(subscriptions, 90);
	const fresh = await deliver(subscriptions, 0);
	results.push({ zone, hour: new Date(0).getHours(), old, fresh });
}
process.stdout.write(JSON.stringify(results));
await world.close();
process.exit();
