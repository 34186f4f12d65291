/** Calls the methods that n8n's editor calls to fill dropdowns, resource locators and resource mappers. */
import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';
import { createAdditionalData, createExecutionId } from './execution.mts';
import type { Engine, LoadOptions } from './index.mts';
import { UserError } from './n8nWorkflow.mts';

/** The group within `methods` of a node type that contains the method. */
type MethodKind = 'loadOptions' | 'listSearch' | 'resourceMapping';

type LoadMethod = (this: ILoadOptionsFunctions, ...args: unknown[]) => Promise<unknown>;

/**
 * Calls one of the node type's `methods`, in the same context as a request from n8n's editor. Resolves with the
 * method's result. Rejects with a UserError if the node type has no such method.
 */
export async function callLoadMethod<T>(
	engine: Engine,
	kind: MethodKind,
	name: string,
	options: LoadOptions,
	args: unknown[] = [],
): Promise<T> {
	const node = engine.node(options.node ?? Object.keys(engine.nodePackage.nodes)[0], {
		parameters: options.parameters as INodeParameters,
	});
	const workflow = engine.workflow({ nodes: [node], connections: {} }, options.credentials);
	const methods = engine.nodeTypes.of(node).methods?.[kind] as
		| Record<string, LoadMethod>
		| undefined;
	const method = methods?.[name];
	if (!method) {
		const known = Object.keys(methods ?? {}).join(', ') || 'none';
		throw new UserError(`"${node.type}" has no ${kind} method "${name}". It has: ${known}`);
	}
	const target = workflow.getNode(node.name)!;
	const data = {
		...createAdditionalData(
			engine.credentials(options.credentials),
			createExecutionId(),
			options.baseUrl,
		),
		// The editor sends the parameters including defaults, which `Workflow` has already filled in.
		currentNodeParameters: target.parameters,
	};
	const context = new LoadOptionsContext(workflow, target, data, options.path ?? '');
	return (await workflow.expression.withIsolate(
		async () => await method.call(context as unknown as ILoadOptionsFunctions, ...args),
	)) as T;
}
