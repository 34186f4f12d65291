import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from './fields';
import { pageOutput } from './record';

export const get: RequestOperation = {
	action: 'Get bio page',
	description: "Retrieve a bio page, with its settings and blocks if 'Output' is 'Raw'",
	route: 'GET /api/bio/{bioPageId}',
	fields: [bioPageId, ...pageOutput],
};
