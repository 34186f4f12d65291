import type { IBuilderHint, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field, Resource } from './operation';

/**
 * Returns the node's parameters: the Resource menu, each resource's Operation menu, and the fields of each operation with
 * the conditions under which they are shown. A field that several operations of a resource share is listed once, to keep
 * the description small.
 */
export function toNodeProperties(resources: Resource[]): INodeProperties[] {
	// n8n's linter wants to see a literal or a variable as a default.
	const initial = resources[0].value;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value, description }) => ({ name, value, description })),
			default: initial,
		},
		...resources.flatMap(toResourceProperties),
	];
}

/** Returns the entries of a resource's Operation menu. */
export function toMenu({ operations }: Resource): INodePropertyOptions[] {
	return Object.entries(operations).map(([value, operation]) => {
		const { name, action, description, builderHint } = operation;
		const hint = builderHint ? { builderHint: { propertyHint: builderHint } } : {};
		return { name, value, action, description, ...hint };
	});
}

/**
 * Returns the hints of the operations, for the definition that n8n makes for an AI that builds workflows. n8n itself puts
 * only the values of a menu into it.
 */
export function toExtraDefinition(resources: Resource[]): IBuilderHint['extraTypeDefContent'] {
	return resources.flatMap(({ value, operations }) =>
		Object.entries(operations).flatMap(([operation, { builderHint }]) =>
			builderHint
				? {
						content: builderHint,
						displayOptions: { show: { resource: [value], operation: [operation] } },
					}
				: [],
		),
	);
}

function toResourceProperties(resource: Resource): INodeProperties[] {
	const show = { resource: [resource.value] };
	const options = toMenu(resource);
	const fields = mergeSharedFields(resource.operations).map(({ field, operation }) => ({
		...omitResolve(field),
		displayOptions: {
			...field.displayOptions,
			// These two first: n8n treats a field as shown, and required, as soon as it meets a condition whose
			// parameter holds an expression, e.g. another resource's 'Type'.
			show: { ...show, operation, ...field.displayOptions?.show },
		},
	}));
	const initial = options[0].value;
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show },
			options,
			default: initial,
		},
		...fields,
	];
}

/**
 * Returns each field with the operations that show it, in an order that suits every operation. If two operations have the
 * same fields in different orders, a field is listed twice.
 */
function mergeSharedFields(operations: Resource['operations']) {
	const places: Array<{ field: Field; operation: string[] }> = [];
	for (const [operation, { fields }] of Object.entries(operations)) {
		let next = 0;
		for (const field of fields) {
			const found = places.findIndex((place, at) => at >= next && place.field === field);
			if (found < 0) places.splice(next, 0, { field, operation: [operation] });
			else places[found].operation.push(operation);
			next = Math.max(next, found) + 1;
		}
	}
	return places;
}

/** Removes the properties that only this package uses: n8n would send them to the editor. */
function omitResolve(field: Field): INodeProperties {
	const property = { ...field };
	delete property.resolve;
	delete property.isExact;
	delete property.mustBeFuture;
	delete property.notText;
	if (field.type === 'collection') property.options = (field.options as Field[]).map(omitResolve);
	return property;
}
