import type { RequestOperation } from '../../runner/operation';
import { breakdown } from './breakdown';

export const getLinkReferrers: RequestOperation = {
	name: 'Get Clicks by Referring Website',
	action: 'Get link clicks by referring website',
	description: 'Get the clicks of a link by the website they came from, one item for each',
	...breakdown('GET /api/url/{linkId}/stats/referrers', ['referrers', 'stats'], 'referrer'),
};
