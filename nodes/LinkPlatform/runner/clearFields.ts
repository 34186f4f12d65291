import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { choices } from './fields';
import type { Input } from './input';
import { fieldMessages } from './messages';

/**
 * Creates the field 'Clear Fields', in which the user chooses which fields an update empties. Leaving a field blank
 * doesn't empty it, because blank fields aren't sent.
 */
export function clearFields(fields: INodeProperties[], names: string[]): INodeProperties {
	const options = names.map((name) => ({ name: toLabel(findField(fields, name)), value: name }));
	return choices('Clear Fields', 'clearFields', options, {
		description: 'Fields to clear, sent as empty strings or null',
	});
}

/**
 * Returns the request body of an update: the fields to set, and the fields to empty. A text field is emptied with '',
 * and any other field with null. The API docs don't say how to empty a field.
 */
export function getChanges(input: Input, fields: INodeProperties[]): IDataObject {
	const set = input.collection('updateFields');
	const names = (input.value('clearFields') ?? []) as string[];
	const cleared = names.map((name) => {
		const field = findField(fields, name);
		if (set[name] !== undefined)
			throw Failure.input(fieldMessages.setAndCleared, { field: toLabel(field) });
		return [name, field.type === 'string' ? '' : null];
	});
	return input.nonEmptyCollection('updateFields', { ...set, ...Object.fromEntries(cleared) });
}

function findField(fields: INodeProperties[], name: string): INodeProperties {
	return fields.find((field) => field.name === name) as INodeProperties;
}

function toLabel({ displayName }: INodeProperties): string {
	return displayName.replace(/ Name or ID$/, '');
}
