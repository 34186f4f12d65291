/**
 * Sends a mix of deliveries to a webhook, and counts the outcomes. Each wanted delivery must run the workflow once, and
 * no other delivery may run it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
	type Execution,
	type Item,
	type N8nRest,
	type StoredWorkflow,
	getOutputs,
} from '../../tools/n8n/rest.mts';
import {
	type DeliveryRequest,
	type N8nWithSandbox,
	type SentDelivery,
	productionUrl,
	toDeliveryRequest,
	triggered,
} from '../../tools/n8n/n8nWithSandbox.mts';
import { getSample } from '../../packages/sandbox/events.mts';

/** The kind of delivery. A repeated delivery copies the previous delivery; a filtered delivery is for another link. */
type Kind = 'wanted' | 'filtered' | 'repeated' | 'forged';

interface Delivered {
	kind: Kind;
	id: string;
	/** The HTTP status of the response; 0 if there was no response. */
	status: number;
}

/** A receiver of deliveries. */
interface Target {
	workflow: StoredWorkflow;
	toRequest: (delivery: SentDelivery, isForged: boolean) => DeliveryRequest;
	/** Returns the delivery's ID from the JSON of an item in the workflow. */
	getId: (json: Item['json']) => unknown;
}

const LINK_ID = 1;

/** Publishes our trigger for the clicks of one link. */
export async function publishTrigger(
	n8n: Pick<N8nWithSandbox, 'url' | 'rest' | 'credential' | 'subscriptions'>,
): Promise<Target> {
	const parameters = { filters: { linkId: String(LINK_ID) } };
	const workflow = await n8n.rest.createWorkflow(
		triggered(n8n.credential, ['link.clicked'], parameters),
	);
	await n8n.rest.publish(workflow.id);
	const own = productionUrl(n8n, workflow);
	const { url, secret } = (await n8n.subscriptions()).find((one) => one.url === own)!;
	return {
		workflow,
		toRequest: (delivery, isForged) =>
			toDeliveryRequest({ url, secret: isForged ? 'guessed' : secret }, delivery),
		getId: (json) => json.deliveryId,
	};
}

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

/** Sends the mix of deliveries at a fixed rate, whatever the responses are, and waits for all executions to end. */
export async function sendDeliveries(
	rest: N8nRest,
	{ workflow, toRequest }: Target,
	count: number,
	perSecond: number,
) {
	const sent = planDeliveries(count).map(async ({ kind, id }, index) => {
		// Send a copy at the same time as the first delivery, so that both are in flight together.
		const due = ((kind === 'repeated' ? index - 1 : index) * 1000) / perSecond;
		const linkId = kind === 'filtered' ? LINK_ID + 1 : LINK_ID;
		const data = { ...getSample('link.clicked'), linkId };
		const { url, headers, body } = toRequest({ id, data }, kind === 'forged');
		await pause(due);
		const send = () =>
			fetch(url, { method: 'POST', headers, body }).then(
				async (response) => {
					await response.arrayBuffer();
					return response.status;
				},
				() => 0,
			);
		let status = await send();
		// Like Link Platform, repeat a refused delivery later, because a busy n8n or its proxy may refuse deliveries.
		while (kind !== 'forged' && status !== 200) {
			await pause(5_000 + index * 40);
			status = await send();
		}
		return { kind, id, status };
	});
	const delivered = await Promise.all(sent);
	await rest.idle(workflow.id);
	return delivered;
}

/** Counts the wrong outcomes. `runs` contains how often each delivery reached the last node, by delivery ID. */
export function countOutcomes(delivered: Delivered[], runs: Map<string, number>) {
	const getIds = (...kinds: Kind[]) => [
		...new Set(delivered.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)),
	];
	const hasRun = (id: string) => runs.has(id);
	const accepted = new Set(
		delivered.filter(({ status }) => status >= 200 && status < 300).map(({ id }) => id),
	);
	const wanted = getIds('wanted', 'repeated');
	return {
		wanted: wanted.length,
		lost: wanted.filter((id) => !hasRun(id)).length,
		twice: wanted.filter((id) => (runs.get(id) ?? 0) > 1).length,
		forged: getIds('forged').filter((id) => accepted.has(id) || hasRun(id)).length,
		filtered: getIds('filtered').filter(hasRun).length,
	};
}

const AT_A_TIME = 5;

/** Returns the target's numbers of executions and failures, and how often each delivery reached the last node. */
export async function readRuns(rest: N8nRest, { workflow, getId }: Target) {
	const listed = await listExecutions(rest, workflow.id);
	const unread = [...listed];
	const runs = new Map<string, number>();
	const readRest = async () => {
		for (let next = unread.pop(); next; next = unread.pop()) {
			for (const { json } of getOutputs(await rest.ended(next.id), 'End')[0] ?? []) {
				const id = String(getId(json));
				runs.set(id, (runs.get(id) ?? 0) + 1);
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
