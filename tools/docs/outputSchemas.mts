/**
 * What every operation puts out, for the preview in n8n's editor: JSON Schemas made from the sandbox's own
 * schemas of its answers, turned into items by the operations' table as the node turns the answers.
 */
import { getResources } from '../built.mts';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';
import type { Input } from '../../nodes/LinkPlatform/operations/input.ts';
import type { Operation, RequestOperation } from '../../nodes/LinkPlatform/operations/operation.ts';
import { getEventType, eventTypes } from '../sandbox/events.mts';
import { type Served, getServedRoutes } from './servedRoutes.mts';

/** Where n8n looks for them: beside the node's file. */
export const SCHEMA_FOLDER = join('nodes', 'LinkPlatform', '__schema__');
/** n8n's editor asks by the version of the node that is in the workflow. */
const getVersion = (name: string): string => (name === TRIGGER ? 'v1.1.0' : 'v1.0.0');

/** The trigger has neither resource nor operation, so its file is the version's own. */
export const TRIGGER = '';

type Schema = z.ZodType;
type Row = (record: IDataObject, input: Input) => IDataObject;

/** The schemas of the sandbox's answers, by route. */
class Answers {
	readonly #served: Served;

	constructor(served: Served) {
		this.#served = served;
	}

	/** One record, or the message that stands in for it. */
	record(route: string): Schema {
		return recordIn(this.#of(route));
	}

