import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';

/** `GET /api/overlay` of v3; some deployments name the collection `overlay` (document 1, CTA overlays). */
export const getAll: Endpoint = {
	route: 'GET legacy:/api/overlay',
	fields: paging,
	answer: { as: 'list', collections: ['cta', 'overlay', 'overlays'] },
};
