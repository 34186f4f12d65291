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
	description: 'Fields to return in addition to the ID',
};

/**
 * Creates the fields with which users choose how much of a record is returned. Use them for records with more than
 * ten fields.
 */
export function outputFields(recordFields: INodePropertyOptions[]): INodeProperties[] {
	return [output, { ...chosenFields, options: recordFields }];
}

/**
 * Returns a function that selects the wanted fields of a record; undefined if all are wanted. 'Simplified' omits the
 * fields in `details`. 'Selected Fields' returns the ID and the chosen fields. A record that has none of these
 * fields, such as a message, is returned unchanged. The user's choice is read immediately, so that an unusable choice
 * is rejected before anything is sent.
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
