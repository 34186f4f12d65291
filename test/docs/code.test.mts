import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkflowJson } from '../../packages/n8n-harness/index.mts';
import { danglingConnections, expectKept, unknownTypes } from '../support/importable.mts';
import { useWorld } from '../support/world.mts';
import { toText } from '../support/sent.mts';
import { readPages, writeFiles } from './pages.mts';

const pages = readPages();
const blocks = pages.flatMap(({ path, code }) =>
	code.map(({ language, text }, at) => ({ where: `${path}, block ${at + 1}`, language, text })),
);
const jsonBlocks = blocks.filter(({ language }) => language === 'json');

/** Returns the parsed content of a code block, or undefined if the content isn't JSON. */
function parsed(text: string) {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

const workflows = jsonBlocks.flatMap(({ where, text }) => {
	const { nodes, connections = {}, pinData } = (parsed(text) ?? {}) as Partial<WorkflowJson>;
	return Array.isArray(nodes)
		? [[where, { nodes, connections, pinData } satisfies WorkflowJson] as const]
		: [];
});

const world = useWorld();

it('every code block marked as JSON is valid JSON', () => {
	expect(jsonBlocks.length).toBeGreaterThan(50);
	const broken = jsonBlocks.filter(({ text }) => parsed(text) === undefined);
	expect(broken.map(({ where }) => where)).toEqual([]);
});

it('the guides contain workflows to paste into n8n', () => {
	expect(workflows).not.toEqual([]);
});

it.each(workflows)('n8n accepts the workflow that %s offers for pasting', (_where, workflow) => {
	const { nodes } = workflow;
	const { engine } = world;
	expect(unknownTypes(engine, nodes)).toEqual([]);
	expect(danglingConnections(workflow)).toEqual([]);
	expectKept(engine, nodes);
});

it("the quick start's workflow creates a QR code with an image for each row", async () => {
	const [, workflow] = workflows.find(([where]) => where.startsWith('docs/guides/quick-start.md'))!;
	const rows = workflow.pinData!.Start;
	const run = await world.engine.runWorkflow(workflow);
	const [{ items }] = run.nodes['Create QR Codes'];
	expect(items.map(({ json }) => json.name)).toEqual(rows.map(({ json }) => json.product));
	expect(items.map(({ binary }) => binary?.data.fileName)).toEqual(
		rows.map(({ json }) => `${toText(json.product)}.png`),
	);
});

const programs = pages.flatMap((page) =>
	page.path.startsWith('packages/')
		? page.code.flatMap(({ language, ...program }, at) => {
				const { language: next, text: printed } = page.code[at + 1] ?? {};
				const isProgram = language === 'js' && next === 'text';
				return isProgram
					? [{ where: `${page.path}, block ${at + 1}`, page, program, printed }]
					: [];
			})
		: [],
);

/** A folder from which the packages of this repository can be imported by their names. */
const folder = join('node_modules/.cache/example', String(process.pid));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(programs)(
	'the example program prints the output that the page shows: $where',
	({ page, program, printed }) => {
		mkdirSync(folder, { recursive: true });
		writeFiles(page, folder);
		const options = ['--no-warnings', '--input-type=module', '--eval', program.text];
		const cwd = program.file ? folder : dirname(page.path);
		expect(execFileSync(process.execPath, options, { cwd, encoding: 'utf8' })).toBe(printed);
	},
);
