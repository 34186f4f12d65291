import type { RequestOperation } from '../../runner/operation';
import { linkId } from '../link/fields';
import { timeSpan, getTimeSpan, withLinkId } from './fields';

export const getLinkSummary: RequestOperation = {
	name: 'Get Link Summary',
	action: 'Get link summary',
	description: 'Get total clicks, visitors, top country, website and browser of a link',
	route: 'GET /api/url/{linkId}/stats',
	fields: [linkId, timeSpan],
	query: getTimeSpan,
	response: { as: 'record', toItem: withLinkId },
};
