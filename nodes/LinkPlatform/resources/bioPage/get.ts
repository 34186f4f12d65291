import type { Endpoint } from '../../operation/operation';
import { bioPageId } from './fields';
import { pageOutput, simplifiedPage } from './record';

export const get: Endpoint = {
	route: 'GET /api/bio/{bioPageId}',
	fields: [bioPageId, ...pageOutput],
	simplified: simplifiedPage,
};
