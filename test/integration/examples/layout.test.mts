/** What docs/maintainers/templates.md asks of each template, as far as a program can check it. */
import type { INode } from 'n8n-workflow';
import { readExample } from '../../../tools/docs/runSelfTest.mts';
import { getExampleNames, getTemplateNames } from '../../../tools/n8n/examples.mts';
import type { WorkflowJson } from '../../../tools/n8n-engine/index.mts';
import { toText } from '../../support/sent.mts';
import {
	boxOf,
	holds,
	isNote,
	labelOf,
	linesOf,
	overlap,
	passes,
	toolLinesOf,
} from '../../support/canvas.mts';

const VERBS =
	/^(Add|Ask|Change|Check|Compare|Create|Deliver|Email|Find|Follow|Get|Import|Log|Move|Never|Notify|Offer|Print|Publish|Receive|Renew|Run|Save|Send|Turn|Verify|Wait) /;
/** Words that are written with a capital wherever they stand. */
const NAMES =
	/^(A\/B|AI|Airtable|CSV|Google|Sheets?|HubSpot|Link|Platform|MCP|Mailchimp|QR|Slack|WooCommerce|ZIP|Telegram|Gmail|Bitly|Dub|Rebrandly|Short\.io|HTML|PDF)$/;

/** Of n8n's Data Table node. */
interface DataTableParameters {
	operation?: string;
	tableName?: string;
	dataTableId?: { value: string };
	columns?: { column?: Array<{ name: string }>; value?: object };
	filters?: { conditions: Array<{ keyName: string }> };
}

/** More can't be read on n8n's canvas without scrolling; notes aside. */
const MOST_NODES = 21;

