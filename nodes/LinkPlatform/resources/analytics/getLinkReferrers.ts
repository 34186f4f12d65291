import { linkBreakdown } from './fields';

export const getLinkReferrers = linkBreakdown('GET /api/url/{linkId}/stats/referrers', [
	'referrers',
	'stats',
]);
