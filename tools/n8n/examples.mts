import { copyFileSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { N8nRest, StoredWorkflow, WorkflowJson } from './rest.mts';

const PACKAGE = 'n8n-nodes-linkplatform.';
/** Stands in the examples for the address of the user's own n8n. */
const EXAMPLE_ADDRESS = 'https://n8n.example.com';

export interface CredentialReference {
	id: string;
	name: string;
}

/** The names of the example workflows in examples/. */
function getExampleNames(): string[] {
	return readdirSync('examples')
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace(/\.json$/, ''))
		.sort();
}

/** An example set up as its note says: with the credential and the address of this n8n. */
export function readExample(
	name: string,
	credential: CredentialReference,
	n8nUrl: string,
): WorkflowJson {
	const text = readFileSync(`examples/${name}.json`, 'utf8');
	const workflow = JSON.parse(text.replaceAll(EXAMPLE_ADDRESS, n8nUrl)) as WorkflowJson;
	return withCredential(workflow, credential);
}

/** The workflow with the credential chosen in each of our nodes. */
export function withCredential(
	workflow: WorkflowJson,
	credential: CredentialReference,
): WorkflowJson {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(PACKAGE)
			? { ...node, credentials: { linkPlatformApi: credential } }
			: node,
	);
	return { ...workflow, nodes };
}

/** True for a workflow that our trigger starts, and that uses no service n8n has no account for: others it does not publish. */
export function isSelfStarting({ nodes }: WorkflowJson): boolean {
	const needsNothing = ['noOp', 'stickyNote'].map((name) => `n8n-nodes-base.${name}`);
	return (
		nodes.some(({ type }) => type === `${PACKAGE}linkPlatformTrigger`) &&
		nodes.every(({ type }) => type.startsWith(PACKAGE) || needsNothing.includes(type))
	);
}

/** Puts the files that the examples read to where they look for them, and makes the folder they write to. */
export function placeExampleFiles(filesFolder: string): void {
	mkdirSync(join(filesFolder, 'examples'), { recursive: true });
	mkdirSync(join(filesFolder, 'demo-output'), { recursive: true });
	for (const file of readdirSync('examples').filter((name) => name.endsWith('.csv'))) {
		copyFileSync(join('examples', file), join(filesFolder, 'examples', file));
	}
}

/** Adds the examples that are not there yet, by name; changes to the others are the user's own. */
export async function addExamples(
	rest: N8nRest,
	credential: CredentialReference,
	n8nUrl: string,
): Promise<StoredWorkflow[]> {
	const present = await rest.workflows();
	const examples = getExampleNames().map((name) => readExample(name, credential, n8nUrl));
	const stored: StoredWorkflow[] = [];
	for (const example of examples) {
		const before = present.find(({ name }) => name === example.name);
		stored.push(before ? await rest.workflow(before.id) : await rest.createWorkflow(example));
	}
	return stored;
}
