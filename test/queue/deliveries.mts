/**
 * Sends a mix of deliveries to a trigger, and counts the outcomes. Each wanted delivery must run the workflow once, and
 * no other delivery may run it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
	type Execution,
	type N8nRest,
	type StoredWorkflow,
	getOutputs,
} from '../../tools/n8n/rest.mts';
import { deliver } from '../../tools/n8n/n8nWithSandbox.mts';
import { getSample } from '../../packages/sandbox/events.mts';

/** The kind of delivery. A repeated delivery copies the previous delivery; a filtered delivery is for another link. */
type Kind = 'wanted' | 'filtered' | 'repeated' | 'forged';

interface Delivered {
	kind: Kind;
	id: string;
	/** The HTTP status of the response; 0 if there was no response. */
	status: number;
}

/** The link whose clicks the trigger lets through. */
export const LINK_ID = 1;

/** Plans this many deliveries. Of every 20 deliveries, 14 are wanted, 4 filtered out, 1 repeated and 1 forged. */
function planDeliveries(count: number) {
	const planned: Array<{ kind: Kind; id: string }> = [];
	for (let index = 0; index < count; index += 1) {
		const place = index % 20;
		const kind =
			place === 11 ? 'repeated' : place === 17 ? 'forged' : place % 5 === 4 ? 'filtered' : 'wanted';
		planned.push({ kind, id: kind === 'repeated' ? planned[index - 1].id : randomUUID() });
	}
	return planned;
}

/** Sends the mix of deliveries at a fixed rate, whatever the responses are. */
export async function sendDeliveries(
	{ url, secret }: { url: string; secret: string },
	count: number,
	perSecond: number,
): Promise<Delivered[]> {
	const sent = planDeliveries(count).map(async ({ kind, id }, index) => {
		// Send a copy at the same time as the first delivery, so that both are in flight together.
		await pause(((kind === 'repeated' ? index - 1 : index) * 1000) / perSecond);
		const linkId = kind === 'filtered' ? LINK_ID + 1 : LINK_ID;
		const data = { ...getSample('link.clicked'), linkId };
		const receiver = { url, secret: kind === 'forged' ? 'guessed' : secret };
		const send = () => deliver(receiver, { id, data }).catch(() => ({ status: 0 }));
		let { status } = await send();
		// Like Link Platform, repeat a refused delivery later, because a busy n8n or its proxy may refuse deliveries.
		while (kind !== 'forged' && status !== 200) {
			await pause(5_000 + index * 40);
			({ status } = await send());
		}
		return { kind, id, status };
	});
	return await Promise.all(sent);
}

/** Counts the wrong outcomes. `runs` contains how often each delivery reached the last node, by delivery ID. */
export function countOutcomes(delivered: Delivered[], runs: Map<unknown, number>) {
	const getIds = (...kinds: Kind[]) => [
		...new Set(delivered.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)),
	];
	const hasRun = (id: string) => runs.has(id);
	const accepted = delivered.filter(({ status }) => status >= 200 && status < 300);
	const isAccepted = (id: string) => accepted.some((one) => one.id === id);
	const wanted = getIds('wanted', 'repeated');
	return {
		wanted: wanted.length,
		lost: wanted.filter((id) => !hasRun(id)).length,
		twice: wanted.filter((id) => runs.get(id)! > 1).length,
		forged: getIds('forged').filter((id) => isAccepted(id) || hasRun(id)).length,
		filtered: getIds('filtered').filter(hasRun).length,
	};
}

const AT_A_TIME = 5;

/** Returns the workflow's numbers of executions and failures, and how often each delivery reached the last node. */
export async function readRuns(rest: N8nRest, { id }: StoredWorkflow) {
	await rest.idle(id);
	const listed = await listExecutions(rest, id);
	const unread = [...listed];
	const runs = new Map<unknown, number>();
	const readRest = async () => {
		for (let next = unread.pop(); next; next = unread.pop()) {
			for (const { json } of getOutputs(await rest.ended(next.id), 'End')[0] ?? []) {
				runs.set(json.deliveryId, (runs.get(json.deliveryId) ?? 0) + 1);
			}
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, readRest));
	const failed = listed.filter(({ status }) => status !== 'success').length;
	return { executions: listed.length, failed, runs };
}

/**
 * Returns all executions that have ended. n8n orders its list by ID only if the list is filtered by status. Otherwise,
 * n8n orders the list by start time, so its pages in queue mode would omit some executions and repeat others.
 */
async function listExecutions(rest: N8nRest, workflowId: string) {
	const status = ['success', 'error', 'crashed', 'canceled', 'unknown', 'waiting'];
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
	const found: Execution[] = [];
	for (;;) {
		const last = found.length > 0 ? `&lastId=${found.at(-1)!.id}` : '';
		const path = `/rest/executions?limit=100&filter=${filter}${last}`;
		const { results } = await rest.call<{ results: Execution[] }>('GET', path);
		if (results.length === 0) return found;
		found.push(...results);
	}
}