	/** A row of the first of these collections that the answer holds. */
	row(route: string, collections: string[]): Schema {
		const [answer] = alternatives(this.#of(route));
		const data = answer.shape.data instanceof z.ZodObject ? answer.shape.data : answer;
		const shape: Record<string, unknown> = data.shape;
		const list = collections.map((name) => shape[name]).find((one) => one !== undefined);
		if (!(list instanceof z.ZodArray))
			throw new Error(`${route} has none of ${collections.join()}`);
		return list.element as Schema;
	}

	#of(route: string): Schema {
		const { answer } = this.#served(route);
		if (!answer) {
			throw new Error(
				`${route} answers no record: say in tools/docs/outputSchemas.mts what comes out`,
			);
		}
		return answer;
	}
}

function alternatives(schema: unknown): z.ZodObject[] {
	return schema instanceof z.ZodUnion
		? schema.options.flatMap(alternatives)
		: [schema as z.ZodObject];
}

function recordIn(answer: Schema): Schema {
	const outputs = alternatives(answer).map(({ shape }) => {
		if (shape.data instanceof z.ZodObject) return shape.data;
		const { error, message, ...record } = shape;
		if (Object.keys(record).length > 0) return z.strictObject(record);
		return z.strictObject({ success: z.literal(true), message: message as Schema });
	});
	return outputs.length === 1 ? outputs[0] : z.union(outputs);
}

const flat = (shape: z.ZodRawShape): Schema => z.strictObject(shape);

const withImage = (record: Schema): Schema =>
	flat({ ...(record as z.ZodObject).shape, dataUrl: z.string().optional() });

const fileAbout = {
	id: z.int(),
	format: z.string(),
	fileName: z.string(),
	mimeType: z.string(),
	fileSize: z.int(),
};
const failedBlocks = z.array(flat({ index: z.int(), type: z.string(), reason: z.string() }));
const image = flat({ ...fileAbout, dataUrl: z.string().optional() });

/** Items that are not the record of the operation's main request: made of several answers, or of files. */
const composedOutputs: Record<string, (answers: Answers) => Schema> = {
	'account/checkQuota': () =>
		flat({
			quota: z.string(),
			used: z.number(),
			limit: z.number().nullable(),
			remaining: z.number().nullable(),
			needed: z.number(),
			enough: z.boolean(),
		}),
	'account/getUsage': (answers) => {
		const quotas = Object.entries((answers.record('GET /api/account/stats') as z.ZodObject).shape);
		const withRemaining = quotas.map(([name, quota]) => [
			name,
			flat({ ...(quota as z.ZodObject).shape, remaining: z.number().nullable() }),
		]);
		return flat(Object.fromEntries(withRemaining) as z.ZodRawShape);
	},
	'bioPage/create': (answers) => {
		const { shape } = answers.record('POST /api/bio/add') as z.ZodObject;
		return flat({ ...shape, blocksFailed: failedBlocks.optional() });
	},
	'bioPage/duplicate': (answers) => {
		const { shape } = answers.record('POST /api/bio/add') as z.ZodObject;
		return flat({
			...shape,
			blocksCopied: z.int(),
			blocksFailed: failedBlocks,
			settingsFailed: z.array(flat({ field: z.string(), reason: z.string() })),
		});
	},
	'bioPage/getBlockTypes': (answers) => answers.row('GET /api/bio/widgets', ['widgets']),
	'link/getAll': (answers) => answers.row('GET /api/urls', ['urls']),
	'link/upsert': (answers) => answers.record('POST /api/url/add'),
	'link/waitForClick': () => waited(toEventItem(['link.clicked'])),
	'qrCode/create': (answers) => withImage(answers.record('POST /api/qr/add')),
	'qrCode/createArtistic': () => image,
	'qrCode/createMany': (answers) => {
		const { shape } = withImage(answers.record('POST /api/qr/add')) as z.ZodObject;
		return flat({ ...shape, targetUrl: z.string().nullable(), created: z.boolean() });
	},
	'qrCode/download': () => image,
	'qrCode/waitForScan': () => waited(toEventItem(['qr.scanned'])),
	'subscriber/export': () => flat(fileAbout),
	'webhook/cleanUp': () =>
		flat({
			webhookId: z.int(),
			url: z.string(),
			events: z.array(z.string()),
			deleted: z.boolean(),
			reason: z.string().optional(),
		}),
	'webhook/create': (answers) => {
		const { shape } = answers.row('GET /api/webhooks', ['webhooks']) as z.ZodObject;
		return flat({ ...shape, secret: z.string().optional() });
	},
	'webhook/ensureActive': () =>
		flat({
			...{ ok: z.boolean(), changed: z.boolean(), webhookId: z.int(), reason: z.string() },
			delivered: z.boolean().nullable(),
			missedSince: z.string().nullable(),
		}),
	'webhook/getEventTypes': () => flat({ name: z.string(), description: z.string() }),
	'webhook/waitForEvent': () => waited(toEventItem(eventTypes.map(({ name }) => name))),
};

/** The input with these fields; of the input nothing is known. */
function waited(event: Schema): Schema {
	return flat({ timedOut: z.boolean(), alreadyHappened: z.boolean(), event: event.nullable() });
}

/** What a row function may ask of its input, answered with schemas. */
const inputOfSchemas = { id: () => z.int(), boolean: () => false } as unknown as Input;

/** The operation's own function from record to item works on a record of schemas as well. */
function asItem(record: Schema, row?: Row): Schema {
	if (!row) return record;
	const items = alternatives(record).map(({ shape }) =>
		flat(row(shape as unknown as IDataObject, inputOfSchemas) as unknown as z.ZodRawShape),
	);
	return items.length === 1 ? items[0] : z.union(items);
}

function getEndpointOutput(
	{ route, response = { as: 'record' } }: RequestOperation,
	answers: Answers,
): Schema {
	if (response.as === 'deleted') return flat({ deleted: z.literal(true) });
	if (response.as === 'record') return asItem(answers.record(route), response.toItem);
	return asItem(answers.row(route, response.list.collections), response.toItem);
}

function getOutput(name: string, operation: Operation, answers: Answers): Schema {
	const composed = composedOutputs[name];
	if (composed) return composed(answers);
	if ('route' in operation) return getEndpointOutput(operation, answers);
	return answers.record(operation.routes[0]);
}

/** The item of these event types; the fields of `data` depend on the type. */
function toEventItem(names: string[]): Schema {
	const data = names.map((name) => getEventType(name)!.data);
	return flat({
		event: z.string(),
		deliveryId: z.string(),
		timestamp: z.string(),
		data: z.union(data),
	});
}

/** The JSON of one output item of each operation, by `resource/operation`; the trigger's under `TRIGGER`. */
export async function getOutputSchemas(packageFolder: string): Promise<Map<string, Schema>> {
	const answers = new Answers(await getServedRoutes());
	const schemas = new Map<string, Schema>([
		[TRIGGER, toEventItem(eventTypes.map(({ name }) => name))],
	]);
	for (const { value, operations } of getResources()) {
		for (const [operation, definition] of Object.entries(operations)) {
			const name = `${value}/${operation}`;
			schemas.set(name, getOutput(name, definition, answers));
		}
	}
	return schemas;
}

/** What of JSON Schema the editor reads: no alternatives, and of several types the first. */
interface Preview {
	type?: string | string[];
	properties?: Record<string, Preview>;
	items?: Preview;
}

function toPreview(schema: z.core.JSONSchema.BaseSchema): Preview {
	const options = schema.anyOf ?? [schema];
	const types = [...new Set(options.flatMap(({ type }) => type ?? []))];
	// `null` and `false` mean "none" in the answers, so the other type is the telling one.
	const tellsLittle = (type: string) => type === 'null' || type === 'boolean';
	const ordered = types.toSorted((a, b) => Number(tellsLittle(a)) - Number(tellsLittle(b)));
	const properties: Record<string, Preview> = {};
	for (const option of options) {
		for (const [name, property] of Object.entries(option.properties ?? {})) {
			properties[name] ??= toPreview(property as z.core.JSONSchema.BaseSchema);
		}
	}
	const items = options.find((option) => option.items)?.items;
	return {
		...(ordered.length > 0 && { type: ordered.length === 1 ? ordered[0] : ordered }),
		...(types.includes('object') && { properties }),
		...(items !== undefined && { items: toPreview(items as z.core.JSONSchema.BaseSchema) }),
	};
}

/** The files by their path inside the package, as n8n's editor asks for them. */
export async function createSchemaFiles(packageFolder: string): Promise<Map<string, string>> {
	const schemas = await getOutputSchemas(packageFolder);
	return new Map(
		[...schemas].map(([name, schema]) => {
			const preview = toPreview(z.toJSONSchema(schema, { unrepresentable: 'any' }));
			const path = `${join(SCHEMA_FOLDER, getVersion(name), name)}.json`;
			return [path, `${JSON.stringify(preview, null, '\t')}\n`];
		}),
	);
}

/** Writes all files anew. */
export async function writeOutputSchemas(packageFolder: string): Promise<void> {
	const files = await createSchemaFiles(packageFolder);
	rmSync(join(packageFolder, SCHEMA_FOLDER), { recursive: true, force: true });
	for (const [path, text] of files) {
		mkdirSync(dirname(join(packageFolder, path)), { recursive: true });
		writeFileSync(join(packageFolder, path), text);
	}
}
