/**
 * `npm run soak:waiting`: as many executions as wanted wait for a click at the same time in a real n8n, and
 * deliveries come in of which each execution is meant by one. Prints what that cost, and fails where an
 * execution did not resume, or by a delivery that was meant for another. Linux only: it reads /proc.
 */
import { randomUUID } from 'node:crypto';
import { prepareN8n } from '../../n8n/prepare.mts';
import { getOutputs } from '../../n8n/rest.mts';
import { type N8nWorld, chain, deliver, openN8nWorld, triggered } from '../../n8n/world.mts';
import { until } from '../../until.mts';
import { say } from '../results.mts';
import { readUsage } from './processes.mts';

const WAITS = Number(process.env.WAITS ?? 200);
const DELIVERIES = Number(process.env.DELIVERIES ?? 10_000);
/** Sent to a trigger that filters them out, to compare with. */
const COMPARED = Math.min(1_000, DELIVERIES);
const AT_A_TIME = 4;
const MINUTE = 60_000;

interface Delivery {
	to: { url: string; secret: string };
	linkId: number;
}

/** Sends them all; gives how often each status came. */
async function sendAll(deliveries: Delivery[], onSent: (count: number) => void = () => {}) {
	const waiting = [...deliveries];
	const statuses: Record<number, number> = {};
	let sent = 0;
	const sendRest = async () => {
		for (let one = waiting.shift(); one; one = waiting.shift()) {
			const { status } = await deliver(one.to, { data: { linkId: one.linkId } });
			statuses[status] = (statuses[status] ?? 0) + 1;
			onSent((sent += 1));
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, sendRest));
	return statuses;
}

/** A workflow that waits for a click on the link that the call names. */
async function publishWait(world: N8nWorld): Promise<{ id: string; url: string }> {
	const path = randomUUID();
	const { id } = await world.rest.createWorkflow(
		chain('Waits', [
			{
				name: 'Call',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				parameters: { httpMethod: 'POST', path, options: {} },
				webhookId: path,
			},
			{
				name: 'Wait',
				type: 'n8n-nodes-linkplatform.linkPlatform',
				parameters: {
					resource: 'link',
					operation: 'waitForClick',
					linkId: { __rl: true, mode: 'id', value: '={{ $json.body.linkId }}' },
				},
				credentials: { linkPlatformApi: world.credential },
			},
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		]),
	);
	await world.rest.publish(id);
	return { id, url: `${world.url}/webhook/${path}` };
}

/** CPU time of n8n for a delivery that the trigger's filter leaves out. */
async function measureTrigger(world: N8nWorld): Promise<number> {
	const workflow = triggered(world.credential, ['link.clicked'], { filters: { linkId: '1' } });
	const { id } = await world.rest.createWorkflow(workflow);
	await world.rest.publish(id);
	const to = (await world.subscriptions()).at(-1)!;
	const before = readUsage(world.pid()!).cpu;
	await sendAll(Array.from({ length: COMPARED }, () => ({ to, linkId: 2 })));
	const cpu = readUsage(world.pid()!).cpu - before;
	await world.rest.unpublish(id);
	return cpu / COMPARED;
}

await prepareN8n();
const world = await openN8nWorld();
try {
	const ofTrigger = await measureTrigger(world);
	const { id, url } = await publishWait(world);
	const linkIds: number[] = [];
	for (let count = 0; count < WAITS; count += 1) {
		const body = { url: 'https://example.com/soak' };
		const { data } = await world.ask<{ data: { id: number } }>('POST', '/api/url/add', body);
		linkIds.push(data.id);
		await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ linkId: data.id }),
		});
	}
	const withStatus = async (status: string) =>
		(await world.rest.executions(id)).filter((one) => one.status === status).length;
	const allWait = async () => (await withStatus('waiting')) === WAITS;
	await until(`${WAITS} executions to wait`, allWait, 10 * MINUTE);
	const targets = await world.subscriptions();
	const waiting = await world.rest.executions(id, { withData: true });
	/** Where the click on a link has to go: executions that start at once subscribe in any order. */
	const toTarget = new Map(
		waiting.map((execution) => {
			const { body } = getOutputs(execution, 'Call')[0][0].json as { body: { linkId: number } };
			const path = `/webhook-waiting/${execution.id}/`;
			return [body.linkId, targets.find(({ url }) => url.includes(path))!] as const;
		}),
	);
	const getTarget = (linkId: number) => toTarget.get(linkId)!;
	say(
		`${WAITS} executions wait, with ${targets.length} subscriptions. ${readUsage(world.pid()!).memory} MB`,
	);

	// Each execution's own click stands somewhere in the second half, among those of other links.
	const others = Array.from({ length: DELIVERIES - WAITS }, (_, index) => {
		const to = targets[index % targets.length];
		const linkId = linkIds[(index + 1) % linkIds.length];
		return { to, linkId: getTarget(linkId) === to ? 0 : linkId };
	});
	const half = Math.floor(others.length / 2);
	const mixed: Delivery[] = [
		...others.slice(half),
		...linkIds.map((linkId) => ({ to: getTarget(linkId), linkId })),
	].sort(() => Math.random() - 0.5);
	const before = readUsage(world.pid()!);
	const started = Date.now();
	const ignored = await sendAll(others.slice(0, half), (count) => {
		if (count % 1_000 === 0) say(`${count} ignored: ${readUsage(world.pid()!).memory} MB`);
	});
	const afterIgnored = readUsage(world.pid()!);
	const rest = await sendAll(mixed, (count) => {
		if (count % 1_000 === 0) say(`${half + count} sent: ${readUsage(world.pid()!).memory} MB`);
	});
	const seconds = (Date.now() - started) / 1000;

	const allDone = async () => (await withStatus('success')) === WAITS;
	await until('all executions to resume', allDone, 10 * MINUTE);
	const executions = await world.rest.executions(id, { withData: true });
	const wrong = executions.filter((execution) => {
		const [{ json }] = getOutputs(execution, 'End')[0];
		const { body, event } = json as {
			body: { linkId: number };
			event: { data: { linkId: number } };
		};
		return body.linkId !== event.data.linkId;
	});
	const perIgnored = (afterIgnored.cpu - before.cpu) / half;
	say();
	say(`${DELIVERIES} deliveries in ${seconds.toFixed(0)} s, ${AT_A_TIME} at a time.`);
	say(`Answers: ${JSON.stringify(ignored)} while all waited, then ${JSON.stringify(rest)}.`);
	say(`Resumed: ${executions.length} of ${WAITS}, ${wrong.length} of them by a wrong delivery.`);
	say(
		`Memory: ${before.memory} MB before, ${afterIgnored.memory} MB after ${half} ignored, ${readUsage(world.pid()!).memory} MB at the end.`,
	);
	say(
		`CPU of n8n for each ignored delivery: ${perIgnored.toFixed(0)} ms, at the trigger ${ofTrigger.toFixed(0)} ms.`,
	);
	const left = (await world.subscriptions()).length;
	say(`Subscriptions left: ${left}.`);
	if (wrong.length > 0 || executions.length !== WAITS) process.exitCode = 1;
} finally {
	await world.close();
}
