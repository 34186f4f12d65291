import type { RequestOperation } from '../../runner/operation';
import { linkId } from '../link/fields';
import { timeSpan, getTimeSpan, withLinkId } from './fields';

export const getLinkSummary: RequestOperation = {
	action: 'Get link summary',
	description: "Get a link's total clicks, visitors, and top country, website and browser",
	route: 'GET /api/url/{linkId}/stats',
	fields: [linkId, timeSpan],
	query: getTimeSpan,
	toItem: withLinkId,
};
