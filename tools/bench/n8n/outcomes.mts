/** What became of deliveries: each wanted one runs once, and nothing else runs. */
import { type N8nRest, type Execution, type Item, getOutputs } from '../../n8n/rest.mts';
import type { Kind } from './mix.mts';

export interface Delivered {
	kind: Kind;
	id: string;
	status: number;
}

export interface Outcomes {
	/** Wanted ones, each of them once. */
	wanted: number;
	/** Of these, those that n8n took with none of the answers; Link Platform sends them again. */
	untaken: string[];
	/** Taken, and not run to the end. */
	lost: string[];
	twice: string[];
	/** Forged ones that were taken, or ran. */
	forged: string[];
	filteredRun: string[];
}

const isTaken = ({ status }: Delivered) => status >= 200 && status < 300;

/** `runs` holds how often a delivery ran to the end of its workflow, by its id. */
export function toOutcomes(delivered: Delivered[], runs: Map<string, number>): Outcomes {
	const getIds = (...kinds: Kind[]) => [
		...new Set(delivered.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)),
	];
	const taken = new Set(delivered.filter(isTaken).map(({ id }) => id));
	const wanted = getIds('wanted', 'repeated');
	const count = (id: string) => runs.get(id) ?? 0;
	return {
		wanted: wanted.length,
		untaken: wanted.filter((id) => !taken.has(id) && count(id) === 0),
		lost: wanted.filter((id) => taken.has(id) && count(id) === 0),
		twice: wanted.filter((id) => count(id) > 1),
		forged: getIds('forged').filter((id) => taken.has(id) || count(id) > 0),
		filteredRun: getIds('filtered').filter((id) => count(id) > 0),
	};
}

export interface Runs {
	executions: number;
	/** Those that did not succeed. */
	failed: number;
	/** How often each delivery came to the last node, by its id. */
	byId: Map<string, number>;
}

const AT_A_TIME = 5;
const ENDED = ['success', 'error', 'crashed', 'canceled', 'unknown', 'waiting'];

/** All that a workflow ran, once it runs no more. */
export async function readRuns(
	rest: N8nRest,
	workflowId: string,
	getId: (json: Item['json']) => unknown,
): Promise<Runs> {
	const listed = await list(rest, workflowId);
	const waiting = [...listed];
	const byId = new Map<string, number>();
	const readRest = async () => {
		for (let next = waiting.pop(); next; next = waiting.pop()) {
			const execution = await rest.ended(next.id);
			for (const { json } of getOutputs(execution, 'End')[0] ?? []) {
				const id = String(getId(json));
				byId.set(id, (byId.get(id) ?? 0) + 1);
			}
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, readRest));
	const failed = listed.filter(({ status }) => status !== 'success').length;
	return { executions: listed.length, failed, byId };
}

/**
 * What the editor lists. Only where it is asked for a status, n8n sorts by the id that its pages go by; otherwise by
 * when they started, so that in queue mode some would be missing and others come twice.
 */
async function list(rest: N8nRest, workflowId: string): Promise<Execution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ENDED }));
	const found: Execution[] = [];
	for (;;) {
		const last = found.length > 0 ? `&lastId=${found.at(-1)!.id}` : '';
		const path = `/rest/executions?limit=100&filter=${filter}${last}`;
		const { results } = await rest.call<{ results: Execution[] }>('GET', path);
		if (results.length === 0) return found;
		for (const one of results) {
			const { id: before } = found.at(-1) ?? { id: Infinity };
			if (Number(one.id) >= Number(before))
				throw new Error('n8n lists executions in another order');
			found.push(one);
		}
	}
}
