import { copyFileSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

import type { N8nRest, StoredWorkflow, WorkflowJson } from './rest.mts';

const PACKAGE = 'n8n-nodes-linkplatform.';
const SETTINGS = 'Settings';
/** The webhook ID of the example click-alert. */
const CLICK_ALERT = '3f0a2c1e-7a53-4f0e-9a0d-6d5f3c1b0a01';
const OUR_TRIGGER = /\.linkPlatformTrigger$/;

/** Values for the examples' node "Settings", which replace empty fields and sample values. */
const FILLED_IN: Record<string, string> = {
	driveFolderUrl: 'https://drive.google.com/drive/folders/1aB2cD3eF4',
	endedPage: 'https://links.test/offer-ended',
	mailchimpAudienceId: 'a1b2c3d4e5',
	offerPage: 'https://links.test/offer',
	reportTo: 'team@links.test',
	tableUrl: 'https://airtable.com/app1aB2cD3eF4/tbl1aB2cD3eF4/viw1aB2cD3eF4',
	n8nUrl: 'https://n8n.links.test',
	workflowId: 'none',
	sheetUrl: 'https://docs.google.com/spreadsheets/d/1aB2cD3eF4/edit',
};

export interface CredentialReference {
	id: string;
	name: string;
}

/** Small workflows that each show one feature: those that examples/README.md lists under "First steps" and below. */
const [, firstSteps] = readFileSync('examples/README.md', 'utf8').split('\n## First steps\n');
const FIRST_STEPS = [...firstSteps.matchAll(/\]\(([\w-]+)\.json\)/g)].map(([, name]) => name);

/** Returns the names of the example workflows in examples/. */
export function getExampleNames() {
	return readdirSync('examples')
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace(/\.json$/, ''))
		.sort();
}

/** Returns the names of the examples that do a whole job, called templates. */
export const getTemplateNames = () =>
	getExampleNames().filter((name) => !FIRST_STEPS.includes(name));

/**
 * Returns an example with the setup that its note describes: the credential is chosen, and the example's settings are
 * filled in for this n8n instance.
 */
export function readExample(
	name: string,
	credential: CredentialReference,
	n8nUrl: string,
): WorkflowJson {
	const workflow = JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as WorkflowJson;
	fillInSettings(workflow.nodes, {
		n8nUrl,
		triggerUrl: `${n8nUrl}/webhook/${CLICK_ALERT}/webhook`,
	});
	// n8n's editor gives a pasted trigger a new webhook URL. Keep this URL, because the example webhook-guard watches
	// it.
	if (name === 'click-alert')
		workflow.nodes.find(({ type }) => OUR_TRIGGER.test(type))!.webhookId = CLICK_ALERT;
	return withCredential(workflow, credential);
}

interface Named {
	name: string;
	parameters: INodeParameters | Record<string, unknown>;
}

interface Setting {
	name: string;
	value: string | number;
}

const settingsIn = (nodes: Named[]) => {
	const settings = nodes.find(({ name }) => name === SETTINGS)?.parameters.assignments;
	return ((settings ?? {}) as { assignments?: Setting[] }).assignments ?? [];
};

/** Replaces empty fields and sample values in the node "Settings". Throws if FILLED_IN has no value for one of them. */
export function fillInSettings(nodes: Named[], more: Record<string, string> = {}) {
	const values = { ...FILLED_IN, ...more };
	for (const setting of settingsIn(nodes)) {
		const { name, value } = setting;
		if (value !== '' && !String(value).includes('example.com')) continue;
		if (!(name in values)) throw new Error(`FILLED_IN has no value for the setting "${name}"`);
		setting.value = values[name];
	}
}

/** Sets the recipient of the template's messages. */
export function notify(nodes: Named[], value: string | number) {
	settingsIn(nodes).find(({ name }) => name === 'notify')!.value = value;
}

/** Chooses the account's first bio page and first channel. In a real setup, the user has to choose them. */
export function chooseRecords(nodes: Named[]) {
	for (const { parameters } of nodes) {
		for (const field of ['bioPageId', 'channelId']) {
			const { mode, value } = (parameters[field] ?? {}) as { mode?: string; value?: string };
			if (mode === 'list' && value === '')
				parameters[field] = { __rl: true, mode: 'id', value: '1' };
		}
	}
}

/** Returns the workflow, with the credential chosen in each of our nodes. */
export function withCredential(workflow: WorkflowJson, credential: CredentialReference) {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(PACKAGE)
			? { ...node, credentials: { linkPlatformApi: credential } }
			: node,
	);
	return { ...workflow, nodes };
}

/** Copies the file that an example reads to where it expects it, which is also the folder that it writes to. */
export function placeExampleFiles(filesFolder: string) {
	const folder = join(filesFolder, '.n8n-files');
	mkdirSync(folder, { recursive: true });
	copyFileSync('examples/products.csv', join(folder, 'products.csv'));
}

/**
 * Adds the examples whose names n8n doesn't have yet. Existing ones are kept, because the user may have changed them.
 */
export async function addExamples(rest: N8nRest, credential: CredentialReference, n8nUrl: string) {
	const present = await rest.workflows();
	// n8n lists the newest workflow first, so add them in reverse order.
	const names = [...getTemplateNames(), ...FIRST_STEPS.toReversed()];
	const examples = names.map((name) => readExample(name, credential, n8nUrl));
	const stored: StoredWorkflow[] = [];
	for (const example of examples) {
		const before = present.find(({ name }) => name === example.name);
		stored.push(before ? await rest.workflow(before.id) : await rest.createWorkflow(example));
	}
	return stored;
}
