import { cutForModel } from '../../runner/items';
import type { CompositeOperation } from '../../runner/operation';
import { paging } from '../fields';
import { filters } from './filters';
import { findLinks } from './findLinks';

/** Gets the links that meet all conditions of 'Filters'. Reads pages of the list until it has enough links. */
export const getAll: CompositeOperation = {
	name: 'Get Many',
	action: 'Get many links',
	description: 'Retrieve a list of links',
	builderHint: 'Reads all pages by itself: set returnAll, and narrow with filters',
	routes: ['GET /api/urls'],
	fields: [...paging, filters],
	run: async (input, context) => {
		const { links, total } = await findLinks(input, context, input.limit());
		const outputs = links.map((json) => ({ json }));
		return cutForModel(outputs, input, total);
	},
};
