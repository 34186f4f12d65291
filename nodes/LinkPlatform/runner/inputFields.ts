import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { omit } from '../api/envelope';
import type { Input } from './input';
import type { Output } from './operation';
import { flag } from './fields';

/** For operations after which the columns of a row are still wanted; see `withInputFields`. */
export const includeInputFields: INodeProperties = flag(
	'Include Input Fields',
	'includeInputFields',
	{
		displayOptions: { hide: { '@tool': [true] } },
		description: "Whether to keep the input's fields and files",
	},
);

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
 * An output with the fields and files of its input item, if wanted. Fields that the output has too come out under
 * `input`, and their names are added to `moved`; files that it has too are left out.
 */
export function withInputFields(
	output: Output,
	input: Input,
	{ json, binary }: INodeExecutionData,
	moved: Set<string>,
): Output {
	if (!isInputIncluded(input)) return output;
	const files = { ...binary, ...output.binary };
	const isTaken = (name: string) => name === FAILED || Object.hasOwn(output.json, name);
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
