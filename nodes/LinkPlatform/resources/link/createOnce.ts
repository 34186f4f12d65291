import type { IDataObject } from 'n8n-workflow';
import type { Input } from '../../operations/input';
import type { RequestOperation } from '../../operations/operation';
import { alias, targetUrl } from './fields';

/** `POST /v1/links`, the one create that Link Platform itself protects from being done twice (current API, Versioning). */
export const createOnce: RequestOperation = {
	route: 'POST /v1/links',
	fields: [
		targetUrl,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{ ...alias, name: 'slug' },
				{
					displayName: 'Idempotency Key',
					name: 'idempotencyKey',
					type: 'string',
					typeOptions: { password: false },
					default: '',
					placeholder: 'e.g. order-1042',
					description:
						'Requests with the same key create only one link. Defaults to a key per item that stays the same when n8n retries the node.',
				},
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
	const { slug } = input.collection('additionalFields');
	return { ...(slug === undefined ? {} : { slug }), url: input.string('url') };
}
