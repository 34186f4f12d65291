import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The Operation menu of a resource: its entries by use, those that delete or reveal something last. */
export function operationMenu(initial: string, options: INodePropertyOptions[]): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options,
		default: initial,
	};
}
