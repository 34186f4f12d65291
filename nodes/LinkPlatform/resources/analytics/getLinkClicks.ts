import type { List } from '../../api/paging';
import { choice } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { linkId } from '../link/fields';
import { toCounts } from './breakdowns';
import { getTimeSpan, timeSpan, withLinkId } from './fields';

export const clicksList: List = {
	route: 'GET /api/url/{linkId}/stats/clicks',
	collections: ['clicks', 'series', 'timeseries', 'stats'],
	holds: 'objects',
	isPaged: false,
	parse: (body) => toCounts(body, 'clicks', 'date'),
};

export const getLinkClicks: RequestOperation = {
	name: 'Get Clicks Over Time',
	action: 'Get link clicks over time',
	description: "Get a link's clicks per hour, day, week or month",
	route: clicksList.route,
	fields: [
		linkId,
		choice('Interval', 'granularity', ['hour', 'day', 'week', 'month'], { default: 'day' }),
		timeSpan,
	],
	query: (input) => ({
		...getTimeSpan(input),
		granularity: input.string('granularity'),
	}),
	list: clicksList,
	toItem: withLinkId,
};
