import { breakdown } from './breakdown';

export const getLinkCountries = breakdown('GET /api/url/{linkId}/stats/countries', [
	'countries',
	'stats',
]);
