import { linkBreakdown } from './fields';

export const getLinkBrowsers = linkBreakdown('GET /api/url/{linkId}/stats/browsers', [
	'browsers',
	'stats',
]);
