/** What every template keeps to, as its file has it. What holds for every example is in examples.test.mts. */
import type { INode } from 'n8n-workflow';
import { ACTION, readExample } from '../../../tools/docs/runSelfTest.mts';
import { FIRST_STEPS, getExampleNames } from '../../../tools/n8n/examples.mts';
import type { WorkflowJson } from '../../../tools/n8n-engine/index.mts';
import { toText } from '../../support/sent.mts';
import {
	SERVICE,
	STICKY,
	TEMPLATES,
	TRIGGER,
	descendants,
	ofType,
	readmeOfExamples,
	targets,
} from './templates.mts';

/** Says something to a person. */
const MESSAGE = /\.(slack|gmail|form|stopAndError)$/;
const STOP = 'n8n-nodes-base.stopAndError';
const SHEET = 'n8n-nodes-base.googleSheets';

/** The size of a node with its name below, as the editor draws it. */
const NODE = { width: 130, height: 130 };

interface Box {
	name: string;
	x: number;
	y: number;
	width: number;
	height: number;
}

function getBox({ name, type, position: [x, y], parameters }: INode): Box {
	const size = type === STICKY ? (parameters as unknown as typeof NODE) : NODE;
	return { name, x, y, width: size.width, height: size.height };
}

const overlap = (a: Box, b: Box) =>
	a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const nodeNamed = (workflow: WorkflowJson, name: string) =>
	workflow.nodes.find((node) => node.name === name)!;

function ancestors(workflow: WorkflowJson, name: string): Set<string> {
	const leads = (from: INode) => descendants(workflow, from.name).has(name);
	return new Set(workflow.nodes.filter(leads).map((node) => node.name));
}

