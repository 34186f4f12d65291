import type { Composite } from '../../operation/operation';
import { locate } from '../../operation/request';
import { blockTypesOf } from './blockTypes';

/** `GET /api/bio/widgets`: one item for each type of block. */
export const getBlockTypes: Composite = {
	calls: ['GET /api/bio/widgets'],
	fields: [],
	run: async (_input, { client }) => {
		const body = await client.send(locate('GET /api/bio/widgets'));
		return blockTypesOf(body).map((json) => ({ json }));
	},
};
