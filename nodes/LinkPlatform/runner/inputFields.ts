import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { omit } from '../api/envelope';
import type { Input } from './input';
import type { Operation, Output, Resource } from './operation';
import { flag } from './fields';

/** Keeps the columns of a row beside the record; see `withInputFields`. */
export const includeInputFields: INodeProperties = flag(
	'Include Input Fields',
	'includeInputFields',
	{
		displayOptions: { hide: { '@tool': [true] } },
		description: "Whether to keep the input's fields and files",
	},
);

/**
 * The resource with that field in every operation that works item by item: all but deletions, waits, and those that
 * take nothing from an item, as most lists do. One that has the field keeps its own.
 */
export function offerInputFields(resource: Resource): Resource {
	// Disabled under no condition that is ever met. n8n's definition of the node for an AI leaves it out by the first
	// of them alone: there, one line in each of sixty operations would be a tenth of all.
	const never = { resource: [resource.value], operation: [''] };
	const field = { ...includeInputFields, disabledOptions: { show: never } };
	const entries = Object.entries(resource.operations).map(([name, operation]) => {
		const fields = [...operation.fields, field];
		return [name, takesInput(operation) ? { ...operation, fields } : operation];
	});
	return { ...resource, operations: Object.fromEntries(entries) as Resource['operations'] };
}

function takesInput(operation: Operation): boolean {
	const has = (name: string) => operation.fields.some((field) => field.name === name);
	if (has(includeInputFields.name) || 'pauses' in operation) return false;
	const { response = undefined } = 'route' in operation ? operation : {};
	if (response?.as === 'deleted') return false;
	const [route] = 'route' in operation ? [operation.route] : operation.routes;
	// Some ask nothing.
	const isOfRecord = String(route).includes('{');
	return isOfRecord || (operation.fields.length > 0 && !has('returnAll'));
}

/** Whether the output of this item keeps what its input has. */
export function isInputIncluded(input: Input): boolean {
	return (
		!input.isTool && input.has(includeInputFields.name) && input.boolean(includeInputFields.name)
	);
}

/** A field that n8n would take for the mark of a failed item. */
const FAILED = 'error';
/** Where the fields are that could not stay in their places. */
const MOVED = 'input';

/**
 * An output with the fields and files of its input item. Fields that the output has with another value come
 * out under `input`, and their names are added to `moved`; files that it has too are left out.
 */
export function withInputFields(
	output: Output,
	{ json, binary }: INodeExecutionData,
	moved: Set<string>,
): Output {
	const files = { ...binary, ...output.binary };
	const isTaken = (name: string) =>
		name === FAILED || (Object.hasOwn(output.json, name) && !isSame(json[name], output.json[name]));
	const taken = Object.keys(json).filter(isTaken);
	if (taken.length > 0 && Object.hasOwn(json, MOVED)) taken.push(MOVED);
	for (const name of taken) moved.add(name);
	const entries = taken.map((name) => [name, json[name]]);
	const under = taken.length > 0 ? { [MOVED]: Object.fromEntries(entries) as IDataObject } : {};
	return {
		json: { ...omit(json, taken), ...under, ...output.json },
		...(Object.keys(files).length > 0 ? { binary: files } : {}),
	};
}

function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
