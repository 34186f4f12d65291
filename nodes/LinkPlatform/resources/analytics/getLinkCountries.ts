import { linkBreakdown } from './fields';

export const getLinkCountries = linkBreakdown('GET /api/url/{linkId}/stats/countries', [
	'countries',
	'stats',
]);
