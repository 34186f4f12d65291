/** Sets up workflow templates as their users do, and runs them on n8n's engine against the sandbox. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { readExample } from '../../../tools/docs/runSelfTest.mts';
import { chooseRecords, fillInSettings, getTemplateNames } from '../../../tools/n8n/examples.mts';
import { coreNodes } from '../../../packages/n8n-harness/coreNodes.mts';
import {
	type Engine,
	type TriggerHost,
	type WorkflowJson,
	openEngine,
} from '../../../packages/n8n-harness/index.mts';
import { useWorld } from '../../support/world.mts';
import { FakeNodes } from './fakeNodes.mts';

/** Types of nodes that use another service, or a table or file of the user. */
export const SERVICE =
	/\.(airtable|googleSheets|googleDrive|gmail|slack|telegram|hubspot|mailchimp|linkedIn|quickChart|wooCommerce|dataTable|httpRequest|compression)$/;

export const TEMPLATES = getTemplateNames();

/** Returns the nodes that can be reached from a node, which is included only if a loop leads back to it. */
export function descendants(workflow: WorkflowJson, name: string) {
	const found = new Set<string>();
	const follow = (from: string) => {
		const outputs = Object.values(workflow.connections[from] ?? {}).flat();
		for (const { node } of outputs.flatMap((output) => output ?? [])) {
			if (found.has(node)) continue;
			found.add(node);
			follow(node);
		}
	};
	follow(name);
	return found;
}

/** Returns the template with a record chosen in each node where only the user can choose it from a list. */
export function withRecordsChosen(name: string) {
	const workflow = readExample(name);
	chooseRecords(workflow.nodes);
	return workflow;
}

/** Makes a click count at once, because a test can't wait for the minute in which clicks are ignored. */
function ignoreNone({ parameters }: INode) {
	delete parameters.ignoreFirst;
}

/** Returns the template with records chosen and settings filled in, and with almost no wait between retries. */
export function setUp(name: string, change: (node: INode) => void = ignoreNone) {
	const workflow = withRecordsChosen(name);
	fillInSettings(workflow.nodes, { triggerUrl: 'https://n8n.links.test/webhook/1' });
	for (const node of workflow.nodes) {
		if (node.retryOnFail) node.waitBetweenTries = 1;
		change(node);
	}
	return workflow;
}

/** Returns a function that sets up bulk-qr-from-csv for a file with this content, in a temporary folder. */
export function useCsvFile() {
	let folder = '';
	beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'csv-'))));
	afterAll(() => rmSync(folder, { recursive: true }));
	return (content: string | Buffer) => {
		const file = join(folder, 'rows.csv');
		writeFileSync(file, content);
		return setUp('bulk-qr-from-csv', ({ name, parameters }) => {
			if (name === 'Read CSV') parameters.fileSelector = file;
			if (name === 'Save Images') parameters.fileName = `=${folder}/{{ $binary.data.fileName }}`;
		});
	};
}

/** n8n nodes that need no fake. The fake of Set also records messages. */
const STAND_INS = Object.keys(coreNodes).filter((type) => !/\.set$/.test(type));

/** True if nodes of this type don't need a fake. */
const isReal = (type: string) =>
	STAND_INS.includes(type) || type.startsWith('n8n-nodes-linkplatform.');

/** Opens a world with fakes of all nodes that the templates use. */
export function useTemplates() {
	const world = useWorld();
	const opened = {} as { engine: Engine; fakeNodes: FakeNodes; host?: TriggerHost };

	beforeAll(async () => {
		opened.fakeNodes = new FakeNodes([...TEMPLATES, 'retry-crashed'].map(readExample), isReal);
		opened.engine = await openEngine({
			credentials: { linkPlatformApi: world.credential },
			extraNodeTypes: opened.fakeNodes.types,
		});
	});
	beforeEach(() => opened.fakeNodes.forget());
	afterEach(async () => {
		await opened.host?.close();
		delete opened.host;
	});
	afterAll(() => opened.engine.close());

	const host = async () => (opened.host ??= await opened.engine.startTriggerHost());
	return {
		world,
		opened,
		/** Runs a template from one of its triggers, with the trigger's sample data. */
		run: async (workflow: WorkflowJson, trigger: string) => {
			const input = structuredClone(workflow.pinData![trigger]) as never;
			return await opened.engine.runWorkflow(opened.fakeNodes.published(workflow), {
				startNode: trigger,
				input,
			});
		},
		publish: async (workflow: WorkflowJson) => {
			await (await host()).publish(opened.fakeNodes.published(workflow));
		},
		/** Runs a template until it waits or ends. */
		start: async (workflow: WorkflowJson, trigger: string) => {
			const input = structuredClone(workflow.pinData![trigger]) as never;
			const published = opened.fakeNodes.published(workflow);
			return await (await host()).run(published, { startNode: trigger, input });
		},
		timeOut: async (executionId: string) => await (await host()).timeOut(executionId),
		/** Returns all executions as soon as this many have ended. */
		executions: async (count: number) => await (await host()).waitForExecutions(count),
		happen: (event: string, data: object) => world.happen(event, data),
		/** Visits a short URL; returns the target that it redirects to. */
		visit: async (url: string) => (await world.visit(url)).headers.get('location'),
	};
}
