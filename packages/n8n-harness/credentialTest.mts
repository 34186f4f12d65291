/**
 * The test button of the credential form. n8n's own tester belongs to its server; what it rests on,
 * RoutingNode, is in n8n-core: the request that the credential type declares is sent by a node that
 * consists of nothing else, and its rules judge the response.
 */
import { ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IExecuteData,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';
import { SuppliedCredentials } from './credentials.mts';
import { createAdditionalData, createExecutionId } from './execution.mts';
import type { Engine } from './index.mts';
import { toNodeTypes } from './nodePackage.mts';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	UserError,
	Workflow,
} from './n8nWorkflow.mts';

/** What axios throws, as far as it is of use here. */
interface Failed {
	code?: string;
	response?: { status: number; statusText: string };
}

/** Sends the test request of the credential type with this data and applies its rules. */
export async function runCredentialTest(
	engine: Engine,
	typeName: string,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { test } = engine.nodePackage.credentials[typeName] ?? {};
	if (!test) throw new UserError(`Credential type "${typeName}" declares no test request`);

	const routing = { request: test.request };
	const nodeType: INodeType = {
		description: {
			name: 'credentialTest',
			displayName: 'Credential Test',
			description: '',
			version: 1,
			group: ['transform'],
			defaults: { name: 'Credential Test' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: typeName, required: true }],
			properties: [
				{ displayName: 'Request', name: 'request', type: 'string', default: '', routing },
			],
		},
	};
	const reference = { id: typeName, name: typeName };
	const workflow = new Workflow({
		nodes: [
			{
				id: 'test',
				name: 'Credential Test',
				type: 'credentialTest',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
				credentials: { [typeName]: reference },
			},
		],
		connections: {},
		active: false,
		nodeTypes: toNodeTypes(() => nodeType),
	});
	const node = workflow.getNode('Credential Test')!;
	const credentials = new SuppliedCredentials(engine.nodePackage.credentials, () => ({
		[typeName]: data,
	}));
	const executeData: IExecuteData = { node, data: {}, source: null };
	const context = new ExecuteContext(
		workflow,
		node,
		{
			...createAdditionalData(credentials, createExecutionId()),
			currentNodeParameters: node.parameters,
		},
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		executeData,
		[],
	);
	const request = new RoutingNode(context, nodeType, {
		...reference,
		type: typeName,
		data: credentials.withDefaults(typeName),
	});

	const fail = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
	const rules = test.rules ?? [];
	try {
		const items = await workflow.expression.withIsolate(async () => await request.runNode());
		const body = items?.[0]?.[0]?.json ?? {};
		for (const { type, properties } of rules) {
			if (type !== 'responseSuccessBody') continue;
			const found = properties.key
				.split('.')
				.reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], body);
			if (found === properties.value) return fail(properties.message);
		}
		return { status: 'OK', message: 'Connection successful!' };
	} catch (thrown) {
		const { cause, message } = thrown as Error & { cause?: Failed };
		const response = cause?.response;
		if (!response) return fail(cause?.code ?? message);
		for (const { type, properties } of rules) {
			if (type === 'responseCode' && properties.value === response.status) {
				return fail(properties.message);
			}
		}
		return fail(response.statusText || `Received HTTP status code: ${response.status}`);
	}
}
