/**
 * What every operation puts out, for the preview in n8n's editor: JSON Schemas made from the sandbox's own
 * schemas of its answers, turned into items by the operations' table as the node turns the answers.
 */
import { getResources } from '../built.mts';
import { join } from 'node:path';
import { z } from 'zod/v4';
import type { ItemShape, Operation } from '../../nodes/LinkPlatform/runner/operation.ts';
import { getEventType, eventTypes } from '../sandbox/events.mts';
import { type Served, getServedRoutes } from './servedRoutes.mts';

/** Where n8n looks for them: beside the node's file. */
export const SCHEMA_FOLDER = join('nodes', 'LinkPlatform', '__schema__');
/** n8n's editor asks by the version of the node that is in the workflow. */
const getVersions = (name: string): string[] =>
	name === TRIGGER ? ['v1.0.0', 'v1.1.0'] : ['v1.0.0'];

/** The trigger has neither resource nor operation, so its file is the version's own. */
export const TRIGGER = '';

type Schema = z.ZodType;

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
				`${route} returns no record: say in the operation's \`output\` what comes out`,
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

type Field = NonNullable<ItemShape['with']>[string];

/** The schema of a type as operations write it; records become larger by it. */
function toSchema(type: Field | Field[], present?: unknown): Schema {
	if (Array.isArray(type)) return z.array(toSchema(type[0]));
	if (typeof type === 'object') {
		const shape = present instanceof z.ZodObject ? (present.shape as z.ZodRawShape) : {};
		return flat({ ...shape, ...toFields(type, shape) });
	}
	const types: Record<string, Schema> = {
		boolean: z.boolean(),
		integer: z.int(),
		number: z.number(),
		string: z.string(),
	};
	const schema = types[type.replace('?', '')];
	return type.endsWith('?') ? schema.nullable() : schema;
}

const toFields = (types: NonNullable<ItemShape['with']>, present: z.ZodRawShape = {}) =>
	Object.fromEntries(
		Object.entries(types).map(([name, type]) => [name, toSchema(type, present[name]).optional()]),
	);

function getOutput(operation: Operation, answers: Answers): Schema {
	if ('route' in operation && operation.response?.as === 'deleted') {
		return flat({ deleted: z.literal(true) });
	}
	const { output = {}, fields, details = [] } = operation;
	const isSimplified = fields.some(({ name }) => name === 'outputFields');
	const without = [...(output.without ?? []), ...(isSimplified ? details : [])];
	const items = alternatives(getRecord(operation, answers)).map(({ shape }) => {
		const kept = Object.entries(shape).filter(([name]) => !without.includes(name));
		const record = Object.fromEntries(kept) as z.ZodRawShape;
		const item: z.ZodRawShape = { ...record, ...toFields(output.with ?? {}, record) };
		if (output.isEvent) return toEventItem('all');
		if (output.event === undefined) return flat(item);
		return flat({ ...item, event: toEventItem(output.event).nullable() });
	});
	return items.length === 1 ? items[0] : z.union(items);
}

/** The record that an item holds: of a response, of a list in one, or none. */
function getRecord(operation: Operation, answers: Answers): Schema {
	const { of } = operation.output ?? {};
	if (of === null) return flat({});
	if (typeof of === 'string') return answers.record(of);
	if (of) return answers.row(of.route, of.collections);
	if (!('route' in operation)) return answers.record(operation.routes[0]);
	const { route, response } = operation;
	return response?.as === 'list'
		? answers.row(route, response.list.collections)
		: answers.record(route);
}

/** The item of an event type, or of `all`; the fields of `data` depend on the type. */
function toEventItem(event: string): Schema {
	const names = event === 'all' ? eventTypes.map(({ name }) => name) : [event];
	const data = names.map((name) => getEventType(name)!.data);
	return flat({
		event: z.string(),
		deliveryId: z.string(),
		timestamp: z.string(),
		data: z.union(data),
	});
}

/** The JSON of one output item of each operation, by `resource/operation`; the trigger's under `TRIGGER`. */
export async function getOutputSchemas(): Promise<Map<string, Schema>> {
	const answers = new Answers(await getServedRoutes());
	const schemas = new Map<string, Schema>([[TRIGGER, toEventItem('all')]]);
	for (const { value, operations } of getResources()) {
		for (const [operation, definition] of Object.entries(operations)) {
			const name = `${value}/${operation}`;
			schemas.set(name, getOutput(definition, answers));
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

/** A file is the default, and `targetUrl` holds the target of every deployment. */
const isPreviewed = (name: string, all: object) =>
	name !== 'dataUrl' && !(name === 'target' && 'targetUrl' in all);

function toPreview(schema: z.core.JSONSchema.BaseSchema): Preview {
	const options = schema.anyOf ?? [schema];
	const types = [...new Set(options.flatMap(({ type }) => type ?? []))];
	// `null` and `false` mean "none" in the answers, so the other type is the telling one.
	const tellsLittle = (type: string) => type === 'null' || type === 'boolean';
	const ordered = types.toSorted((a, b) => Number(tellsLittle(a)) - Number(tellsLittle(b)));
	// What is inside shows only under this type alone.
	const nesting = types.find((type) => type === 'object' || type === 'array');
	const properties: Record<string, Preview> = {};
	for (const option of options) {
		const { properties: all = {} } = option;
		for (const [name, property] of Object.entries(all)) {
			if (!isPreviewed(name, all)) continue;
			properties[name] ??= toPreview(property as z.core.JSONSchema.BaseSchema);
		}
	}
	const items = options.find((option) => option.items)?.items;
	return {
		...(ordered.length > 0 && { type: nesting ?? (ordered.length === 1 ? ordered[0] : ordered) }),
		...(types.includes('object') && { properties }),
		...(items !== undefined && { items: toPreview(items as z.core.JSONSchema.BaseSchema) }),
	};
}

/** The files by their path inside the package, as n8n's editor asks for them. */
export async function createSchemaFiles(): Promise<Map<string, string>> {
	const schemas = await getOutputSchemas();
	return new Map(
		[...schemas].flatMap(([name, schema]) => {
			const preview = toPreview(z.toJSONSchema(schema, { unrepresentable: 'any' }));
			const content = `${JSON.stringify(preview, null, '\t')}\n`;
			return getVersions(name).map((version) => [
				`${join(SCHEMA_FOLDER, version, name)}.json`,
				content,
			]);
		}),
	);
}
