import type { RequestOperation } from '../../runner/operation';
import { linkId } from './fields';

export const get: RequestOperation = {
	action: 'Get link',
	description: 'Retrieve a link with its clicks',
	route: 'GET /api/url/{linkId}',
	fields: [linkId],
};
