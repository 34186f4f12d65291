import type { IDataObject } from 'n8n-workflow';
import { choice, collection, date } from '../../runner/fields';
import type { Input } from '../../runner/input';
import { toTimeSpan, type Period } from './timeSpan';

/** The field 'Period': a span of whole days. */
export const period = choice(
	'Period',
	'period',
	[
		{ name: 'Last 30 Days', value: 'last30Days' },
		{ name: 'Last 7 Days', value: 'last7Days' },
		'lastMonth',
		'thisMonth',
		'today',
		'yesterday',
	],
	{
		default: 'last7Days',
		description:
			"Whole days in the workflow's time zone. If the period includes today, it ends at the current time.",
	},
);

/**
 * The fields 'Period', 'From' and 'To' (current API, Analytics: "optional ISO 8601 date strings"). A period replaces
 * 'From' and 'To'.
 */
export const timeSpan = collection('Filters', [], {
	options: [
		{ ...period, description: `${period.description} Replaces 'From' and 'To'.` },
		date('From', 'from', { description: 'In the time zone of the workflow' }),
		date('To', 'to', { description: 'In the time zone of the workflow' }),
	],
});

/** Returns the time span as query parameters. */
export function getTimeSpan(input: Input): IDataObject {
	const { period: chosen, ...span } = input.collection('filters');
	if (chosen === undefined) return span;
	return toTimeSpan(chosen as Period, input.timezone, input.createdAt);
}

/** Puts the link's ID first, so that a table with several links shows which link each row belongs to. */
export const withLinkId = (row: IDataObject, input: Input): IDataObject => ({
	linkId: input.id('linkId'),
	...row,
});
