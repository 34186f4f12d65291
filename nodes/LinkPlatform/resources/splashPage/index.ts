import type { Resource } from '../../operations/operation';
import { getAll } from './getAll';

/** Pages shown before the visitor goes on; the legacy API only lists them (Custom splash). */
export const splashPage: Resource = {
	option: { name: 'Splash Page', value: 'splashPage' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many splash pages',
				description: 'Get the pages that links can show before they send a visitor on',
			},
		],
		default: 'getAll',
	},
	operations: { getAll },
};
