import type { Resource } from '../../operation/operation';
import { getAll } from './getAll';

/** Pages shown before the visitor goes on; v3 only lists them (document 1, Custom splash). */
export const splashPage: Resource = {
	entry: { name: 'Splash Page', value: 'splashPage' },
	menu: {
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