const contentOf = ({ parameters }: INode) => toText(parameters.content);
const countWords = (text: string) => text.replaceAll(/[#*`]/g, ' ').match(/\S+/g)!.length;
const headingsOf = (text: string) =>
	[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
const isOfTemplate = (node: INode) => !('color' in node.parameters);

function read(name: string) {
	const workflow = readExample(name) as WorkflowJson & { description?: string };
	const notes = workflow.nodes.filter(isNote);
	return {
		workflow,
		title: workflow.name!,
		description: workflow.description ?? '',
		nodes: workflow.nodes.filter((node) => !isNote(node)),
		notes,
		main: notes.filter(isOfTemplate),
		sections: notes.filter((node) => !isOfTemplate(node)),
	};
}

const SELF_TEST = 'self-test';

describe.each(getExampleNames().filter((name) => name !== SELF_TEST))('%s', (name) => {
	const { workflow, title, main, nodes, notes } = read(name);
	const { connections } = workflow;

	it('has a title that begins with a verb, in sentence case', () => {
		expect(title).toMatch(VERBS);
		const capitals = title
			.replaceAll(',', '')
			.split(' ')
			.slice(1)
			.filter((word) => /^[A-Z]/.test(word));
		expect(capitals.filter((word) => !NAMES.test(word))).toEqual([]);
	});

	it('has one yellow note at the top left, which says how it works and how to set it up', () => {
		expect(main).toHaveLength(1);
		const [note] = main;
		expect(headingsOf(contentOf(note))).toEqual([title, 'How it works', 'Setup']);
		expect(countWords(contentOf(note))).toBeGreaterThanOrEqual(100);
		expect(countWords(contentOf(note))).toBeLessThanOrEqual(300);
		expect(contentOf(note)).toMatch(/self-hosted n8n.*`n8n-nodes-linkplatform`/i);
		const { x, y, width } = boxOf(connections, note);
		for (const node of workflow.nodes.filter((one) => one !== note)) {
			expect([node.name, node.position[0] > x + width]).toEqual([node.name, true]);
			expect([node.name, node.position[1] >= y]).toEqual([node.name, true]);
		}
	});

	it('names the way to try its trigger without a real event', () => {
		const isTriggered = nodes.some(({ type }) => type.endsWith('.linkPlatformTrigger'));
		expect(contentOf(main[0]).includes('*Webhook > Send Test Event*')).toBe(isTriggered);
	});

	it('has no sample in a chat, where it would take the place of everything that is typed', () => {
		const chats = nodes.filter(({ type }) => type.endsWith('.chatTrigger'));
		expect(chats.filter((node) => workflow.pinData?.[node.name])).toEqual([]);
	});

	it('has no nodes and no notes that overlap', () => {
		const overlaps = [nodes, notes].flatMap((all) =>
			all.flatMap((one, index) =>
				all
					.slice(index + 1)
					.filter((other) => overlap(boxOf(connections, one), boxOf(connections, other)))
					.map((other) => `${one.name} and ${other.name}`),
			),
		);
		expect(overlaps).toEqual([]);
	});

	it('has no line behind a node or through its name', () => {
		const hidden = linesOf({ nodes, connections }).flatMap((line) =>
			nodes
				.filter((node) => node.name !== line.from && node.name !== line.to)
				.filter((node) =>
					[boxOf(connections, node), labelOf(connections, node)].some((box) => passes(line, box)),
				)
				.map((node) => `${line.from} → ${line.to}: ${node.name}`),
		);
		expect(hidden).toEqual([]);
	});

	it('has no node between an agent and its tools', () => {
		const between = nodes.flatMap((agent) => {
			const lines = toolLinesOf({ nodes, connections }, agent);
			return nodes
				.filter((node) => node !== agent && lines && overlap(lines, labelOf(connections, node)))
				.map((node) => `${node.name} under ${agent.name}`);
		});
		expect(between).toEqual([]);
	});
});

describe.each(getTemplateNames())('%s', (name) => {
	const { workflow, description, nodes, sections } = read(name);
	const { connections } = workflow;

	it('has as many nodes as can be read on one screen', () => {
		expect(nodes.length).toBeLessThanOrEqual(MOST_NODES);
	});

	it('has a section note of fewer than 50 words behind each node', () => {
		for (const note of sections) {
			expect([note.name, note.parameters.color]).toEqual([note.name, 7]);
			expect([note.name, countWords(contentOf(note)) < 50]).toEqual([note.name, true]);
		}
		for (const node of nodes) {
			const around = sections.filter((note) =>
				holds(boxOf(connections, note), boxOf(connections, node)),
			);
			expect([node.name, around.length]).toEqual([node.name, 1]);
		}
	});

	it('creates its data tables, with each column that it uses', () => {
		const tables = nodes
			.filter(({ type }) => type.endsWith('.dataTable'))
			.map(({ parameters }) => parameters as DataTableParameters);
		const created = new Map(
			tables
				.filter(({ operation }) => operation === 'create')
				.map(
					({ tableName, columns }) =>
						[tableName, columns!.column!.map((column) => column.name)] as const,
				),
		);
		for (const { dataTableId, columns, filters } of tables.filter((one) => one.dataTableId)) {
			const written = Object.keys(columns?.value ?? {});
			const found = filters?.conditions.map(({ keyName }) => keyName) ?? [];
			const own = ['id', 'createdAt', 'updatedAt'];
			const used = [...written, ...found].filter((column) => !own.includes(column));
			expect(created.get(dataTableId!.value)).toEqual(expect.arrayContaining(used));
		}
	});

	it("has a description in the form of n8n's library", () => {
		expect(headingsOf(description)).toEqual([
			"Who's it for",
			'How it works',
			'How to set up',
			'Requirements',
			'How to customize',
		]);
	});

	it('sends messages to people through the same block as all templates', () => {
		const block = (from: string) =>
			read(from)
				.nodes.filter((node) => node.name.startsWith('Notify'))
				.map(({ position: _position, id: _id, ...node }) => node);
		const messages = nodes.filter((node) => node.name.startsWith('Message: '));
		const without = (node: object) => JSON.stringify(node).replaceAll(/"id":"[^"]*"/g, '"id":""');
		expect(block(name).map(without)).toEqual(
			messages.length > 0 ? block('first-scan').map(without) : [],
		);
		for (const message of messages) {
			const [targets] = connections[message.name].main;
			expect([message.name, targets?.map(({ node }) => node)]).toEqual([message.name, ['Notify']]);
		}
	});
});
