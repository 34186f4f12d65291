import { breakdown } from './breakdown';

export const getLinkPlatforms = breakdown('GET /api/url/{linkId}/stats/platforms', [
	'platforms',
	'stats',
]);
