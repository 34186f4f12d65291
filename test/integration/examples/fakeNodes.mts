/**
 * Fakes of the built-in nodes of the example workflows, so that these run on the engine with the real
 * nodes of this package in them. Three kinds:
 * - Nodes of other services, and those that only a whole n8n can run (Form, Compression): they resolve all
 *   their parameters for each item, so that every expression is tried, record them as a call, and return
 *   the sample data that is pinned to them, or else their input. A test can have each of them fail, the way
 *   n8n's own node of that type does.
 * - Google Sheets and Data Table: the same, with rows that stay until the next test (`FakeTables`).
 * - Nodes that decide or reshape (If, Switch, Set and so on) do what n8n's do, as far as the examples need.
 *   What a Set node called "Message: …" says is recorded as a call as well.
 * That the parameters are those of n8n's own nodes is seen in the real n8n: `npm test -- n8n`.
 */
import { randomBytes } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { toCsv } from '../../../packages/sandbox/csv.mts';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import type { WorkflowJson } from '../../../packages/n8n-harness/index.mts';
import {
	NodeConnectionTypes,
	NodeOperationError,
} from '../../../packages/n8n-harness/n8nWorkflow.mts';
import { toText } from '../../support/sent.mts';
import { FakeTables } from './fakeTables.mts';

type Items = INodeExecutionData[];
type Run = (this: IExecuteFunctions) => Promise<Items[]>;
/** What needs no waiting. */
type Logic = (this: IExecuteFunctions) => Items[];

/** What a fake was asked to do for one item: its parameters, expressions resolved. */
export interface Call {
	node: string;
	item: INodeExecutionData;
	parameters: Resolved;
}

/** As far as tests look into them; each type of node has some. */
export interface Resolved {
	[name: string]: unknown;
	name: string;
	text: string;
	message: string;
	email: string;
	sendTo: string;
	completionMessage: string;
	columns: { value: Record<string, string | number | boolean> };
}

/** Stands in for a node of this package that fails with its parameter `reason`. */
export const OUTAGE = 'n8n-nodes-base.outage';

/** What a node returns instead of its sample data: items, or the error it ends with. */
type Answer = IDataObject[] | Error;
type Given = Answer | undefined;

export class FakeNodes {
	/** What the nodes of other services were asked to do since the last `forget`. */
	readonly calls: Call[] = [];
	/** By node name: its answer, or a function that returns the answer to one call. */
	answers: Record<string, Answer | ((call: Resolved) => Given | Promise<Given>)> = {};
	readonly tables = new FakeTables();
	readonly types: Record<string, INodeType> = {};
	#pinned: Record<string, Items> = {};
	/** What Remove Duplicates has seen, also in earlier executions. */
	#seen = new Set<string>();

	constructor(workflows: WorkflowJson[], known: (type: string) => boolean) {
		const nodes = workflows.flatMap((workflow) => workflow.nodes);
		const missing = nodes.map(({ type }) => type).filter((type) => !known(type));
		for (const type of new Set(missing)) {
			this.types[type] = this.#typeOf(nodes.filter((node) => node.type === type));
		}
		const failing = {
			type: OUTAGE,
			typeVersion: 1,
			parameters: { reason: '' },
		} as unknown as INode;
		this.types[OUTAGE] = this.#typeOf([failing]);
	}

	/** Takes over the workflow's pinned data; returns the workflow as n8n runs it when it is published. */
	published({ pinData, ...workflow }: WorkflowJson) {
		this.#pinned = structuredClone(pinData ?? {});
		for (const node of workflow.nodes) this.tables.prefill(node, this.#pinned[node.name] ?? []);
		return workflow;
	}

	forget() {
		this.calls.length = 0;
		this.answers = {};
		this.#seen.clear();
		this.tables.clear();
	}

	/** The parameters of the calls of one node. */
	of(node: string) {
		return this.calls.filter((call) => call.node === node).map(({ parameters }) => parameters);
	}

	#typeOf(nodes: INode[]): INodeType {
		const [{ type }] = nodes;
		const name = type.slice(type.indexOf('.') + 1);
		const names = new Set(nodes.flatMap(({ parameters }) => Object.keys(parameters)));
		const isTrigger = /Trigger$/.test(name);
		const description: INodeTypeDescription = {
			name,
			displayName: name,
			description: `Fake of "${name}"`,
			group: [isTrigger ? 'trigger' : 'transform'],
			version: [...new Set(nodes.map(({ typeVersion }) => typeVersion))],
			defaults: { name },
			inputs: isTrigger ? [] : ['main'],
			outputs: Array(OUTPUTS[name] ?? 1).fill(NodeConnectionTypes.Main) as ['main'],
			properties: [...names].map(propertyNamed),
		};
		const run: Run =
			{ ...LOGIC, removeDuplicates: this.#removeDuplicates(), set: this.#set() }[name] ??
			this.#service();
		return { description, execute: run };
	}

	#service(): Run {
		const { calls, tables } = this;
		const getPinned = (name: string) => this.#pinned[name];
		const getAnswer = (name: string, call: Resolved) => {
			const given = this.answers[name];
			return typeof given === 'function' ? given(call) : given;
		};
		return async function () {
			const node = this.getNode();
			const { name, parameters } = node;
			const isReading = /^(get|getAll|read|search)$/.test(toText(parameters.operation ?? ''));
			const output: Items = [];
			for (const [index, item] of this.getInputData().entries()) {
				const entries = Object.keys(parameters).map(
					(key) => [key, this.getNodeParameter(key, index)] as const,
				);
				const resolved = Object.fromEntries(entries) as Resolved;
				calls.push({ node: name, item, parameters: resolved });
				const given = await getAnswer(name, resolved);
				if (given instanceof Error) {
					if (!this.continueOnFail()) throw new NodeOperationError(node, given.message);
					const failed = failedItem(node, given, this.getInputData(), index);
					if (FAILS_AS_A_WHOLE.test(node.type)) return [[failed]];
					output.push(failed);
					continue;
				}
				const found = given ?? tables.run(node, resolved, item);
				const answer = found?.map((json) => ({ json })) ?? getPinned(name);
				// A call that reads returns all records; any other call one record for each item.
				const isWhole = isReading || (found && !given);
				const own = answer && (isWhole ? answer : [answer[index % answer.length]]);
				output.push(...(own ?? [item]).map((one) => ({ ...one, pairedItem: { item: index } })));
			}
			return [output];
		};
	}

