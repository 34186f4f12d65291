/**
 * Tests a credential as n8n's credential form does: by the credential type's test request, or else by the function that a
 * node names in `testedBy`. n8n's own tester is part of its server, but uses RoutingNode from n8n-core. So this module
 * creates a node that only sends the test request, lets RoutingNode run it, and checks the response against the type's
 * rules.
 */
import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunction,
	ICredentialTestRequest,
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

const NODE = 'Credential Test';

/** The fields of an axios error that the credential test reads. */
interface Failed {
	code?: string;
	response?: { status: number; statusText: string };
}

/**
 * Tests a credential with this data. Resolves with the status `OK` or `Error` and a message. Rejects with a UserError if
 * neither the type nor a node declares a test.
 */
export async function runCredentialTest(
	engine: Engine,
	typeName: string,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const credentials = new SuppliedCredentials(engine.nodePackage.credentials, () => ({
		[typeName]: data,
	}));
	const { test } = engine.nodePackage.credentials[typeName];
	if (test) return await sendTestRequest(typeName, test, credentials);
	const testFunction = findTestFunction(engine, typeName);
	if (!testFunction) throw new UserError(`Nothing tests the credential type "${typeName}"`);
	const additionalData = createAdditionalData(credentials, createExecutionId());
	return await testFunction.call(new CredentialTestContext(additionalData), {
		id: typeName,
		name: typeName,
		type: typeName,
		data: await credentials.getDecrypted(
			additionalData,
			{ id: typeName, name: typeName },
			typeName,
			'internal',
		),
	});
}

/** Returns the function that tests a credential type: that of the first node that names one in `testedBy`. */
function findTestFunction(engine: Engine, typeName: string): ICredentialTestFunction | undefined {
	for (const name of Object.keys(engine.nodePackage.nodes)) {
		const type = engine.nodeTypes.getByNameAndVersion(`${engine.nodePackage.name}.${name}`);
		const { credentials = [] } = type.description;
		const testedBy = credentials.find((credential) => credential.name === typeName)?.testedBy;
		if (typeof testedBy === 'string') return type.methods?.credentialTest?.[testedBy];
	}
	return undefined;
}

/** Sends the credential type's test request, and checks the response against the type's rules. */
async function sendTestRequest(
	typeName: string,
	test: ICredentialTestRequest,
	credentials: SuppliedCredentials,
): Promise<INodeCredentialTestResult> {
	const nodeType = toNodeType(typeName, test);
	const workflow = toWorkflow(typeName, nodeType);
	const request = new RoutingNode(toContext(workflow, credentials), nodeType, {
		id: typeName,
		name: typeName,
		type: typeName,
		data: credentials.withDefaults(typeName),
	});
	const { rules = [] } = test;
	try {
		const items = await workflow.expression.withIsolate(async () => await request.runNode());
		return judgeBody(rules, items?.[0]?.[0]?.json ?? {});
	} catch (thrown) {
		return judgeFailure(rules, thrown as Error & { cause?: Failed });
	}
}

/** Returns a node type that only sends the credential type's test request. */
function toNodeType(typeName: string, { request }: ICredentialTestRequest): INodeType {
	const routing = { request };
	return {
		description: {
			name: 'credentialTest',
			displayName: NODE,
			description: '',
			version: 1,
			group: ['transform'],
			defaults: { name: NODE },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: typeName, required: true }],
			properties: [
				{ displayName: 'Request', name: 'request', type: 'string', default: '', routing },
			],
		},
	};
}

/** Returns a workflow that contains only the test node, which uses the credential. */
function toWorkflow(typeName: string, nodeType: INodeType) {
	return new Workflow({
		nodes: [
			{
				id: 'test',
				name: NODE,
				type: 'credentialTest',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
				credentials: { [typeName]: { id: typeName, name: typeName } },
			},
		],
		connections: {},
		active: false,
		nodeTypes: toNodeTypes(() => nodeType),
	});
}

/** Returns the context in which RoutingNode sends the test request. */
function toContext(workflow: Workflow, credentials: SuppliedCredentials) {
	const node = workflow.getNode(NODE)!;
	const data = createAdditionalData(credentials, createExecutionId());
	const executeData: IExecuteData = { node, data: {}, source: null };
	return new ExecuteContext(
		workflow,
		node,
		{ ...data, currentNodeParameters: node.parameters },
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		executeData,
		[],
	);
}

/** The rules by which a credential type judges the response to its test request. */
type Rules = NonNullable<ICredentialTestRequest['rules']>;

/** Returns the result of a failed test. */
const fail = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/**
 * Returns the result for a successful response. The test still fails if a rule of the type `responseSuccessBody`
 * matches the body.
 */
function judgeBody(rules: Rules, body: object): INodeCredentialTestResult {
	for (const { type, properties } of rules) {
		if (type !== 'responseSuccessBody') continue;
		const found = properties.key
			.split('.')
			.reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], body);
		if (found === properties.value) return fail(properties.message);
	}
	return { status: 'OK', message: 'Connection successful!' };
}

/**
 * Returns the result for a failed request. The message comes from the rule for the HTTP status, from the response's
 * status text or, if there is no response, from the network error.
 */
function judgeFailure(
	rules: Rules,
	{ cause, message }: Error & { cause?: Failed },
): INodeCredentialTestResult {
	const response = cause?.response;
	if (!response) return fail(cause?.code ?? message);
	for (const { type, properties } of rules) {
		if (type === 'responseCode' && properties.value === response.status)
			return fail(properties.message);
	}
	return fail(response.statusText || `Received HTTP status code: ${response.status}`);
}
