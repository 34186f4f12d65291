/** Hooks for the tests in this folder. They set up an n8n for each file, an editor, and workflows. */
import { type Editor, logIn, openEditor } from '../../tools/n8n/browser.mts';
import { LOGIN } from '../../tools/n8n/emptyN8n.mts';
import type { StoredWorkflow, WorkflowJson } from '../../tools/n8n/rest.mts';
import { type N8nWithSandbox, openN8nWithSandbox } from '../../tools/n8n/n8nWithSandbox.mts';

export const OUR_NODE = 'n8n-nodes-linkplatform.linkPlatform';
export const isSmoke = process.env.SUITE === 'smoke';
/** `test`, but skipped in the smoke suite: for tests that take long, e.g. because n8n restarts in them. */
export const unlessSmoke = isSmoke ? test.skip : test;

/** Options that start n8n without its editor, for tests that don't open it. This saves a third of the CPU time. */
export const WITHOUT_EDITOR = { env: { N8N_DISABLE_UI: 'true' } };

/** Starts an n8n for all tests of a file. The fields of the returned object are set just before the tests run. */
export function useN8n(...options: Parameters<typeof openN8nWithSandbox>) {
	const n8n = {} as N8nWithSandbox;
	beforeAll(async () => {
		Object.assign(n8n, await openN8nWithSandbox(...options));
	});
	afterAll(() => n8n.close?.());
	return n8n;
}

/** Opens an editor, and logs in. The fields of the returned object are set just before the tests run. */
export function useEditor(n8n: N8nWithSandbox) {
	const editor = {} as Editor;
	beforeAll(async () => {
		Object.assign(editor, await openEditor(n8n.url));
		await logIn(editor, LOGIN);
	});
	afterAll(() => editor.close?.());
	return editor;
}

/** Removes the sample data of our own action nodes, so that they run. */
export function withOursUnpinned(workflow: WorkflowJson) {
	for (const { name, type } of workflow.nodes) {
		if (/^n8n-nodes-linkplatform\..*(?<!Trigger)$/.test(type)) delete workflow.pinData?.[name];
	}
	return workflow;
}

/** Returns a node that outputs these items. */
export const toItems = (items: object[]) => ({
	name: 'Items',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(items.map((json) => ({ json })))}` },
});

/** Creates and publishes a workflow. */
export async function publishNew(n8n: N8nWithSandbox, workflow: WorkflowJson) {
	const stored = await n8n.rest.createWorkflow(workflow);
	expect(await n8n.rest.publish(stored.id)).toMatchObject({ status: 'published' });
	return stored;
}

/** Removes the workflows in the returned list after each test, and checks that no subscription is left. */
export function useWorkflows(n8n: N8nWithSandbox) {
	const made: StoredWorkflow[] = [];
	afterEach(async () => {
		await n8n.clearFaults();
		for (const { id } of made.splice(0)) {
			await n8n.rest.unpublish(id);
			await n8n.rest.deleteWorkflow(id);
		}
		expect(await n8n.subscriptions()).toEqual([]);
	});
	return made;
}
