import type { RequestOperation } from '../../operations/operation';
import { linkId } from '../link/fields';
import { period, getPeriod, withLinkId } from './fields';

export const getLinkSummary: RequestOperation = {
	route: 'GET /api/url/{linkId}/stats',
	fields: [linkId, period],
	query: getPeriod,
	response: { as: 'record', toItem: withLinkId },
};
