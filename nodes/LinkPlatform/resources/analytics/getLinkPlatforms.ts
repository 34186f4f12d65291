import type { RequestOperation } from '../../runner/operation';
import { breakdown } from './breakdown';

export const getLinkPlatforms: RequestOperation = {
	name: 'Get Clicks by Operating System',
	action: 'Get link clicks by operating system',
	description: 'Get the clicks of a link by operating system, one item for each',
	...breakdown('GET /api/url/{linkId}/stats/platforms', ['platforms', 'stats'], 'platform'),
};
