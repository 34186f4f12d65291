/** Purchases that were accepted when n8n loses power: what n8n does with them, and what brings them back. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Execution, getOutputs } from '../../tools/n8n/rest.mts';
import { chain, deliver, triggered } from '../../tools/n8n/world.mts';
import { publishNew, useN8n } from './n8nSuite.mts';

const world = useN8n();
const LONG = 300_000;

it(
	'experiment',
	async () => {
		const scopes = await world.rest.call<string[]>('GET', '/rest/api-keys/scopes');
		const { rawApiKey } = await world.rest.call<{ rawApiKey: string }>('POST', '/rest/api-keys', {
			label: 'rescue',
			expiresAt: null,
			scopes,
		});
		const rescue = await publishNew(
			world,
			chain('Rescue', [
				{ name: 'Error', type: 'n8n-nodes-base.errorTrigger' },
				{ name: 'End', type: 'n8n-nodes-base.noOp' },
			]),
		);
		void rawApiKey;
		const json = triggered(world.credential, ['product.purchased']);
		json.nodes.splice(1, 0, {
			id: randomUUID(),
			name: 'Work',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			position: [100, 100],
			parameters: { amount: 4, unit: 'seconds' },
		});
		json.connections = {
			Trigger: { main: [[{ node: 'Work', type: 'main', index: 0 }]] },
			Work: { main: [[{ node: 'End', type: 'main', index: 0 }]] },
		};
		json.settings = { executionOrder: 'v1', errorWorkflow: rescue.id };
		const workflow = await publishNew(world, json);
		const [subscription] = await world.subscriptions();
		const ids = Array.from({ length: 40 }, () => randomUUID());
		const answered: string[] = [];
		const sending = ids.map(async (id, index) => {
			await sleep(index * 200);
			const { status } = await deliver(subscription, {
				id,
				event: 'product.purchased',
				data: { productId: index },
			}).catch(() => ({ status: 0 }));
			if (status === 200) answered.push(id);
		});
		await sleep(6_500);
		await world.kill();
		await Promise.all(sending);
		console.log('answered', answered.length);
		await world.restart();
		await sleep(15_000);
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
		const { results } = await world.rest.call<{ results: Array<Execution & { mode: string }> }>(
			'GET',
			`/rest/executions?limit=100&filter=${filter}`,
		);
		console.log(results.map(({ id, status, mode }) => [id, status, mode].join(' ')).join('\n'));
		const all = await world.rest.executions(workflow.id, { withData: true });
		const ran = all.flatMap((one) =>
			(getOutputs(one, 'End')[0] ?? []).map(({ json: { deliveryId } }) => String(deliveryId)),
		);
		console.log('ran', ran.length, 'answered, never ran', answered.filter((id) => !ran.includes(id)).length);
		const errors = await world.rest.executions(rescue.id, { withData: true });
		console.log('error workflow', errors.length, JSON.stringify(errors.slice(0,3).map((one) => getOutputs(one, 'Error')[0])));
		const [crashed] = all.filter(({ status }) => status === 'crashed');
		if (crashed) console.log(JSON.stringify(crashed.data).slice(0, 3000));
		const retried = await world.rest.call('POST', `/rest/executions/${crashed.id}/retry`, {}).catch((e: Error) => e.message);
		console.log('retry', JSON.stringify(retried).slice(0, 500));
		console.log(world.log().slice(-3000));
	},
	LONG,
);
