import type { Resource } from '../../operations/operation';
import { create } from './create';
import { getAll } from './getAll';

export const apiKey: Resource = {
	option: { name: 'API Key', value: 'apiKey' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create API key',
				description:
					'Make a new API key and show it this once. Dangerous: whoever reads the output can use the account.',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many API keys',
				description:
					'Get the API keys of the account by name and scopes, never the keys themselves',
			},
		],
		default: 'getAll',
	},
	operations: { create, getAll },
};
