import type { RequestOperation } from '../../runner/operation';
import { breakdown } from './breakdown';
import { linkId } from '../link/fields';
import { getTimeSpan, timeSpan } from './fields';
import { choice } from '../../runner/fields';

export const getLinkClicks: RequestOperation = {
	name: 'Get Clicks Over Time',
	action: 'Get link clicks over time',
	description: 'Get the clicks of a link per hour, day, week or month, one item for each',
	...breakdown('GET /api/url/{linkId}/stats/clicks', ['clicks', 'series', 'timeseries', 'stats']),
	fields: [
		linkId,
		choice(
			'Interval',
			'granularity',
			[
				{ name: 'Hour', value: 'hour' },
				{ name: 'Day', value: 'day' },
				{ name: 'Week', value: 'week' },
				{ name: 'Month', value: 'month' },
			],
			{ default: 'day' },
		),
		timeSpan,
	],
	query: (input) => ({
		...getTimeSpan(input),
		granularity: input.string('granularity') || undefined,
	}),
};
