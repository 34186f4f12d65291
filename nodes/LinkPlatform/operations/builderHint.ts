import type { IBuilderHint, INodePropertyOptions } from 'n8n-workflow';
import type { Resource } from './operation';

/**
 * The hints of the operations, for the definition that n8n makes for an AI that builds workflows: of a menu's
 * entries n8n puts nothing into it but their values.
 */
export function explainOperations(resources: Resource[]): IBuilderHint['extraTypeDefContent'] {
	return resources.flatMap(({ option, operationField }) =>
		(operationField.options as INodePropertyOptions[]).flatMap(({ value, builderHint }) =>
			builderHint
				? {
						content: builderHint.propertyHint,
						displayOptions: { show: { resource: [option.value], operation: [value] } },
					}
				: [],
		),
	);
}
