import { collection, url } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { redirects, redirectsBody } from './fields';

/** Adds a branded domain: `POST /api/domain/add` (legacy API, Branded domains). */
export const create: RequestOperation = {
	action: 'Create legacy domain',
	description: 'Add a branded domain with its redirects',
	route: 'POST legacy:/api/domain/add',
	fields: [
		url('Domain', 'domain', {
			required: true,
			placeholder: 'e.g. https://go.example.com',
			description:
				"The domain with http:// or https://. It must already point to Link Platform's server.",
		}),
		collection('Additional Fields', redirects),
	],
	body: (input) => ({
		domain: input.string('domain'),
		...redirectsBody(input.collection('additionalFields')),
	}),
};
