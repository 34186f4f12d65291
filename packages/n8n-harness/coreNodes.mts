/**
 * Simplified versions of the built-in nodes that the example workflows use, with the same type names and parameters.
 * They replace n8n's own nodes (the package n8n-nodes-base), which need native builds and a gigabyte of services.
 * They support only what the examples need, e.g. a single file path without wildcards. A real n8n uses its own nodes.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createContext, runInContext } from 'node:vm';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from './n8nWorkflow.mts';

/**
 * Returns a node description with one main input, one main output and these properties. `more` overrides its fields.
 */
const describe = (
	name: string,
	displayName: string,
	properties: INodeProperties[],
	more: Partial<INodeTypeDescription> = {},
): INodeTypeDescription => ({
	name,
	displayName,
	description: `Stand-in for the built-in node "${displayName}"`,
	group: ['transform'],
	version: 1,
	defaults: { name: displayName },
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	properties,
	...more,
});

/**
 * Returns a text field with the default `value`. With `show`, the field appears only for these values of other fields.
 */
const text = (name: string, value: string, show?: Record<string, string[]>): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: value,
	...(show && { displayOptions: { show } }),
});

/** Returns a switch that is off by default. */
const flag = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'boolean',
	default: false,
});

/** Returns the input items unchanged. */
function passOn(this: IExecuteFunctions) {
	return Promise.resolve([this.getInputData()]);
}

const manualTrigger: INodeType = {
	description: describe('manualTrigger', 'Manual Trigger', [], { group: ['trigger'], inputs: [] }),
	execute: passOn,
};

const noOp: INodeType = {
	description: describe('noOp', 'No Operation, do nothing', []),
	execute: passOn,
};

const stickyNote: INodeType = {
	description: describe('stickyNote', 'Sticky Note', [text('content', '')], {
		inputs: [],
		outputs: [],
	}),
	execute: passOn,
};

/**
 * Returns one item with the file at the path in `fileSelector`. Throws as n8n's node does if there is no such file.
 */
async function readFile(this: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
	const path = this.getNodeParameter('fileSelector', item) as string;
	if (!existsSync(path)) throw new NodeOperationError(this.getNode(), 'No file(s) found');
	const binary = await this.helpers.prepareBinaryData(createReadStream(path), basename(path));
	const { mimeType, fileType, fileName, fileExtension, fileSize } = binary;
	const json = { mimeType, fileType, fileName, fileExtension, fileSize };
	return [{ json, binary: { data: binary }, pairedItem: { item } }];
}

/** Writes the item's file to the path in `fileName`, and returns the item with that path. */
async function writeFile(this: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
	const fileName = this.getNodeParameter('fileName', item) as string;
	const property = this.getNodeParameter('dataPropertyName', item);
	const binary = this.helpers.assertBinaryData(item, property);
	const content = binary.id
		? await this.helpers.getBinaryStream(binary.id)
		: Readable.from([Buffer.from(binary.data, 'base64')]);
	await pipeline(content, createWriteStream(fileName));
	const input = this.getInputData()[item];
	const json = { ...input.json, fileName };
	return [{ json, binary: input.binary, pairedItem: { item } }];
}

const readWriteFile: INodeType = {
	description: describe(
		'readWriteFile',
		'Read/Write Files from Disk',
		[
			text('operation', 'read'),
			text('fileSelector', '', { operation: ['read'] }),
			text('fileName', '', { operation: ['write'] }),
			text('dataPropertyName', 'data', { operation: ['write'] }),
		],
		{ version: 1.1 },
	),
	async execute() {
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < this.getInputData().length; item++) {
			const operation = this.getNodeParameter('operation', item) === 'write' ? writeFile : readFile;
			output.push(...(await operation.call(this, item)));
		}
		return [output];
	},
};

/**
 * Runs the code once for all items, with only the globals that n8n's task runner has and the examples use: no URL, no
 * require.
 */
const code: INodeType = {
	description: describe('code', 'Code', [text('jsCode', '')], { version: 2 }),
	async execute() {
		const { helpers } = this;
		const data = this.getWorkflowDataProxy(0) as unknown as object;
		const globals = createContext({ ...data, Buffer, TextDecoder });
		const run = runInContext(
			`(async function () {${this.getNodeParameter('jsCode', 0) as string}\n})`,
			globals,
		) as (this: object) => Promise<INodeExecutionData[]>;
		const items = await run.call({ helpers });
		return [JSON.parse(JSON.stringify(items)) as INodeExecutionData[]];
	},
};

/** The conditions field of the If and Filter nodes. n8n's own code evaluates the conditions. */
const conditions: INodeProperties = {
	displayName: 'conditions',
	name: 'conditions',
	type: 'filter',
	default: {},
	typeOptions: { filter: { caseSensitive: true, typeValidation: 'strict', version: 3 } },
};

const ifNode: INodeType = {
	description: describe('if', 'If', [conditions], {
		version: 2.3,
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
	}),
	execute() {
		const sides: INodeExecutionData[][] = [[], []];
		for (const [index, item] of this.getInputData().entries()) {
			const passes = this.getNodeParameter('conditions', index, false, { extractValue: true });
			sides[passes ? 0 : 1].push({ ...item, pairedItem: { item: index } });
		}
		return Promise.resolve(sides);
	},
};

const set: INodeType = {
	description: describe(
		'set',
		'Edit Fields (Set)',
		[text('assignments', ''), flag('includeOtherFields')],
		{ version: 3.5 },
	),
	execute() {
		const items = this.getInputData().map((item, index) => {
			const fields = this.getNodeParameter('assignments.assignments', index) as IDataObject[];
			const others = this.getNodeParameter('includeOtherFields', index) ? item.json : {};
			const set = Object.fromEntries(fields.map(({ name, value }) => [name as string, value]));
			const json: IDataObject = Object.assign({}, others, set);
			return { json, pairedItem: { item: index } };
		});
		return Promise.resolve([items]);
	},
};

const stopAndError: INodeType = {
	description: describe('stopAndError', 'Stop and Error', [text('errorMessage', '')], {
		outputs: [],
	}),
	execute() {
		const message = this.getNodeParameter('errorMessage', 0) as string;
		throw new NodeOperationError(this.getNode(), message);
	},
};

/** The simplified built-in nodes, by the full type names that workflow files use. */
export const coreNodes: Record<string, INodeType> = Object.fromEntries(
	[manualTrigger, noOp, stickyNote, readWriteFile, code, ifNode, set, stopAndError].map((type) => [
		`n8n-nodes-base.${type.description.name}`,
		type,
	]),
);
