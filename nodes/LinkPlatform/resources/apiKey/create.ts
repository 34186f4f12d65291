import { collection, text } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';

/** Creates an API key (`POST /api/account/apikeys/add`). Link Platform shows the key itself only in this response. */
export const create: RequestOperation = {
	action: 'Create API key and reveal it',
	description:
		'Create an API key, shown only once. Anyone who sees the output can access the account.',
	builderHint: 'Its output grants account access: only on request',
	route: 'POST /api/account/apikeys/add',
	fields: [
		{
			displayName:
				'The key is shown only here and is stored in the execution data. Anyone who has it can access your account.',
			name: 'apiKeyNotice',
			type: 'notice',
			default: '',
		},
		text('Name', 'name', { required: true, placeholder: 'e.g. Warehouse' }),
		collection('Additional Fields', [
			text('Scopes', 'scopes', {
				typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Scope' },
				default: [],
				placeholder: 'e.g. qr:read, qr:write',
				description:
					'Scopes such as qr:read or qr:write, separated by commas. Leave empty for full access.',
			}),
		]),
	],
};
