import type { IDataObject } from 'n8n-workflow';
import type { Input } from '../../operations/input';
import { includeInputFields } from '../../operations/inputFields';
import type { RequestOperation } from '../../operations/operation';
import { targetUrl } from './fields';
import { utm, utmTags, withUtm } from './utm';

/** `POST /v1/links`, the one create that the service itself protects from being done twice (current API, Versioning). */
export const createOnce: RequestOperation = {
	route: 'POST /v1/links',
	fields: [
		targetUrl,
		includeInputFields,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Idempotency Key',
					name: 'idempotencyKey',
					type: 'string',
					typeOptions: { password: false },
					default: '',
					placeholder: 'e.g. order-1042',
					description:
						'Requests with the same key create one link only. By default each item of an execution has its own, which stays the same when n8n retries the node.',
				},
				{
					displayName: 'Slug',
					name: 'slug',
					type: 'string',
					default: '',
					placeholder: 'e.g. summer',
					description: 'The part of the short link after the slash',
				},
				utm,
			],
		},
	],
	body: toBody,
	headers: (input, { idempotencyKey }) => {
		const { idempotencyKey: given } = input.collection('additionalFields');
		const key = String(given ?? idempotencyKey(input, toBody(input)));
		// A header takes plain characters only; encoded, equal keys stay equal.
		const isPlain = /^[ -~]*$/.test(key);
		return { 'Idempotency-Key': isPlain ? key : encodeURIComponent(key) };
	},
};

function toBody(input: Input): IDataObject {
	const { slug, utm: given } = input.collection('additionalFields');
	const url = withUtm(input.string('url'), utmTags(given));
	return { ...(slug === undefined ? {} : { slug }), url };
}
