import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Input } from './input';
import { choice } from './fields';

const output: INodeProperties = choice(
	'Output',
	'output',
	[
		{ name: 'Raw', value: 'raw', description: 'All fields of the response' },
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'The ID and the fields that you choose',
		},
		{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
	],
	{ default: 'simplified' },
);

const chosenFields: INodeProperties = {
	displayName: 'Fields',
	name: 'outputFields',
	type: 'multiOptions',
	displayOptions: { show: { output: ['selected'] } },
	default: [],
	description: 'Returned in addition to the ID',
};

/** Makes the fields that choose how much of a record is returned, for records of more than ten fields. */
export function outputFields(recordFields: INodePropertyOptions[]): INodeProperties[] {
	return [output, { ...chosenFields, options: recordFields }];
}

/**
 * Returns a function that selects fields of a record, undefined if all are wanted. 'Simplified' leaves out `details`,
 * 'Selected Fields' returns the ID and the chosen fields. A record without any of these, such as a message, isn't changed.
 * The choice is read at once, before anything is sent.
 */
export function selectFields(
	input: Input,
	details?: string[],
): ((record: IDataObject) => IDataObject) | undefined {
	const amount = input.has(output.name) ? input.string(output.name) : 'raw';
	if (amount === 'raw') return undefined;
	const chosen = amount === 'selected' ? ['id', ...input.list(chosenFields.name)] : undefined;
	const isKept = (name: string) => (chosen ? chosen.includes(name) : !details?.includes(name));
	return (record) => {
		const kept = Object.entries(record).filter(([name]) => isKept(name));
		return kept.length > 0 ? Object.fromEntries(kept) : record;
	};
}
