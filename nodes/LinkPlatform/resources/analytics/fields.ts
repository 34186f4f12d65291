import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Failure } from '../../api/failure';
import type { Input } from '../../operations/input';

/** From and To (current API, Analytics: "optional ISO 8601 date strings"). */
export const period: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'From',
			name: 'from',
			type: 'dateTime',
			default: '',
			description: 'Only clicks from this time on, in the time zone of the workflow',
		},
		{
			displayName: 'To',
			name: 'to',
			type: 'dateTime',
			default: '',
			description: 'Only clicks up to this time, in the time zone of the workflow',
		},
	],
};

/** The period as the service wants it; one that ends before it begins is refused. */
export function getPeriod(input: Input): IDataObject {
	const { from, to } = input.collection('filters') as { from?: string; to?: string };
	if (from !== undefined && to !== undefined && isAfter(from, to)) {
		throw Failure.input(
			`'From' (${from}) is after 'To' (${to})`,
			"Swap the two, or remove one of them from 'Filters'",
		);
	}
	return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/** A date without a time stands for the whole day; both are in the time zone of the workflow. */
function isAfter(from: string, to: string): boolean {
	const isDay = from.length === 10 || to.length === 10;
	return isDay ? from.slice(0, 10) > to.slice(0, 10) : Date.parse(from) > Date.parse(to);
}

/** Puts the link's id first, so that rows of several links can be told apart in a sheet. */
export const withLinkId = (row: IDataObject, input: Input): IDataObject => ({
	linkId: input.id('linkId'),
	...row,
});
