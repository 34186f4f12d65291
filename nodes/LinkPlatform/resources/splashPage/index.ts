import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { getAll } from './getAll';

/** Pages shown before the visitor goes on; the legacy API only lists them (Custom splash). */
export const splashPage: Resource = {
	option: {
		name: 'Splash Page',
		value: 'splashPage',
		description: 'Pages shown before a target page',
	},
	operationField: operationMenu('getAll', [
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many splash pages',
			description: 'Get the custom splash pages of the account',
		},
	]),
	operations: { getAll },
};
