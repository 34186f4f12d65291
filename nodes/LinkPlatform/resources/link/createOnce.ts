import type { IDataObject } from 'n8n-workflow';
import { collection, text } from '../../runner/fields';
import type { Input } from '../../runner/input';
import { includeInputFields } from '../../runner/inputFields';
import type { RequestOperation } from '../../runner/operation';
import { alias, targetUrl } from './fields';
import { utm, utmTags, withUtm } from './utm';

/** `POST /v1/links`, the one create that Link Platform itself protects from being done twice (current API, Versioning). */
export const createOnce: RequestOperation = {
	name: 'Create Once',
	action: 'Create link once',
	description: 'Create a short link only once, even if the run is repeated',
	builderHint: 'Safe where n8n may retry',
	route: 'POST /v1/links',
	fields: [
		targetUrl,
		includeInputFields,
		collection('Additional Fields', [
			{ ...alias, name: 'slug' },
			text('Idempotency Key', 'idempotencyKey', {
				typeOptions: { password: false },
				placeholder: 'e.g. order-1042',
				description:
					'Requests with the same key create one link. Leave empty for a key per item that stays the same when n8n retries.',
			}),
			utm,
		]),
	],
	body: toBody,
	headers: (input, { idempotencyKey }) => {
		const { idempotencyKey: given } = input.collection('additionalFields');
		const key = String(given ?? idempotencyKey(input, toBody(input)));
		// A header may have plain characters only; encoded, equal keys stay equal.
		const isPlain = /^[ -~]*$/.test(key);
		return { 'Idempotency-Key': isPlain ? key : encodeURIComponent(key) };
	},
};

function toBody(input: Input): IDataObject {
	const { slug, utm: given } = input.collection('additionalFields');
	const url = withUtm(input.string('url'), utmTags(given));
	return { ...(slug === undefined ? {} : { slug }), url };
}
