import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Input } from './input';
import type { Operation, Output, Resource } from './operation';
import { flag } from './fields';

/** The field that keeps the columns of a row in the output; see `withInputFields`. */
export const includeInputFields: INodeProperties = flag(
	'Include Input Fields',
	'includeInputFields',
	{
		displayOptions: { hide: { '@tool': [true] } },
		description: "Whether to keep the input's fields and files",
	},
);

/**
 * Adds that field to every operation of a resource that works item by item: all except deletions, waits, and operations
 * that take nothing from an item, such as most lists. An operation that already defines the field keeps its version.
 */
export function offerInputFields(resource: Resource): Resource {
	// `disabledOptions` never matches. It only hides the field from n8n's AI definition of the node, where repeating it
	// in 60 operations would add 10%.
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
	// Operations without fields take nothing from an item.
	const isOfRecord = String(route).includes('{');
	return isOfRecord || (operation.fields.length > 0 && !has('returnAll'));
}

/** True if the output of this item keeps the fields of its input. */
export function isInputIncluded(input: Input): boolean {
	return (
		!input.isTool && input.has(includeInputFields.name) && input.boolean(includeInputFields.name)
	);
}

/** n8n treats an item with this field as failed. */
const FAILED = 'error';
/** Put before the name of a column if the record has a field of that name. */
const PREFIX = 'input_';

/**
 * Returns the output with the fields and files of its input item. A field that the output has with another value is
 * kept as `input_<name>`, and its name is added to `renamed`. A file that the output also has is left out.
 */
export function withInputFields(
	output: Output,
	{ json, binary }: INodeExecutionData,
	renamed: Set<string>,
): Output {
	const kept: IDataObject = { ...json };
	for (const [name, value] of Object.entries(json)) {
		const isOverwritten = Object.hasOwn(output.json, name) && !isSame(value, output.json[name]);
		if (name !== FAILED && !isOverwritten) continue;
		renamed.add(name);
		// In a chain of nodes, the first node has already kept the original column.
		kept[PREFIX + name] ??= value;
		delete kept[name];
	}
	const files = { ...binary, ...output.binary };
	return {
		json: { ...kept, ...output.json },
		...(Object.keys(files).length > 0 ? { binary: files } : {}),
	};
}

/** True if two values are equal. A number equals its text, since a CSV file has only texts. */
function isSame(one: unknown, other: unknown): boolean {
	const areScalars = [one, other].every((value) => ['string', 'number'].includes(typeof value));
	return areScalars ? String(one) === String(other) : JSON.stringify(one) === JSON.stringify(other);
}
