import type { RequestOperation } from '../../operations/operation';
import { bioPageId } from './fields';
import { pageOutput, simplifiedPage } from './record';

export const get: RequestOperation = {
	route: 'GET /api/bio/{bioPageId}',
	fields: [bioPageId, ...pageOutput],
	simplified: simplifiedPage,
};
