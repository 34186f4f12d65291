import { type Engine, type WorkflowJson, openEngine } from '../../engine/index.mts';
import {
	isOurs,
	keptBy,
	looseEnds,
	missingFields,
	unknownTypes,
	withoutToolWords,
} from '../support/importable.mts';
import { readPages } from './pages.mts';

const blocks = readPages().flatMap(({ path, code }) =>
	code.map(({ language, text }, at) => ({ where: `${path}, block ${at + 1}`, language, text })),
);
const jsonBlocks = blocks.filter(({ language }) => language === 'json');

/** What a block holds, undefined where it is no JSON. */
function parsed(text: string): any {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const workflows = jsonBlocks.flatMap(({ where, text }) => {
	const { nodes, connections = {} } = parsed(text) ?? {};
	return Array.isArray(nodes) ? [[where, { nodes, connections } as WorkflowJson] as const] : [];
});

let engine: Engine;
beforeAll(async () => {
	engine = await openEngine();
});
afterAll(async () => await engine.close());

describe('code blocks', () => {
	it('say their language', () => {
		expect(blocks.filter(({ language }) => language === '').map(({ where }) => where)).toEqual([]);
	});

	it('marked as JSON are JSON', () => {
		expect(jsonBlocks.length).toBeGreaterThan(50);
		const broken = jsonBlocks.filter(({ text }) => parsed(text) === undefined);
		expect(broken.map(({ where }) => where)).toEqual([]);
	});
});

describe('workflows to paste', () => {
	it('are there', () => {
		expect(workflows).not.toEqual([]);
	});

	it.each(workflows)('n8n takes: %s', (_where, workflow) => {
		const { nodes } = workflow;
		expect(unknownTypes(engine, nodes)).toEqual([]);
		expect(looseEnds(workflow)).toEqual([]);
		for (const node of nodes.filter(isOurs)) {
			const { parameters } = withoutToolWords(node);
			expect([node.name, keptBy(engine, node)]).toMatchObject([node.name, parameters]);
			expect([node.name, missingFields(engine, node)]).toEqual([node.name, []]);
		}
	});
});
