import type { NodeResult } from '../../packages/n8n-harness/index.mts';

/** Returns everything of a run that a user, a later node or a log reader may see, except the user's own input. */
export function getShown(result: NodeResult) {
	const { error, ...rest } = result;
	const { message, description, context, cause, stack } = (error ?? {}) as unknown as Record<
		string,
		unknown
	>;
	const own: Record<string, unknown> = { ...error };
	delete own.node;
	return [rest, message, description, context, cause, stack, own]
		.map((part) => (typeof part === 'string' ? part : (JSON.stringify(part) ?? '')))
		.join('\n');
}
