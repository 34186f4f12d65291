import { collection, text } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { alias, targetUrl, withAlias } from './fields';
import { utm, utmTags, withUtm } from './utm';

/** `POST /v1/links`, the one create that Link Platform itself protects from being done twice (current API, Versioning). */
export const createOnce: RequestOperation = {
	name: 'Create Once',
	action: 'Create link once',
	description: 'Create a short link only once, even if the run is repeated',
	builderHint: 'Safe to run again: one key, one link',
	route: 'POST /v1/links',
	fields: [
		targetUrl,
		text('Idempotency Key', 'idempotencyKey', {
			required: true,
			typeOptions: { password: false },
			placeholder: 'e.g. order-1042',
			description:
				'What the link is for, e.g. an order number. With the same key, a later run returns the same link.',
		}),
		collection('Additional Fields', [{ ...alias, name: 'slug' }, utm]),
	],
	body: (input) => {
		const { slug, utm: given } = input.collection('additionalFields');
		return { slug, url: withUtm(input.string('url'), utmTags(given)) };
	},
	response: {
		as: 'record',
		toItem: (record, input, context) =>
			withAlias(record, input.collection('additionalFields').slug, context),
	},
	headers: (input) => {
		const key = input.string('idempotencyKey');
		// A header may have plain characters only; encoded, equal keys stay equal.
		const isPlain = /^[ -~]*$/.test(key);
		return { 'Idempotency-Key': isPlain ? key : encodeURIComponent(key) };
	},
};
