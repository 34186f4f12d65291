/** Starts n8n in queue mode with the packed package in every process, and a sandbox. */
import { LOGIN } from '../../tools/n8n/emptyN8n.mts';
import { installN8n } from '../../tools/n8n/install.mts';
import { startQueueMode } from '../../tools/n8n/queueMode.mts';
import {
	type Execution,
	N8nRest,
	type StoredWorkflow,
	type WorkflowJson,
	hasEnded,
} from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { openService, productionUrl } from '../../tools/n8n/n8nWithSandbox.mts';

/** Returns an n8n webhook node that starts a workflow when rows are posted to this path. */
export const rowsComeIn = (path: string) => ({
	name: 'Rows Come In',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { httpMethod: 'POST', path },
	webhookId: path,
});

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** The time limit for executions in milliseconds. It is long because executions are slow on two busy cores. */
const LONG = 180_000;

export async function openCluster(env: Record<string, string> = {}) {
	const queue = await startQueueMode(await installN8n(), env);
	const rest = new N8nRest(queue.url);
	await rest.logIn(LOGIN);
	const beside = await openService(rest);
	/** Returns the IDs of the workflow's executions in order, once there are at least `count` and all have ended. */
	const idsWhenOver = async (workflowId: string, count = 1) => {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		// Use the editor's list. n8n's public list omits executions that the main process considers running. If a
		// worker finishes an execution before the main process begins to wait for it, n8n never considers it ended.
		const path = `/rest/executions?limit=100&filter=${filter}`;
		const ids = await until(
			`${count} executions`,
			async () => {
				const { results } = await rest.call<{ results: Execution[] }>('GET', path);
				const areOver = results.every(hasEnded);
				return results.length >= count && areOver && results.map(({ id }) => Number(id));
			},
			LONG,
		);
		return ids.sort((one, other) => one - other);
	};
	return {
		...beside,
		/** A credential with which a node sends only one request at a time. */
		oneAtATime: await beside.saveCredential('One at a time', { concurrency: 1 }),
		queue,
		rest,
		/** Creates and publishes a workflow. */
		publish: async (workflow: WorkflowJson) => {
			const created = await rest.createWorkflow(workflow);
			const publication = await rest.publish(created.id);
			if (publication.status !== 'published') throw new Error(JSON.stringify(publication));
			return created;
		},
		/** Returns the subscription of the trigger that the workflow begins with. */
		getSubscription: async (workflow: StoredWorkflow) => {
			const url = productionUrl(queue, workflow);
			const found = (await beside.subscriptions()).find((subscription) => subscription.url === url);
			if (!found) throw new Error(`The service has no subscription for ${url}`);
			return found;
		},
		idsWhenOver,
		/** Returns the workflow's executions with data, once at least `count` (up to 100) exist and all have ended. */
		executions: async (workflowId: string, count = 1) => {
			const ids = await idsWhenOver(workflowId, count);
			return await Promise.all(ids.map((id) => rest.ended(String(id))));
		},
		/** Posts rows to the n8n webhook that starts a workflow. */
		post: (path: string, rows: object[]) => post(`${queue.url}/webhook/${path}`, rows),
		close: async () => {
			await queue.close();
			await beside.service.close();
		},
	};
}

async function post(url: string, rows: object[]) {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ rows }),
	});
	if (!response.ok) throw new Error(await response.text());
}
