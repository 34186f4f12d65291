import type { RequestOperation } from '../../runner/operation';
import { linkId } from './fields';

export const get: RequestOperation = {
	name: 'Get',
	action: 'Get link',
	description: 'Get one link with its clicks',
	route: 'GET /api/url/{linkId}',
	fields: [linkId],
};
