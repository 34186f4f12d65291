import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { create } from './create';
import { getAll } from './getAll';

export const apiKey: Resource = {
	option: { name: 'API Key', value: 'apiKey', description: 'Keys of the account' },
	operationField: operationMenu('getAll', [
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many API keys',
			description: 'Get the names and scopes of the API keys, never the keys themselves',
		},
		{
			name: 'Create',
			value: 'create',
			action: 'Create API key and reveal it',
			description:
				'Create an API key, shown only once. Anyone who sees the output can access the account.',
			builderHint: { propertyHint: 'Its output opens the account: only if asked for' },
		},
	]),
	operations: { create, getAll },
};
