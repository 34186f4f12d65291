import { readFileSync } from 'node:fs';
import type { IDataObject, INode } from 'n8n-workflow';
import type {
	Engine,
	NodeRun,
	WorkflowJson,
	WorkflowRun,
} from '../../packages/n8n-harness/index.mts';

/** True if a node in a workflow file is one of our action nodes. */
export const isAction = ({ type }: { type: string }) =>
	type.startsWith('n8n-nodes-linkplatform.') && !type.endsWith('Trigger');

/** Reads an example workflow from its file. */
export function readExample(name: string) {
	return JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as WorkflowJson;
}

/** True if the node needs an event or a published trigger. The self-test has neither. */
const isWaiting = ({ parameters }: INode) =>
	/^(waitFor|sendTestEvent$)/.test(parameters.operation as string);

/**
 * Runs the self-test. With `withDisabled`, also runs the disabled nodes, except for nodes that need an event or a
 * published trigger. Fills in the fields of the disabled nodes as the workflow's note says.
 */
export async function runSelfTest(
	{ engine }: { engine: Engine },
	{ withDisabled }: { withDisabled: boolean },
	workflow = readExample('self-test'),
) {
	if (withDisabled) {
		for (const node of workflow.nodes) if (!isWaiting(node)) delete node.disabled;
		const change = workflow.nodes.find(({ name }) => name === 'Account: Change Password');
		Object.assign(change!.parameters, {
			currentPassword: 'demo-password',
			newPassword: 'demo-password',
		});
	}
	return await engine.runWorkflow(workflow);
}

/** Returns the output items of a run, by operation. Throws at the first step that failed or wasn't reached. */
export function getItemsByOperation({ nodes, error }: WorkflowRun, workflow: WorkflowJson) {
	const byOperation = new Map<string, IDataObject[]>();
	for (const node of workflow.nodes.filter((one) => isAction(one) && !one.disabled)) {
		const { resource, operation } = node.parameters as Record<string, string>;
		const [run] = nodes[node.name] ?? [];
		if (!run) throw new Error(`The self-test ended before "${node.name}": ${error?.message}`);
		const items = toItems(`Step "${node.name}" of the self-test`, run);
		const runs = `${resource}/${operation}`;
		// Leave out items without fields: they only keep the chain of nodes running.
		const real = items.filter((json) => Object.keys(json).length > 0);
		byOperation.set(runs, [...(byOperation.get(runs) ?? []), ...real]);
	}
	return byOperation;
}

/** Returns the JSON of a node's output items. Throws if the node failed or an item is an error. */
export function toItems(what: string, { items, error }: Pick<NodeRun, 'items' | 'error'>) {
	const found = items.map(({ json }) => json);
	const reason = error?.message ?? found.find((json) => json.error !== undefined)?.error;
	if (reason !== undefined) throw new Error(`${what} failed: ${JSON.stringify(reason)}`);
	return found;
}
