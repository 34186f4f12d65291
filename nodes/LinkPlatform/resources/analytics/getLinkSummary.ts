import type { RequestOperation } from '../../operations/operation';
import { linkId } from '../link/fields';
import { timeSpan, getTimeSpan, withLinkId } from './fields';

export const getLinkSummary: RequestOperation = {
	route: 'GET /api/url/{linkId}/stats',
	fields: [linkId, timeSpan],
	query: getTimeSpan,
	response: { as: 'record', toItem: withLinkId },
};
