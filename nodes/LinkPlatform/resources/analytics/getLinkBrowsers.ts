import type { RequestOperation } from '../../runner/operation';
import { breakdown } from './breakdown';

export const getLinkBrowsers: RequestOperation = {
	name: 'Get Clicks by Browser',
	action: 'Get link clicks by browser',
	description: 'Get the clicks of a link by browser, one item for each',
	...breakdown('GET /api/url/{linkId}/stats/browsers', ['browsers', 'stats'], 'browser'),
};
