import { updateDisplayOptions } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import type { Resource } from './operation';

/** Options that every operation has (contract of the client: see docs/guides/rate-limits.md). */
const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			default: 5,
			typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
			description: 'How many requests may be under way at the same time',
		},
		{
			displayName: 'Max Wait',
			name: 'maxWait',
			type: 'number',
			default: 600,
			typeOptions: { minValue: 0, numberPrecision: 0 },
			description:
				'How many seconds this run may spend waiting for the rate limit of the service in all',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			default: 60,
			typeOptions: { minValue: 1, numberPrecision: 0 },
			description: 'How many seconds to wait for the service to answer one request',
		},
	],
};

/**
 * The node's parameters: the Resource menu, each resource's Operation menu, and the fields of each
 * operation. The conditions under which a field shows are added here; a field used by several operations
 * of a resource is listed once, to keep the description small.
 */
export function describe(resources: Resource[]): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ entry }) => entry),
			default: 'link',
		},
		...resources.flatMap(describeResource),
		options,
	];
}

function describeResource({ entry, menu, operations }: Resource): INodeProperties[] {
	const resource = [entry.value];
	const fields = placed(operations).map(({ field, operation }) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			// These two first: n8n takes a field for shown, and required, as soon as it meets a condition whose
			// parameter holds an expression, e.g. another resource's 'Type'.
			show: { resource, operation, ...field.displayOptions?.show },
		},
	}));
	return [...updateDisplayOptions({ show: { resource } }, [menu]), ...fields];
}

/**
 * Each field with the operations that show it, in an order that is every operation's own. Where two
 * operations want the same fields in different orders, a field is there twice.
 */
function placed(operations: Resource['operations']) {
	const places: Array<{ field: INodeProperties; operation: string[] }> = [];
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

/** The field definitions of 'Options', for reading them. */
export const runOptions = [options];
