import { updateDisplayOptions } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import type { Field, Resource } from './operation';

/**
 * The node's parameters: the Resource menu, each resource's Operation menu, and the fields of each operation. The conditions under which a field shows are added here; a field used by several operations
 * of a resource is listed once, to keep the description small.
 */
export function toNodeProperties(resources: Resource[]): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ option }) => option),
			default: 'link',
		},
		...resources.flatMap(toResourceProperties),
	];
}

function toResourceProperties({ option, operationField, operations }: Resource): INodeProperties[] {
	const resource = [option.value];
	const fields = mergeSharedFields(operations).map(({ field, operation }) => ({
		...omitResolve(field),
		displayOptions: {
			...field.displayOptions,
			// These two first: n8n takes a field for shown, and required, as soon as it meets a condition whose
			// parameter holds an expression, e.g. another resource's 'Type'.
			show: { resource, operation, ...field.displayOptions?.show },
		},
	}));
	return [...updateDisplayOptions({ show: { resource } }, [operationField]), ...fields];
}

/**
 * Each field with the operations that show it, in an order that is every operation's own. Where two
 * operations want the same fields in different orders, a field is there twice.
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

/** What is ours alone of a field: n8n would hand it to the editor. */
function omitResolve(field: Field): INodeProperties {
	const property = { ...field };
	delete property.resolve;
	return property;
}
