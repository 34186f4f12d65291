import type { Context } from './client';

/** Returns a key that identifies a trigger in this process. */
export function getNodeKey(context: Context): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}

/**
 * Remembers facts in a trigger's `memory`, and forgets those that are undefined. Returns false, and changes nothing, if
 * `isTrue` is false of what is remembered now: after an await, facts may follow from what is no longer true.
 *
 * The memory is a workflow's static data, in which n8n keeps data from one call to the next. Everyone who may read the
 * workflow can see it, so it must contain no secret. Only this function changes it.
 */
export function write<Memory extends object>(
	memory: Readonly<Memory>,
	facts: Partial<Memory>,
	isTrue: (now: Readonly<Memory>) => boolean = () => true,
): boolean {
	if (!isTrue(memory)) return false;
	Object.assign(memory, facts);
	return true;
}
