import { breakdown } from './breakdown';

export const getLinkReferrers = breakdown('GET /api/url/{linkId}/stats/referrers', [
	'referrers',
	'stats',
]);
