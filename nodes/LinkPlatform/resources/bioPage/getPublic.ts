import type { Endpoint } from '../../operation/operation';
import { slug } from './fields';

/** `GET /api/bio/public/:slug`, the one endpoint without authentication (document 2, Common rules, 4). */
export const getPublic: Endpoint = {
	route: 'GET /api/bio/public/{slug}',
	isPublic: true,
	fields: [{ ...slug, description: "The last part of the page's address" }],
};
