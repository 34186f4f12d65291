/**
 * Delivers clicks with times that have no offset to a published trigger with a Max Age and to a wait, and prints the
 * responses. A process of its own, since the time zone is read when it starts.
 */
import { sign } from '../../../tools/sandbox/deliveries.mts';
import { openTriggerWorld } from '../../support/trigger.mts';

const MINUTE = 60_000;

const world = await openTriggerWorld();
await world.publish({ options: { maxAge: 1 } });
const { engine, host } = world;
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
const [trigger, wait] = await world.sandbox.webhooks();

/** Delivers a click of some minutes ago to both. */
async function deliver(minutes: number) {
	const at = new Date(Date.now() - minutes * MINUTE).toISOString();
	const timestamp = at.slice(0, 19).replace('T', ' ');
	const responses = [trigger, wait].map(async ({ url, secret }) => {
		const body = JSON.stringify({ event: 'link.clicked', timestamp, data: { minutes } });
		const headers = {
			'content-type': 'application/json',
			'x-service-signature': sign(body, secret),
		};
		return await (await fetch(url, { method: 'POST', headers, body })).json();
	});
	return await Promise.all(responses);
}

const old = await deliver(90);
const fresh = await deliver(0);
process.stdout.write(
	JSON.stringify({ zone: process.env.TZ, hour: new Date(0).getHours(), old, fresh }),
);
await world.close();
process.exit();
