import type { RequestOperation } from '../../runner/operation';
import { breakdown } from './breakdown';

export const getLinkVariants: RequestOperation = {
	name: 'Get Clicks by Variant',
	action: 'Get link clicks by variant',
	description: 'Get the clicks of a link by A/B variant, one item for each',
	...breakdown('GET /api/url/{linkId}/stats/variants', ['variants', 'stats'], 'variant'),
};
