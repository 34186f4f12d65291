import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choice, collection, date } from '../../runner/fields';
import { parseFigure, scalarToText } from '../../api/envelope';
import { Failure } from '../../api/failure';
import type { Input } from '../../runner/input';
import { analyticsMessages } from './messages';
import { toTimeSpan, type Period, type TimeSpan } from './timeSpan';

/** The field 'Period': a span of whole days. */
export const period = choice(
	'Period',
	'period',
	[
		{
			name: 'Last 30 Days',
			value: 'last30Days',
			description: 'Today up to now, and the 29 days before',
		},
		{
			name: 'Last 7 Days',
			value: 'last7Days',
			description: 'Today up to now, and the 6 days before',
		},
		{ name: 'Last Month', value: 'lastMonth', description: 'The whole previous month' },
		{
			name: 'This Month',
			value: 'thisMonth',
			description: 'From the first of the month up to now',
		},
		{ name: 'Today', value: 'today', description: 'From midnight up to now' },
		{ name: 'Yesterday', value: 'yesterday', description: 'The whole day before today' },
	],
	{ default: 'last7Days', description: "Whole days in the workflow's time zone" },
);

/**
 * The fields 'Period', 'From' and 'To' (current API, Analytics: "optional ISO 8601 date strings"). A period replaces
 * 'From' and 'To'.
 */
export const timeSpan: INodeProperties = {
	...collection('Filters', []),
	options: [
		{ ...period, description: `${period.description}. Replaces 'From' and 'To'.` },
		date('From', 'from', { description: 'In the time zone of the workflow' }),
		date('To', 'to', { description: 'In the time zone of the workflow' }),
	],
};

/** Returns the time span as query parameters. Throws if it ends before it begins. */
export function getTimeSpan(input: Input): IDataObject {
	const filters: Partial<TimeSpan & { period: Period }> = input.collection('filters');
	const { period, from, to } = filters;
	if (period !== undefined) return toTimeSpan(period, input.timezone, input.createdAt);
	if (from !== undefined && to !== undefined && isAfter(from, to)) {
		throw Failure.input(analyticsMessages.fromAfterTo, { from, to });
	}
	return { from, to };
}

/** True if the first date is after the second. A date without a time means the whole day. */
function isAfter(from: string, to: string): boolean {
	const isDay = from.length === 10 || to.length === 10;
	return isDay ? from.slice(0, 10) > to.slice(0, 10) : Date.parse(from) > Date.parse(to);
}

/** Puts the link's ID first, so that a table with rows of several links shows which link each row belongs to. */
export const withLinkId = (row: IDataObject, input: Input): IDataObject => ({
	linkId: input.id('linkId'),
	...row,
});

const COUNT = /(clicks|visitors|visits|views|scans|links|count|total|uniques?)$/i;
const SHARE = /(percent|percentage|share|rate|ratio)$/i;

/** Converts counts and percentages to numbers, because some deployments write them as strings. */
export function withNumbers(row: IDataObject): IDataObject {
	const read = ([name, value]: [string, unknown]) => [name, toNumber(name, value) ?? value];
	return Object.fromEntries(Object.entries(row).map(read)) as IDataObject;
}

/** Returns statistics with the ID of the link, and with their counts as numbers. */
export const toLinkRow = (row: IDataObject, input: Input): IDataObject =>
	withLinkId(withNumbers(row), input);

function toNumber(name: string, value: unknown): number | undefined {
	if (COUNT.test(name)) return parseFigure(value);
	if (!SHARE.test(name)) return undefined;
	const text = scalarToText(value).trim().replace(/%$/, '');
	return /^\s*-?[\d.]+\s*$/.test(text) && !isNaN(Number(text)) ? Number(text) : undefined;
}
