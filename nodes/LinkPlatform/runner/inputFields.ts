import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Input } from './input';
import type { Operation, Output, Resource } from './operation';
import { flag, hiddenFromTools } from './fields';

/** The field 'Include Input Fields', which adds the fields of the input item to the output: see `withInputFields`. */
export const includeInputFields = flag('Include Input Fields', 'includeInputFields', {
	displayOptions: hiddenFromTools,
	description: "Whether to add the input item's fields and files to the output",
});

/**
 * Adds 'Include Input Fields' to each operation of a resource that processes items one by one. Deletions, waits, and
 * operations that use no field of an item (such as most lists) don't get it. An operation that already defines the
 * field keeps its own version.
 */
export function offerInputFields(resource: Resource): Resource {
	// `disabledOptions` never matches. Its only purpose is to hide the field from the node definition that n8n
	// generates for AI. Repeating the field in 60 operations would make that definition 10% longer.
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
	const [route = ''] = 'route' in operation ? [operation.route] : operation.routes;
	if (route.startsWith('DELETE')) return false;
	// If a route contains a placeholder, e.g. for an ID, the request concerns one record. The item determines that
	// record.
	const isOfRecord = route.includes('{');
	return isOfRecord || (operation.fields.length > 0 && !has('returnAll'));
}

/** True if the output of this item should include the fields of its input. */
export function isInputIncluded(input: Input): boolean {
	return input.has(includeInputFields.name) && input.boolean(includeInputFields.name);
}

/** The name of a field that makes n8n treat an item as failed. */
const FAILED = 'error';
/** The prefix that an input field's name gets if the record has a field with the same name. */
const PREFIX = 'input_';

/** The names of input fields and files that the output uses: what was renamed, and what was left out. */
export type Clashes = Record<'renamed' | 'leftOut', Set<string>>;

/**
 * Returns the output with the fields and files of its input item. If the output has a field of the same name with
 * another value, adds the input's field as `input_<name>`. Leaves out input files whose name the output already uses.
 * Adds the names to `clashes`.
 */
export function withInputFields(
	output: Output,
	{ json, binary }: INodeExecutionData,
	{ renamed, leftOut }: Clashes,
): Output {
	const kept: IDataObject = { ...json };
	for (const [name, value] of Object.entries(json)) {
		const isOverwritten = Object.hasOwn(output.json, name) && !isSame(value, output.json[name]);
		if (name !== FAILED && !isOverwritten) continue;
		// If an earlier node in the chain has already added the renamed column, keep it, because it has the original
		// value.
		const isTaken = Object.hasOwn(kept, PREFIX + name);
		(isTaken ? leftOut : renamed).add(name);
		if (!isTaken) kept[PREFIX + name] = value;
		delete kept[name];
	}
	for (const name of Object.keys(binary ?? {})) if (output.binary?.[name]) leftOut.add(name);
	const files = { ...binary, ...output.binary };
	return {
		json: { ...kept, ...output.json },
		binary: Object.keys(files).length > 0 ? files : undefined,
	};
}

/**
 * True if two values are equal. A number equals the same number as a string, because CSV files contain only strings.
 */
function isSame(one: unknown, other: unknown): boolean {
	const areScalars = [one, other].every((value) => ['string', 'number'].includes(typeof value));
	return areScalars ? String(one) === String(other) : JSON.stringify(one) === JSON.stringify(other);
}
