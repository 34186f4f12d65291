import type { RequestOperation } from '../../operations/operation';
import { bioPageId } from './fields';
import { pageOutput, pageDetails } from './record';

export const get: RequestOperation = {
	route: 'GET /api/bio/{bioPageId}',
	fields: [bioPageId, ...pageOutput],
	details: pageDetails,
};
