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
			// What a model reads costs, and it seldom needs the rest.
			default: 'simplified',
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
 * those that are chosen. A list has no such fields: for a tool it is simplified, as its records can be read one by
 * one. A record that would have nothing left stays as it is, such as a message. The choice is read at once, so
 * before anything is sent.
 */
export function selectFields(
	input: Input,
	details: string[] | undefined,
	isTool: boolean,
): (record: IDataObject) => IDataObject {
	const isKept = details && getChoice(input, details, isTool);
	if (!isKept) return (record) => record;
	return (record) => {
		const kept = Object.entries(record).filter(([name]) => isKept(name));
		return kept.length > 0 ? Object.fromEntries(kept) : record;
	};
}

/** Which fields are kept; undefined where all are. */
function getChoice(input: Input, details: string[], isTool: boolean) {
	const hasChoice = input.has('output');
	const output = (hasChoice && input.string('output')) || (isTool ? 'simplified' : 'raw');
	if (output === 'simplified' || (hasChoice && input.boolean('simplify'))) {
		return (name: string) => !details.includes(name);
	}
	if (output === 'raw') return undefined;
	const chosen = ['id', ...input.list('outputFields')];
	return (name: string) => chosen.includes(name);
}
