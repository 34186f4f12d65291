import { getRouteFields } from '../api/route';
import type { Input } from './input';
import type { Operation } from './operation';

/**
 * Names the record that requests of the item write to, so that writes to one record keep their input
 * order; undefined where each item stands alone. Taken after the locators are resolved: two spellings of one
 * record are one key.
 */
export function getOrderingKey(operation: Operation, input: Input): string | undefined {
	if ('runAll' in operation) return undefined;
	if ('run' in operation) return operation.orderingKey?.(input);
	const { route } = operation;
	const names = getRouteFields(route);
	if (route.startsWith('GET') || names.length === 0) return undefined;
	return names.map((name) => input.string(name)).join(' ');
}
