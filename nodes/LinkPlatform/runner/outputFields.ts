import type { IDataObject } from 'n8n-workflow';
import type { Input } from './input';
import { choice, choices, type Field, type Option } from './fields';

const output = choice(
	'Output',
	'output',
	[
		{ value: 'raw', description: 'All fields of the response' },
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'The ID and the fields that you choose',
		},
		{ value: 'simplified', description: 'The most useful fields' },
	],
	{ default: 'simplified' },
);

/** The name of the field with the chosen fields of the record. */
const CHOSEN = 'outputFields';

/**
 * Creates the fields with which users choose how much of a record is returned. Use them for records with more than
 * ten fields. 'Simplified' leaves out the fields in `details`.
 */
export function outputFields(recordFields: Option[], details: string[]): Field[] {
	const chosen = choices('Fields', CHOSEN, recordFields, {
		displayOptions: { show: { output: ['selected'] } },
		description: 'Fields to return in addition to the ID',
		details,
	});
	return [output, chosen];
}

/**
 * Returns a function that selects the wanted fields of a record; undefined if all are wanted. 'Selected Fields' returns
 * the ID and the chosen fields. A record that has none of these fields, such as a message, is returned unchanged. The
 * user's choice is read immediately, so that an unusable choice is rejected before anything is sent.
 */
export function selectFields(
	input: Input,
	fields: Field[],
): ((record: IDataObject) => IDataObject) | undefined {
	const { details } = fields.find((field) => field.details) ?? {};
	const amount = details && input.string(output.name);
	if (!details || amount === 'raw') return undefined;
	const chosen = amount === 'selected' ? ['id', ...input.list(CHOSEN)] : undefined;
	const isKept = (name: string) => chosen?.includes(name) ?? !details.includes(name);
	return (record) => {
		const kept = Object.entries(record).filter(([name]) => isKept(name));
		return kept.length > 0 ? Object.fromEntries(kept) : record;
	};
}
