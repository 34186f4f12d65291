import { setTimeout as pause } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { until } from '../../../tools/until.mts';
import { byId } from '../../support/world.mts';
import type { JobOf } from '../schedule.mts';
import { type Run } from '../work.mts';
import { mayBeRefused } from './trigger.mts';

/** Links of the sandbox: one that was clicked, one that never was, and one that nobody waits for. */
const CLICKED = { id: 1, path: '/launch' };
const NEW = { id: 2, path: '/guide' };
const OTHER = '/news';

/** Has an execution wait for a click, and lets things happen; what a user would complain about. */
export async function getWaitFlaws(
	run: Run,
	credential: object,
	{ isClicked, ifAlready, events }: JobOf<'wait'>,
	begin: () => Promise<void>,
): Promise<string[]> {
	const { world, schedule } = run;
	const { sandbox, host, engine } = world;
	const link = isClicked ? CLICKED : NEW;
	const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	const linkId = byId(String(link.id));
	const wanted = { resource: 'link', operation: 'waitForClick' };
	const nodes = [
		engine.node('n8n-nodes-base.manualTrigger', { name: 'Input' }),
		engine.node('linkPlatform', {
			name: 'Wait',
			parameters: { ...wanted, linkId, ifAlready } as INodeParameters,
		}),
		engine.node('n8n-nodes-base.noOp', { name: 'After' }),
	];
	host.credentials = { linkPlatformApi: credential } as never;
	const mine = async () =>
		(await sandbox.webhooks()).filter(({ url }) => url.includes('/webhook-waiting/'));
	const flaws: string[] = [];
	const last = () => world.started().at(-1)!;
	try {
		await begin();
		const { status } = await host.run(
			{ nodes, connections: { Input: to('Wait'), Wait: to('After') } },
			{ startNode: 'Input', input: [{ json: { row: 7 } }] },
		);
		const { pace, service } = schedule;
		const isHindered = service.faults.length > 0 || pace.maxWait < 600 || mayBeRefused(run);
		if (status === 'error') return isHindered ? [] : ['waiting fails without a cause'];
		await sandbox.clearFaults();
		const goesOn = isClicked && ifAlready === 'continue';
		if (goesOn !== (status === 'success')) return [`a link is waited for wrongly: ${status}`];
		if (goesOn) {
			if (!last().nodes.After?.[0].items[0].json.alreadyHappened) flaws.push('it is not said why');
			if (!isHindered && (await mine()).length > 0) flaws.push('a subscription is left');
			return flaws;
		}
		const [subscription] = (await mine()).slice(-1);
		for (const event of events) {
			if (event === 'forged') {
				const { status: answer } = await fetch(subscription.url, { method: 'POST', body: '{}' });
				if (answer !== 401) flaws.push(`a forged delivery is answered ${answer}`);
			} else if (event === 'other') await sandbox.visit(OTHER);
			await pause(20);
			if (last().status !== 'waiting') flaws.push(`after "${event}" it is ${last().status}`);
		}
		await sandbox.visit(link.path);
		await until('the end', () => last().status === 'success', 2_000).catch(() => {});
		const { event } = last().nodes.After?.[0].items[0].json ?? {};
		const { data } = (event ?? {}) as { data?: { linkId?: unknown } };
		if (last().status !== 'success') flaws.push(`after its click it is ${last().status}`);
		else if (String(data?.linkId) !== String(link.id)) {
			flaws.push('it goes on by the click on another link');
		}
		return flaws;
	} finally {
		await sandbox.clearFaults();
	}
}
