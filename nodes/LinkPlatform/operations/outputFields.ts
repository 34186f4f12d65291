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
				{ name: 'Raw', value: 'raw', description: 'All fields that the service gives' },
				{
					name: 'Selected Fields',
					value: 'selected',
					description: 'The ID, and the fields that you choose',
				},
				{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
			],
			default: 'raw',
			description: 'How much of the response the AI agent gets to read',
		},
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			displayOptions: { show: { '@tool': [true], output: ['selected'] } },
			options: recordFields,
			default: [],
			description: 'What to return besides the ID',
		},
	];
}

/**
 * What the item wants done with a record: only the fields that it asks for are kept. A record that has none
 * of them stays as it is, such as a message. The choice is read at once, so before anything is sent.
 */
export function selectFields(
	input: Input,
	simplified?: string[],
): (record: IDataObject) => IDataObject {
	const names = simplified && getFieldNames(input, simplified);
	if (!names) return (record) => record;
	return (record) => {
		const chosen = names.filter((name) => name in record).map((name) => [name, record[name]]);
		return chosen.length > 0 ? Object.fromEntries(chosen) : record;
	};
}

function getFieldNames(input: Input, simplified: string[]): string[] | undefined {
	const output = input.string('output');
	if (output === 'selected') return ['id', ...input.list('outputFields')];
	return output === 'simplified' || input.boolean('simplify') ? simplified : undefined;
}
