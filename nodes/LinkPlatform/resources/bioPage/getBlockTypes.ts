import type { CompositeOperation } from '../../runner/operation';
import { toRequest } from '../../api/route';
import { parseBlockTypes } from './blockTypes';

/** `GET /api/bio/widgets`: one item for each type of block. */
export const getBlockTypes: CompositeOperation = {
	name: 'Get Block Types',
	action: 'Get bio page block types',
	description: 'Get the types of block that a bio page can have, with their settings',
	routes: ['GET /api/bio/widgets'],
	fields: [],
	run: async (_input, { client }) => {
		const body = await client.send(toRequest('GET /api/bio/widgets'));
		return parseBlockTypes(body).map((json) => ({ json }));
	},
};