	#set(): Run {
		const { calls } = this;
		return function () {
			const node = this.getNode();
			const items = this.getInputData().map((item, index) => {
				const fields = this.getNodeParameter('assignments.assignments', index) as IDataObject[];
				const { includeFields, includeOtherFields } = node.parameters;
				const kept = toText(includeFields ?? '').split(', ');
				const keepsAll = includeOtherFields === true && !includeFields;
				const json = Object.fromEntries([
					...Object.entries(item.json).filter(([name]) => keepsAll || kept.includes(name)),
					...fields.map(({ name, value }) => [toText(name), value] as const),
				]);
				if (node.name.startsWith('Message: '))
					calls.push({ node: node.name, item, parameters: json as Resolved });
				return { json: json as IDataObject, pairedItem: { item: index } };
			});
			return Promise.resolve([items]);
		};
	}

	#removeDuplicates(): Run {
		const seen = this.#seen;
		return function () {
			const kept = this.getInputData().filter((_item, index) => {
				const value = `${this.getNode().name} ${this.getNodeParameter('dedupeValue', index) as string}`;
				return !seen.has(value) && seen.add(value);
			});
			return Promise.resolve([kept]);
		};
	}
}

const OUTPUTS: Record<string, number> = { splitInBatches: 2, switch: 5 };

/** One item for all, as n8n's own node returns it. */
const FAILS_AS_A_WHOLE = /googleSheets$/;
/** These say the reason beside the JSON of their first input item. */
const FAILS_BESIDE_JSON = /(googleSheets|dataTable)$/;
/** These don't say which item it is, so that the fields of the input are not there either. */
const FAILS_UNPAIRED = /(airtable|slack|googleDrive|mailchimp)$/;

/** What n8n's own node returns if it fails and may go on: each type has its own habit. */
function failedItem(node: INode, reason: Error, input: Items, index: number): INodeExecutionData {
	if (FAILS_BESIDE_JSON.test(node.type)) {
		return { json: input[0].json, error: new NodeOperationError(node, reason.message) };
	}
	const failed = { json: { error: reason.message } };
	return FAILS_UNPAIRED.test(node.type) ? failed : { ...failed, pairedItem: { item: index } };
}

/** Any type would do, as values are taken as they are; conditions are judged by n8n's own code. */
function propertyNamed(name: string): INodeProperties {
	const plain = { displayName: name, name, default: '' };
	if (name !== 'conditions') return { ...plain, type: 'string' };
	const filter = { caseSensitive: true, typeValidation: 'strict' as const, version: 2 as const };
	return { ...plain, type: 'filter', typeOptions: { filter } };
}

/** A rule of Switch. */
interface Rule {
	conditions: {
		conditions: Array<{
			leftValue: unknown;
			rightValue: string;
			operator: { operation: string };
		}>;
	};
}

function holds({ leftValue, rightValue, operator }: Rule['conditions']['conditions'][number]) {
	const text = String(leftValue);
	switch (operator.operation) {
		case 'startsWith':
			return text.startsWith(rightValue);
		case 'regex':
			return new RegExp(rightValue).test(text);
		case 'true':
			return leftValue === true;
		default:
			throw new Error(`The fake of Switch does not know ${operator.operation}`);
	}
}

function split(context: IExecuteFunctions) {
	const sides: Items[] = [[], []];
	for (const [index, item] of context.getInputData().entries()) {
		const passes = context.getNodeParameter('conditions', index, false, { extractValue: true });
		sides[passes ? 0 : 1].push({ ...item, pairedItem: { item: index } });
	}
	return sides;
}

