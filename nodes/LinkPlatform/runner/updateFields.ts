import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { choices, collection } from './fields';
import type { Input } from './input';
import { fieldMessages } from './messages';

/**
 * Creates the field 'Update Fields', and the field 'Clear Fields', in which the user chooses which of these fields an
 * update empties. Leaving a field blank doesn't empty it, because blank fields aren't sent.
 */
export function updateFields(fields: INodeProperties[], clearable: string[]): INodeProperties[] {
	const options = clearable.map((value) => ({ name: toLabel(fields, value), value }));
	return [
		collection('Update Fields', fields),
		choices('Clear Fields', 'clearFields', options, {
			description: 'Fields to clear, sent as empty strings or null',
		}),
	];
}

/**
 * Returns the changes of an update: the fields to set, and the fields to empty. A text field is emptied with '', and any
 * other field with null. The API docs don't say how to empty a field. Throws if there are no changes.
 */
export function getChanges(input: Input): IDataObject {
	const set = input.collection('updateFields');
	const fields = input.getField('updateFields').options as INodeProperties[];
	const names = ((input.has('clearFields') && input.value('clearFields')) || []) as string[];
	const cleared = names.map((name) => {
		if (set[name] !== undefined)
			throw Failure.input(fieldMessages.setAndCleared, { field: toLabel(fields, name) });
		return [name, findField(fields, name).type === 'string' ? '' : null];
	});
	return input.nonEmptyCollection('updateFields', { ...set, ...Object.fromEntries(cleared) });
}

function findField(fields: INodeProperties[], name: string): INodeProperties {
	return fields.find((field) => field.name === name) as INodeProperties;
}

function toLabel(fields: INodeProperties[], name: string): string {
	return findField(fields, name).displayName.replace(/ Name or ID$/, '');
}
