/**
 * Simplified versions of the built-in nodes that the example workflows use, with the same type names and parameters.
 * They replace n8n's own nodes (the package n8n-nodes-base), which need native builds and a gigabyte of services.
 * They support only what the examples need: a single file path without wildcards, and CSV as the only table format. A
 * real n8n uses its own nodes.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse/sync';
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

/** Returns the collection `options` of optional fields. */
const options = (fields: INodeProperties[]): INodeProperties => ({
	displayName: 'options',
	name: 'options',
	type: 'collection',
	default: {},
	options: fields,
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
 * Returns one item with the file at the path in `fileSelector`, or no item if the file doesn't exist, as n8n's node
 * does.
 */
async function readFile(this: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
	const path = this.getNodeParameter('fileSelector', item) as string;
	if (!existsSync(path)) return [];
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
	description: describe('readWriteFile', 'Read/Write Files from Disk', [
		text('operation', 'read'),
		text('fileSelector', '', { operation: ['read'] }),
		text('fileName', '', { operation: ['write'] }),
		text('dataPropertyName', 'data', { operation: ['write'] }),
	]),
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
 * Returns the content of the item's file: one item with the text, or one item for each CSV row. Throws for other
 * operations.
 */
async function extract(this: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
	const operation = this.getNodeParameter('operation', item);
	const options = this.getNodeParameter('options', item, {});
	const content = await this.helpers.getBinaryDataBuffer(
		item,
		this.getNodeParameter('binaryPropertyName', item),
	);
	if (operation === 'text') {
		const key = this.getNodeParameter('destinationKey', item) as string;
		const decoder = new TextDecoder(this.helpers.detectBinaryEncoding(content));
		return [{ json: { [key]: decoder.decode(content) }, pairedItem: { item } }];
	}
	if (operation !== 'csv') throw new Error(`This stand-in cannot extract "${operation}"`);
	const rows: IDataObject[] = parse(content, {
		columns: true,
		delimiter: (options.delimiter as string) || ',',
		bom: options.enableBOM === true,
		from_line: (options.fromLine as number) || 1,
		skip_empty_lines: true,
	});
	return rows.map((row) => {
		const kept = Object.entries(row).filter(([, cell]) => options.includeEmptyCells || cell !== '');
		return { json: Object.fromEntries(kept), pairedItem: { item } };
	});
}

const extractFromFile: INodeType = {
	description: describe('extractFromFile', 'Extract from File', [
		text('operation', 'csv'),
		text('binaryPropertyName', 'data'),
		text('destinationKey', 'data', { operation: ['text'] }),
		options([
			text('delimiter', ','),
			text('fromLine', ''),
			flag('enableBOM'),
			flag('includeEmptyCells'),
		]),
	]),
	async execute() {
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < this.getInputData().length; item++) {
			try {
				output.push(...(await extract.call(this, item)));
			} catch (error) {
				if (!this.continueOnFail()) throw error;
				output.push({ json: { error: (error as Error).message }, pairedItem: { item } });
			}
		}
		return [output];
	},
};

/** A node that turns one field of each item into a text file. n8n's own node can also write CSV. */
const convertToFile: INodeType = {
	description: describe(
		'convertToFile',
		'Convert to File',
		[text('operation', 'toText'), text('sourceProperty', 'data'), options([text('fileName', '')])],
		{ version: 1.1 },
	),
	async execute() {
		const files = this.getInputData().map(async ({ json }, item) => {
			const field = this.getNodeParameter('sourceProperty', item) as string;
			const { fileName } = this.getNodeParameter('options', item) as { fileName: string };
			const content = Buffer.from(json[field] as string);
			const data = await this.helpers.prepareBinaryData(content, fileName);
			return { json: {}, binary: { data }, pairedItem: { item } };
		});
		return [await Promise.all(files)];
	},
};

/** The conditions field of the If and Filter nodes. n8n's own code evaluates the conditions. */
const conditions: INodeProperties = {
	displayName: 'conditions',
	name: 'conditions',
	type: 'filter',
	default: {},
	typeOptions: { filter: { caseSensitive: true, typeValidation: 'strict', version: 2 } },
};

const ifNode: INodeType = {
	description: describe('if', 'If', [conditions], {
		version: 2.2,
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
		{ version: 3.4 },
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
	[
		manualTrigger,
		noOp,
		stickyNote,
		readWriteFile,
		extractFromFile,
		convertToFile,
		ifNode,
		set,
		stopAndError,
	].map((type) => [`n8n-nodes-base.${type.description.name}`, type]),
);
