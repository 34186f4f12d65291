import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { Failure } from '../api/failure';
import { flag, number, optional, text } from '../runner/fields';
import type { Input } from '../runner/input';
import type { Field } from '../runner/operation';
import { jsonMessages } from './messages';

/** Return All and Limit, for every Get Many. */
export const paging: INodeProperties[] = [
	flag('Return All', 'returnAll', {
		description: 'Whether to return all results or only up to a given limit',
	}),
	number('Limit', 'limit', {
		default: 50,
		typeOptions: { minValue: 1, numberPrecision: 0 },
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	}),
];

/** Where a file goes and what it is called, while 'Output As' says that there is one. */
export const outputFile: INodeProperties[] = [
	text('Output Data Field Name', 'binaryPropertyName', {
		default: 'data',
		placeholder: 'e.g. data',
		displayOptions: { show: { outputAs: ['binary'] } },
		description: 'Name of the output field to put the file in',
	}),
	text('File Name', 'fileName', {
		placeholder: 'e.g. table-12',
		displayOptions: { show: { outputAs: ['binary'] } },
		description: 'Without extension. Leave empty for the name or ID of the record.',
	}),
];

/**
 * A field that shows while a menu has this value. Not required: n8n would demand it also where the menu holds an
 * expression with another result.
 */
export function shownFor(menu: string, value: string, field: Field): Field {
	return { ...optional(field), displayOptions: { show: { [menu]: [value] } } };
}

/** The JSON object in a field, empty if it is not filled in. */
export function getObject(input: Input, name: string): IDataObject {
	const value = input.value(name) ?? {};
	if (isRecord(value)) return value;
	const type = Array.isArray(value) ? 'array' : typeof value;
	throw Failure.input(jsonMessages.notObject, { field: input.label(name), type });
}
