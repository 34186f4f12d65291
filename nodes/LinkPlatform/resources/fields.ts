import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { Failure } from '../api/failure';
import {
	choice,
	flag,
	hiddenFromTools,
	optional,
	text,
	whole,
	type Option,
} from '../runner/fields';
import type { Input } from '../runner/input';
import type { Field } from '../runner/operation';
import { jsonMessages } from './messages';

/** The fields 'Return All' and 'Limit' of every Get Many operation. */
export const paging = [
	flag('Return All', 'returnAll', {
		description: 'Whether to return all results or only up to a given limit',
	}),
	whole('Limit', 'limit', 1, {
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	}),
];

/** The field 'Drop IP Addresses' of triggers and lists of clicks. */
export const dropIps = flag('Drop IP Addresses', 'dropIpAddresses', {
	description: "Whether to leave out visitors' IP addresses",
});

/**
 * Returns the field 'Output As' and the fields of the output file. 'Output As' is hidden from AI agents, because n8n
 * drops the files that a tool returns.
 */
export function outputAs(file: string, other: Option): INodeProperties[] {
	const description = `${file} that other nodes can store or send`;
	return [
		choice(
			'Output As',
			'outputAs',
			[{ name: 'Binary File', value: 'binary', description }, other],
			{ displayOptions: hiddenFromTools },
		),
		text('Output Data Field Name', 'binaryPropertyName', {
			default: 'data',
			placeholder: 'e.g. data',
			displayOptions: { show: { outputAs: ['binary'] } },
			description: 'Name of the output field to put the file in',
		}),
		text('File Name', 'fileName', {
			placeholder: 'e.g. table-12',
			displayOptions: { show: { outputAs: ['binary'] } },
			description: 'Name without extension. Leave empty to use the name or ID of the record.',
		}),
	];
}

/**
 * Returns a copy of the field that is shown only while a menu has this value. The copy isn't required. If it were,
 * n8n would require it even when the menu holds an expression that returns another value.
 */
export function shownFor(menu: string, value: string, field: Field): Field {
	return { ...optional(field), displayOptions: { show: { [menu]: [value] } } };
}

/** Returns the JSON object in a field, or an empty one if the field is empty. */
export function getObject(input: Input, name: string): IDataObject {
	const value = input.value(name) ?? {};
	if (isRecord(value)) return value;
	const type = Array.isArray(value) ? 'array' : typeof value;
	throw Failure.input(jsonMessages.notObject, { field: input.label(name), type });
}
