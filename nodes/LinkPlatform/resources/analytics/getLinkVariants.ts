import { breakdown } from './breakdown';

export const getLinkVariants = breakdown('GET /api/url/{linkId}/stats/variants', [
	'variants',
	'stats',
]);
