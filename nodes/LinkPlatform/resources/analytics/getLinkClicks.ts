import type { RequestOperation } from '../../operations/operation';
import { linkId } from '../link/fields';
import { breakdown } from './breakdown';
import { getTimeSpan, timeSpan } from './fields';

export const getLinkClicks: RequestOperation = {
	...breakdown(
		'GET /api/url/{linkId}/stats/clicks',
		['clicks', 'series', 'timeseries', 'stats'],
		'date',
	),
	fields: [
		linkId,
		{
			displayName: 'Granularity',
			name: 'granularity',
			type: 'options',
			options: [
				{ name: 'Day', value: 'day' },
				{ name: 'Hour', value: 'hour' },
				{ name: 'Month', value: 'month' },
				{ name: 'Week', value: 'week' },
			],
			default: 'day',
			description: 'How long a time each row stands for',
		},
		timeSpan,
	],
	query: (input) => ({
		...getTimeSpan(input),
		granularity: input.string('granularity') || undefined,
	}),
};