const LOGIC: Record<string, Logic> = {
	filter() {
		return [split(this)[0]];
	},
	crypto() {
		return [
			this.getInputData().map((item, index) => {
				const length = Number(this.getNodeParameter('stringLength', index));
				const field = toText(this.getNodeParameter('dataPropertyName', index));
				const value = randomBytes(length).toString('hex').slice(0, length);
				return { ...item, json: { ...item.json, [field]: value }, pairedItem: { item: index } };
			}),
		];
	},
	/** By one number. */
	sort() {
		const [by] = this.getNodeParameter('sortFieldsUi.sortField', 0) as IDataObject[];
		const sign = by.order === 'descending' ? -1 : 1;
		const value = ({ json }: INodeExecutionData) => Number(json[toText(by.fieldName)]);
		return [[...this.getInputData()].sort((a, b) => sign * (value(a) - value(b)))];
	},
	/** All items as one list, or a list for each field; files are numbered as n8n does. */
	aggregate() {
		const items = this.getInputData();
		const { aggregate, fieldsToAggregate } = this.getNode().parameters as {
			aggregate?: string;
			fieldsToAggregate?: { fieldToAggregate?: Array<{ fieldToAggregate: string }> };
		};
		const fields = fieldsToAggregate?.fieldToAggregate ?? [];
		const json =
			aggregate === 'aggregateAllItemData'
				? {
						[this.getNodeParameter('destinationFieldName', 0) as string]: items.map(
							(one) => one.json,
						),
					}
				: Object.fromEntries(
						fields.map(({ fieldToAggregate: field }) => [
							field,
							items.map((one) => one.json[field]),
						]),
					);
		const binary: INodeExecutionData['binary'] = {};
		if (this.getNodeParameter('options.includeBinaries', 0, false)) {
			for (const [key, file] of items.flatMap((one) => Object.entries(one.binary ?? {}))) {
				const twins = Object.keys(binary).filter(
					(other) => other.replace(/_\d+$/, '') === key,
				).length;
				binary[twins === 0 ? key : `${key}_${twins}`] = file;
			}
		}
		const pairedItem = items.map((_item, item) => ({ item }));
		return [[{ json: json as IDataObject, binary, pairedItem }]];
	},
	outage() {
		return [
			this.getInputData().map((_item, index) => {
				const error = toText(this.getNodeParameter('reason', index));
				if (!this.continueOnFail()) throw new NodeOperationError(this.getNode(), error);
				return {
					json: { error, message: 'What to do.', details: {} },
					pairedItem: { item: index },
				};
			}),
		];
	},
	/** Once for all items. It finds what n8n's task runner gives it: no URL, no require. */
	code() {
		const data = this.getWorkflowDataProxy(0) as unknown as object;
		const text = toText(this.getNodeParameter('jsCode', 0));
		const context = createContext({ ...data, Buffer });
		const items = runInContext(`(() => {${text}\n})()`, context) as Items;
		return [JSON.parse(JSON.stringify(items)) as Items];
	},
	/** To the output of the first rule that holds, or else to one more. */
	switch() {
		const rulesFor = (index: number) =>
			this.getNodeParameter('rules.values', index) as unknown as Rule[];
		const outputs: Items[] = [...rulesFor(0), 'fallback'].map(() => []);
		for (const [index, item] of this.getInputData().entries()) {
			const first = rulesFor(index).findIndex(({ conditions: { conditions } }) =>
				conditions.every(holds),
			);
			outputs.at(first)!.push({ ...item, pairedItem: { item: index } });
		}
		return outputs;
	},
	/** The first output is "done": all that has come back. */
	splitInBatches() {
		const input = this.getInputData();
		const size = this.getNodeParameter('batchSize', 0) as number;
		const loop = this.getContext('node') as { left?: Items; done?: Items };
		if (loop.left) loop.done!.push(...input);
		else Object.assign(loop, { left: [...input], done: [] });
		const batch = loop.left!.splice(0, size);
		return batch.length > 0 ? [[], batch] : [loop.done!, []];
	},
	/** A CSV file, or one item's text as a file. */
	convertToFile() {
		const [first, ...rest] = this.getInputData().map(({ json }) => json);
		const { fileName } = this.getNodeParameter('options', 0) as { fileName: string };
		const isText = this.getNodeParameter('operation', 0, 'csv') === 'toText';
		const source = isText ? toText(this.getNodeParameter('sourceProperty', 0)) : '';
		const content = isText
			? toText(first[source])
			: toCsv([
					Object.keys(first),
					...[first, ...rest].map((row) => Object.values(row) as string[]),
				]);
		const mimeType = isText ? 'text/plain' : 'text/csv';
		const data = { data: Buffer.from(content).toString('base64'), mimeType, fileName };
		const field = toText(this.getNodeParameter('binaryPropertyName', 0, 'data'));
		return [[{ json: {}, binary: { [field]: data } }]];
	},
};
