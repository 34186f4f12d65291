import { collection } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { includeInputFields } from '../../runner/inputFields';
import { alias, linkBody, linkSettings, targetUrl } from './fields';

export const create: RequestOperation = {
	name: 'Create',
	action: 'Create link',
	description: 'Create a short link',
	builderHint: 'A repeated run creates another link; createOnce and upsert do not',
	route: 'POST /api/url/add',
	fields: [
		targetUrl,
		includeInputFields,
		collection('Additional Fields', [alias, ...linkSettings]),
	],
	body: (input) => linkBody({ url: input.string('url'), ...input.collection('additionalFields') }),
};
