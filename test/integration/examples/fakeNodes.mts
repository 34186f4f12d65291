/**
 * Fakes of the built-in nodes in the example workflows, so that the workflows run on the engine together with the real
 * nodes of this package. There are three kinds:
 * - Nodes of other services, and nodes that only a complete n8n can run (Form, Compression), evaluate all their
 *   parameters for each item, so that every expression is tested. They record each item as a call, and return the
 *   sample data that is pinned to them, or else their input. A test can make each of them fail as n8n's own node does.
 * - Google Sheets, Airtable and Data Table do the same, but keep rows until the next test (`FakeTables`).
 * - Nodes that decide or reshape (If, Switch, Set and so on) behave like n8n's nodes, as far as the examples need.
 *   The output of a Set node named "Message: …" is also recorded as a call.
 * `npm test -- n8n` checks in a real n8n that n8n's own nodes have these parameters.
 */
import { randomBytes } from 'node:crypto';
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
/** A synchronous implementation of a node. */
type Logic = (this: IExecuteFunctions) => Items[];

/** A recorded call of a fake for one item, with its expressions evaluated. */
export interface Call {
	node: string;
	item: INodeExecutionData;
	parameters: Resolved;
}

/** The evaluated parameters, with types for those that tests read. Each type of node has only some of these. */
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

/** The type of a node that replaces a node of this package and fails with the message in its parameter `reason`. */
export const OUTAGE = 'n8n-nodes-base.outage';

/** The items that a node returns instead of its sample data, or the error that it fails with. */
type Answer = IDataObject[] | Error;
type Given = Answer | undefined;

export class FakeNodes {
	/** The recorded calls since the last `forget`. */
	readonly calls: Call[] = [];
	/** The answers by node name. A function returns the answer to each call. */
	answers: Record<string, Answer | ((call: Resolved) => Given | Promise<Given>)> = {};
	readonly tables = new FakeTables();
	readonly types: Record<string, INodeType> = {};
	#pinned: Record<string, Items> = {};
	/** The values that Remove Duplicates has seen, including values in earlier executions. */
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

	/** Stores the workflow's pinned data as sample data; returns the workflow as n8n runs it after it is published. */
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

	/** Returns the parameters of all calls of a node. */
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
				// Reads and table operations return all their records; any other call returns one per item.
				const isWhole = isReading || (found && !given) || found?.length === 0;
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

/** Types of nodes that return a single error item for all input items, as n8n's own nodes do. */
const FAILS_AS_A_WHOLE = /googleSheets$/;
/** Types of nodes that return the error together with the JSON of their first input item. */
const FAILS_BESIDE_JSON = /(googleSheets|dataTable)$/;
/** Types of nodes that don't link an error item to its input item, so the fields of the input item aren't available. */
const FAILS_UNPAIRED = /(airtable|slack|googleDrive|mailchimp)$/;

/** Returns the item that n8n's own node returns if it fails and may continue. This differs between types of nodes. */
function failedItem(node: INode, reason: Error, input: Items, index: number): INodeExecutionData {
	if (FAILS_BESIDE_JSON.test(node.type)) {
		return { json: input[0].json, error: new NodeOperationError(node, reason.message) };
	}
	const failed = { json: { error: reason.message } };
	return FAILS_UNPAIRED.test(node.type) ? failed : { ...failed, pairedItem: { item: index } };
}

/** Returns the definition of a parameter. Only conditions need their real type: n8n's own code evaluates them. */
function propertyNamed(name: string): INodeProperties {
	const plain = { displayName: name, name, default: '' };
	if (name !== 'conditions') return { ...plain, type: 'string' };
	const filter = { caseSensitive: true, typeValidation: 'strict' as const, version: 3 as const };
	return { ...plain, type: 'filter', typeOptions: { filter } };
}

/** A rule of the Switch node. */
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

const LOGIC: Record<string, Logic> = {
	filter() {
		const items = this.getInputData().map((item, index) => ({
			...item,
			pairedItem: { item: index },
		}));
		const passes = (_item: unknown, index: number) =>
			this.getNodeParameter('conditions', index, false, { extractValue: true });
		return [items.filter(passes)];
	},
	limit() {
		const items = this.getInputData().map((item, index) => ({
			...item,
			pairedItem: { item: index },
		}));
		return [items.slice(0, this.getNodeParameter('maxItems', 0) as number)];
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
	/** Sorts by one numeric field. */
	sort() {
		const [by] = this.getNodeParameter('sortFieldsUi.sortField', 0) as IDataObject[];
		const sign = by.order === 'descending' ? -1 : 1;
		const value = ({ json }: INodeExecutionData) => Number(json[toText(by.fieldName)]);
		return [[...this.getInputData()].sort((a, b) => sign * (value(a) - value(b)))];
	},
	/** Returns one item with a list of all items, or a list per field; files are numbered as in n8n. */
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
	/** Sends each item to the output of the first rule that matches, or else to an additional fallback output. */
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
	/** Returns the next batch on the second output, and in the end all items on the first output, "done". */
	splitInBatches() {
		const input = this.getInputData();
		const size = this.getNodeParameter('batchSize', 0) as number;
		const loop = this.getContext('node') as { left?: Items; done?: Items };
		if (loop.left) loop.done!.push(...input);
		else Object.assign(loop, { left: [...input], done: [] });
		const batch = loop.left!.splice(0, size);
		return batch.length > 0 ? [[], batch] : [loop.done!, []];
	},
	/** Returns a CSV file of all items, or the text of the first item as a file. */
	convertToFile() {
		const [first, ...rest] = this.getInputData().map(({ json }) => json);
		const { fileName } = this.getNodeParameter('options', 0) as { fileName: string };
		const isText = this.getNodeParameter('operation', 0, 'csv') === 'toText';
		const source = isText ? toText(this.getNodeParameter('sourceProperty', 0)) : '';
		const lines = [first, ...rest].map((row) => Object.values(row) as string[]);
		const content = isText ? toText(first[source]) : toCsv([Object.keys(first), ...lines]);
		const mimeType = isText ? 'text/plain' : 'text/csv';
		const data = { data: Buffer.from(content).toString('base64'), mimeType, fileName };
		const field = toText(this.getNodeParameter('binaryPropertyName', 0, 'data'));
		return [[{ json: {}, binary: { [field]: data } }]];
	},
};
