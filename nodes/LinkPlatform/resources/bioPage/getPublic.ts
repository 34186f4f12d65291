import type { RequestOperation } from '../../runner/operation';
import { slug } from './fields';

/**
 * Gets a public bio page (`GET /api/bio/public/:slug`). This is the only endpoint without authentication (current API,
 * Common rules, 4).
 */
export const getPublic: RequestOperation = {
	action: 'Get public bio page',
	description: "Get any bio page by its alias, as visitors see it. The API key isn't sent.",
	route: 'GET /api/bio/public/{slug}',
	isPublic: true,
	fields: [{ ...slug, description: "The last part of the page's URL" }],
};
