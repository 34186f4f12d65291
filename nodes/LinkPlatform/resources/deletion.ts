import type { RequestOperation } from '../runner/operation';

/** Returns an operation that deletes one record. */
export function deletion(operation: RequestOperation): RequestOperation {
	return { ...operation, response: { as: 'deleted' } };
}
