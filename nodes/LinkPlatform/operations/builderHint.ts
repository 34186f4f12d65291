import type { IBuilderHint, INodePropertyOptions } from 'n8n-workflow';
import type { Resource } from './operation';

/** Operations, as `resource.operation`, whose names leave open when to choose them. */
const EXPLAINED = [
	'link.createOnce',
	'link.upsert',
	'qrCode.createMany',
	'webhook.cleanUp',
	'webhook.ensureActive',
];

/** What an AI that builds workflows reads at these operations. Of all others n8n shows it the resource's description alone. */
export function explainOperations(resources: Resource[]): IBuilderHint['extraTypeDefContent'] {
	return resources.flatMap(({ option: { value: resource }, operationField }) =>
		(operationField.options as INodePropertyOptions[])
			.filter(({ value }) => EXPLAINED.includes(`${resource}.${value}`))
			.map(({ value, description = '' }) => ({
				content: description,
				displayOptions: { show: { resource: [resource], operation: [value] } },
			})),
	);
}
