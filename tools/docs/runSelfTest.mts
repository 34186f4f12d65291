import { readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import type { Engine, WorkflowJson, WorkflowRun } from '../n8n-engine/index.mts';

/** The action nodes in workflow files. */
export const isAction = ({ type }: { type: string }): boolean =>
	type.startsWith('n8n-nodes-linkplatform.') && !type.endsWith('Trigger');

/** An example workflow as its file has it. */
export function readExample(name: string): WorkflowJson {
	return JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as WorkflowJson;
}

/** True for a node that needs an event, or a trigger that takes one: a run to the end has neither. */
const isWaiting = ({ parameters }: INode): boolean =>
	/^(waitFor|sendTestEvent$|verifyDelivery$)/.test(parameters.operation as string);

/** Runs the self-test as it is, or with what is disabled as well (but waiting), filled in as its note says. */
export async function runSelfTest(
	{ engine }: { engine: Engine },
	{ withDisabled }: { withDisabled: boolean },
): Promise<WorkflowRun> {
	const workflow = readExample('self-test');
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

/** The items of a run by the operation that made them, without those that only keep the chain going. */
export function getItemsByOperation(run: WorkflowRun): Map<string, object[]> {
	const byOperation = new Map<string, object[]>();
	for (const { name, parameters } of readExample('self-test').nodes.filter(isAction)) {
		const { resource, operation } = parameters as Record<string, string>;
		const runs = `${resource}/${operation}`;
		const items = (run.nodes[name] ?? []).flatMap((one) => one.items.map(({ json }) => json));
		const real = items.filter((json) => Object.keys(json).length > 0);
		byOperation.set(runs, [...(byOperation.get(runs) ?? []), ...real]);
	}
	return byOperation;
}
