import type { RequestOperation } from '../../runner/operation';
import { breakdown } from './breakdown';

export const getLinkCountries: RequestOperation = {
	name: 'Get Clicks by Country',
	action: 'Get link clicks by country',
	description: 'Get the clicks of a link by country, one item for each',
	...breakdown('GET /api/url/{linkId}/stats/countries', ['countries', 'stats'], 'country'),
};
