import type { RequestOperation } from '../../operations/operation';

/** `POST /api/account/apikeys/add`. The answer is the only place where the key itself is ever shown. */
export const create: RequestOperation = {
	route: 'POST /api/account/apikeys/add',
	fields: [
		{
			displayName:
				'The key is shown this once, in the output of this node, and stays in the data of the execution. Whoever has it can use your account.',
			name: 'apiKeyNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Warehouse',
			description: 'What the key is called in the list of keys',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Scopes',
					name: 'scopes',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Scope' },
					default: [],
					placeholder: 'e.g. qr:read, qr:write',
					description:
						'What the key may do, as resource:read or resource:write; separate several with commas. Without any, the key may do everything.',
				},
			],
		},
	],
	body: (input) => ({ name: input.string('name'), ...input.collection('additionalFields') }),
};
