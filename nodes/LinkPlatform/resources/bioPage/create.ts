import type { RequestOperation } from '../../operations/operation';
import { name, pageSettings, slug, theme } from './fields';

export const create: RequestOperation = {
	route: 'POST /api/bio/add',
	fields: [
		name,
		slug,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [...pageSettings, theme],
		},
	],
	body: (input) => ({
		name: input.string('name'),
		slug: input.string('slug'),
		...input.collection('additionalFields'),
	}),
};