describe.each(TEMPLATES)('%s.json', (name) => {
	const workflow = readExample(name);
	const { nodes, pinData = {} } = workflow;
	const canFail = nodes.filter(({ type }) => SERVICE.test(type) || type === ACTION);
	const settings = nodes.find((node) => node.name === 'Settings');

	it('says in its note what it does, how to set it up and what it costs', () => {
		const [first] = ofType(workflow, STICKY).map(({ parameters }) => toText(parameters.content));
		expect(first.startsWith(`## ${workflow.name}\n`)).toBe(true);
		expect(first.match(/^### .+$/gm)).toEqual(expect.arrayContaining(['### Set up', '### Cost']));
		expect(first).not.toMatch(/\bthe service\b|interface/i);
	});

	it('brings the failure of every node that can fail to a person', () => {
		for (const node of canFail) {
			const onFailure = targets(workflow, node.name, 1);
			// Its own failure fails the execution, which n8n lists and can retry from there.
			const isLast = descendants(workflow, node.name).size === 0;
			const isLastWord = isLast && (MESSAGE.test(node.type) || node.retryOnFail === true);
			if (isLastWord) {
				expect([node.name, node.onError]).toEqual([node.name, undefined]);
				continue;
			}
			expect([node.name, node.onError, onFailure.length]).toEqual([
				node.name,
				'continueErrorOutput',
				1,
			]);
			const told = [...onFailure, ...descendants(workflow, onFailure[0])]
				.map((one) => nodeNamed(workflow, one))
				.filter(({ type, disabled }) => !disabled && (MESSAGE.test(type) || type === SHEET));
			expect([node.name, told.length > 0]).toEqual([node.name, true]);
		}
	});

	it('does its work before it says what failed', () => {
		for (const node of canFail.filter(({ onError }) => onError)) {
			const y = (one: string) => nodeNamed(workflow, one).position[1];
			const [failure] = targets(workflow, node.name, 1);
			const isStopping = MESSAGE.test(nodeNamed(workflow, failure).type);
			const after = targets(workflow, node.name, 0).filter(
				(next) => isStopping && y(next) > y(failure),
			);
			// What is below runs later, and not at all where the message cannot be sent; another message may wait.
			const lost = after.filter((next) => !MESSAGE.test(nodeNamed(workflow, next).type));
			expect([node.name, lost]).toEqual([node.name, []]);
		}
	});

	it('holds sample data for its triggers and for the nodes of other services', () => {
		const pinned = Object.keys(pinData);
		const wanted = nodes
			.filter(({ type }) => /(?<!mcp)Trigger$/.test(type) || SERVICE.test(type))
			.filter(({ type }) => !/(httpRequest|compression|extractFromFile)$/.test(type))
			.map((node) => node.name);
		expect(pinned.sort()).toEqual(wanted.sort());
		for (const item of Object.values(pinData).flat()) expect(item.json).toBeDefined();
	});

	it('holds examples in the settings alone, which are checked before anything is done', () => {
		const others = nodes.filter((node) => node !== settings && node.type !== STICKY);
		const check = others.filter(({ name: one }) => /^(Settings Complete\?|Stop and Ask)/.test(one));
		const rest = JSON.stringify(others.filter((node) => !check.includes(node)));
		expect(rest).not.toMatch(/example\.(com|org|net)/);
		if (!settings) {
			expect(rest).not.toContain("$('Settings')");
			return;
		}
		expect(targets(workflow, 'Settings', 0)).toEqual(['Settings Complete?']);
		const [stop] = targets(workflow, 'Settings Complete?', 1);
		expect(nodeNamed(workflow, stop).type).toBe(STOP);
		for (const node of others.filter((one) => JSON.stringify(one).includes("$('Settings')"))) {
			expect([node.name, ancestors(workflow, node.name).has('Settings Complete?')]).toEqual([
				node.name,
				true,
			]);
		}
	});

	it('can be pasted into n8n', () => {
		expect(workflow.settings).toEqual({ executionOrder: 'v1' });
		for (const node of nodes) {
			expect(Object.keys(node)).toEqual(
				expect.arrayContaining(['parameters', 'id', 'name', 'type', 'typeVersion', 'position']),
			);
		}
		const webhooks = nodes.filter(({ type }) =>
			/(linkPlatformTrigger|formTrigger|chatTrigger|mcpTrigger|wooCommerceTrigger)$/.test(type),
		);
		expect(webhooks.filter(({ webhookId }) => !webhookId)).toEqual([]);
	});

	it('names each node after what it does', () => {
		const numbered = nodes.filter(({ type }) => type !== STICKY).map((node) => node.name);
		expect(numbered.filter((one) => /\d$/.test(one) && !one.includes('Top 10'))).toEqual([]);
		expect(
			numbered.filter((one) => /^(Edit Fields|If|HTTP Request|Slack|Gmail|Set)$/.test(one)),
		).toEqual([]);
	});

	it('covers no node with another or with a note', () => {
		const boxes = nodes.map(getBox);
		const covered = boxes.flatMap((box, at) =>
			boxes
				.slice(at + 1)
				.filter((other) => overlap(box, other))
				.map((other) => [box.name, other.name]),
		);
		expect(covered).toEqual([]);
	});

	it('leads from left to right', () => {
		for (const [from, { main = [] }] of Object.entries(workflow.connections)) {
			for (const { node } of main.flatMap((output) => output ?? [])) {
				const [left, right] = [from, node].map((one) => nodeNamed(workflow, one).position[0]);
				expect([from, node, left < right]).toEqual([from, node, true]);
			}
		}
	});

	it('takes data only from nodes that have run before', () => {
		for (const node of nodes) {
			const text = JSON.stringify(node.parameters);
			const used = [...text.matchAll(/\$\('([^']+)'\)/g)].map(([, other]) => other);
			const before = ancestors(workflow, node.name);
			const asks = [node.name, ...before].map((one) => JSON.stringify(nodeNamed(workflow, one)));
			const isAsked = (other: string) =>
				asks.some((one) => one.includes(`$('${other}').isExecuted`));
			const unknown = used.filter((other) => !before.has(other) && !isAsked(other));
			expect([node.name, unknown]).toEqual([node.name, []]);
		}
	});

	it('adds nobody to a mailing list without their consent', () => {
		const mailchimp = nodes.filter(({ type }) => type.endsWith('mailchimp'));
		const states = mailchimp.flatMap((node) =>
			[...JSON.stringify(node.parameters).matchAll(/"status":"(\w+)"/g)].map(
				([, status]) => status,
			),
		);
		expect(new Set(states)).toEqual(new Set(mailchimp.length ? ['pending'] : []));
	});

	it('warns of mail scanners and link previews where a click counts', () => {
		const watches = nodes.some(
			({ type, parameters }) =>
				(type === TRIGGER && JSON.stringify(parameters).includes('link.clicked')) ||
				/"(waitForClick|waitForEvent|getLinkVariants)"/.test(JSON.stringify(parameters)),
		);
		const note = toText(ofType(workflow, STICKY)[0].parameters.content);
		expect([name, !watches || /scanner|preview/i.test(note)]).toEqual([name, true]);
	});
});

it('gives every trigger of every example an address of its own', () => {
	const ids = getExampleNames().flatMap((name) =>
		readExample(name).nodes.flatMap((node) => node.webhookId ?? []),
	);
	expect(new Set(ids).size).toBe(ids.length);
});

it('has every example in examples/README.md once, with the same name', () => {
	const listed = [...readmeOfExamples().matchAll(/^\| \[(.+?)\]\((.+?)\.json\)/gm)];
	const [firstSteps, templates] = [FIRST_STEPS, TEMPLATES].map((all) =>
		all.map((name) => [readExample(name).name, name]).sort(),
	);
	const rows = listed.map(([, title, file]) => [title, file]);
	expect(rows.sort()).toEqual([...firstSteps, ...templates].sort());
});
