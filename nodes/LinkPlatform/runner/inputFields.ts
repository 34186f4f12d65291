import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Input } from './input';
import type { Output } from './operation';
import { flag } from './fields';

/** For operations after which the columns of a row are still wanted; see `withInputFields`. */
export const includeInputFields: INodeProperties = flag(
	'Include Input Fields',
	'includeInputFields',
	{
		description: 'Whether to keep the fields and files of the input',
	},
);

/** Whether the output of this item keeps what its input has. */
export function isInputIncluded(input: Input): boolean {
	return input.has(includeInputFields.name) && input.boolean(includeInputFields.name);
}

/** An output with the fields and files of its input item, if wanted; the output's own come first. */
export function withInputFields(
	output: Output,
	input: Input,
	{ json, binary }: INodeExecutionData,
): Output {
	if (!isInputIncluded(input)) return output;
	const files = { ...binary, ...output.binary };
	return {
		json: { ...json, ...output.json },
		...(Object.keys(files).length > 0 ? { binary: files } : {}),
	};
}
