import type { Endpoint } from '../../operation/operation';
import { linkId } from '../link/fields';
import { period, periodOf, withLinkId } from './fields';

export const getLinkSummary: Endpoint = {
	route: 'GET /api/url/{linkId}/stats',
	fields: [linkId, period],
	query: periodOf,
	answer: { as: 'record', row: withLinkId },
};
