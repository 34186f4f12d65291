import type { IBuilderHint, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field, Resource } from './operation';
import { toSubtitle, toTitle } from './subtitle';

/**
 * Returns the node's parameters: the Resource dropdown, an Operation dropdown per resource, and the fields of each
 * operation with their display conditions. A field that several operations of a resource share is listed once, to keep
 * the node description small.
 */
export function toNodeProperties(resources: Resource[]): INodeProperties[] {
	// The default value is in a variable, because n8n's linter requires a literal or a variable there.
	const initial = resources[0].value;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(toEntry),
			default: initial,
		},
		...resources.flatMap(toResourceProperties),
	];
}

/** Returns the subtitle of an action node on the canvas, e.g. "Create Many: QR Code". */
export function toActionSubtitle(resources: Resource[]): string {
	const entries = resources.flatMap((resource) => [...toMenu(resource), toEntry(resource)]);
	return toSubtitle('[$parameter["operation"], $parameter["resource"]]', entries, ': ');
}

/** Returns a resource's entry in the Resource dropdown. */
export function toEntry({ value, name = toTitle(value), description }: Resource) {
	return { name, value, description };
}

/** Returns the entries of a resource's Operation dropdown. */
export function toMenu({ operations }: Resource): INodePropertyOptions[] {
	return Object.entries(operations).map(
		([value, { name = toTitle(value), action, description }]) => ({
			name,
			value,
			action,
			description,
		}),
	);
}

/**
 * Returns the builder hints of all operations, for the node definition that n8n generates for AI workflow builders.
 * n8n itself includes only the values of a dropdown, without their hints.
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
			// Check `resource` and `operation` first, because n8n stops at the first condition that isn't met. If n8n
			// came to a parameter with an expression before them, it would treat the field as shown and required.
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
 * Returns each field with the operations that show it, in an order that fits every operation. If two operations have
 * the same fields in different orders, lists a field twice.
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

/** Removes the properties that only this package uses, because n8n would send them to the editor. */
function omitResolve(field: Field): INodeProperties {
	const property = { ...field };
	const own = ['resolve', 'check', 'mustBeFuture', 'details'] as const;
	for (const name of own) delete property[name];
	if (field.type === 'collection') property.options = (field.options as Field[]).map(omitResolve);
	return property;
}
