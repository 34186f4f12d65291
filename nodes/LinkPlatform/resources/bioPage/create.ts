import type { Endpoint } from '../../operation/operation';
import { name, pageSettings, slug, theme } from './fields';

export const create: Endpoint = {
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
		name: input.text('name'),
		slug: input.text('slug'),
		...input.group('additionalFields'),
	}),
};
