import { linkBreakdown } from './fields';

export const getLinkPlatforms = linkBreakdown('GET /api/url/{linkId}/stats/platforms', [
	'platforms',
	'stats',
]);
