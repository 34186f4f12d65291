import type { IDataObject } from 'n8n-workflow';
import { scalarToText } from '../../api/envelope';
import { parseShortUrl, toAliasKey } from '../../api/identity';
import { collection, text } from '../../runner/fields';
import type { Input } from '../../runner/input';
import type { RequestOperation } from '../../runner/operation';
import { doubts } from '../doubts';
import { alias, checkRecord, targetUrl } from './fields';
import { linkMessages } from './messages';
import { utm, withUtm } from './utm';

/**
 * Creates a link (`POST /v1/links`). This is the only create request for which Link Platform itself prevents
 * duplicates (current API, Versioning).
 */
export const createOnce: RequestOperation = {
	action: 'Create link once',
	description: 'Create a short link only once, even if the workflow runs again',
	builderHint: 'Safe to run again: one key, one link',
	route: 'POST /v1/links',
	warnings: [doubts],
	fields: [
		targetUrl,
		text('Idempotency Key', 'idempotencyKey', {
			required: true,
			typeOptions: { password: false },
			placeholder: 'e.g. order-1042',
			description:
				'What the link is for, e.g. an order number. A later run with the same key returns the same link.',
		}),
		collection('Additional Fields', [{ ...alias, name: 'slug' }, utm]),
	],
	body: toBody,
	toItem: (record, input, context) => {
		const { slug: alias, url } = toBody(input);
		// This endpoint calls the target `url`, which may be the short URL in its response.
		const path = parseShortUrl(scalarToText(record.url))?.alias;
		const isShort = toAliasKey(path) === toAliasKey(record.slug);
		const stated = isShort ? record : { longurl: record.url, ...record };
		checkRecord(stated, { alias, url }, context, linkMessages.keyReused);
		return record;
	},
	headers: (input) => {
		const key = input.string('idempotencyKey');
		// An HTTP header can contain only ASCII characters, so other keys are encoded. Equal keys have equal
		// encodings.
		const isPlain = /^[ -~]*$/.test(key);
		return { 'Idempotency-Key': isPlain ? key : encodeURIComponent(key) };
	},
};

function toBody(input: Input): IDataObject {
	const { slug, utm: given } = input.collection('additionalFields');
	return { slug, url: withUtm(input.string('url'), given) };
}
