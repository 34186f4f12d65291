import { breakdown } from './breakdown';

export const getLinkBrowsers = breakdown('GET /api/url/{linkId}/stats/browsers', [
	'browsers',
	'stats',
]);
