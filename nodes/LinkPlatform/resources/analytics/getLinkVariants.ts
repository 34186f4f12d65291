import { linkBreakdown } from './fields';

export const getLinkVariants = linkBreakdown('GET /api/url/{linkId}/stats/variants', [
	'variants',
	'stats',
]);
