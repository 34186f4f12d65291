import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Input } from './input';

/**
 * For records of more than ten fields: how much of one comes out. People get 'Simplify'; a node that is the
 * tool of an AI agent (`@tool`) shows 'Output' instead, where single fields can be chosen to save tokens.
 */
export function outputFields(recordFields: INodePropertyOptions[]): INodeProperties[] {
	return [
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			displayOptions: { hide: { '@tool': [true] } },
			// Not n8n's usual `true`: what comes out of saved workflows stays as it is.
			default: false,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			displayOptions: { show: { '@tool': [true] } },
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields of the response' },
				{
					name: 'Selected Fields',
					value: 'selected',
					description: 'The ID and the fields that you choose',
				},
				{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
			],
			default: 'raw',
		},
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			displayOptions: { show: { '@tool': [true], output: ['selected'] } },
			options: recordFields,
			default: [],
			description: 'Returned in addition to the ID',
		},
	];
}

/**
 * What the item wants done with a record: 'Simplify' leaves out its details, 'Selected Fields' keeps the ID and
 * those that are chosen. A record that would have nothing left stays as it is, such as a message. The choice
 * is read at once, so before anything is sent.
 */
export function selectFields(
	input: Input,
	details?: string[],
): (record: IDataObject) => IDataObject {
	if (!details) return (record) => record;
	const output = input.string('output');
	const chosen = output === 'selected' ? ['id', ...input.list('outputFields')] : undefined;
	const isSimplified = output === 'simplified' || input.boolean('simplify');
	const isKept = (name: string) =>
		chosen ? chosen.includes(name) : !isSimplified || !details.includes(name);
	return (record) => {
		const kept = Object.entries(record).filter(([name]) => isKept(name));
		return kept.length > 0 ? Object.fromEntries(kept) : record;
	};
}
