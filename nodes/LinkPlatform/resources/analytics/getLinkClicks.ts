import type { Endpoint } from '../../operation/operation';
import { linkId } from '../link/fields';
import { breakdown, period, periodOf } from './fields';

export const getLinkClicks: Endpoint = {
	route: 'GET /api/url/{linkId}/stats/clicks',
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
		period,
	],
	query: (input) => ({ ...periodOf(input), granularity: input.text('granularity') || undefined }),
	answer: breakdown(['clicks', 'series', 'timeseries', 'stats'], 'date'),
};
