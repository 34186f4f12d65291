import type { RequestOperation } from '../runner/operation';

/** Returns an operation that deletes one record. */
export function deletion(
	operation: Pick<RequestOperation, 'action' | 'description' | 'route' | 'fields'>,
): RequestOperation {
	return { ...operation, response: { as: 'deleted' } };
}
