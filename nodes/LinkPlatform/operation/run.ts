import { createHash } from 'crypto';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { Client } from '../api/client';
import { asFailure, nodeError } from '../api/failure';
import type { Failure } from '../api/failure';
import { CREDENTIAL, clientOf } from '../connect';
import { signingSecret } from '../trigger/signature';
import { runOptions } from './describe';
import { laneOf, located, runEndpoint } from './endpoint';
import { withDistinctFileNames } from './fileNames';
import { inOrder } from './inOrder';
import { Input } from './input';
import { inputFileOf } from './inputFile';
import type { Call, Operation, Output, Resource } from './operation';
import { chooserOf } from './outputChoice';

/** A pause shorter than this (in ms) is not worth a line in the editor. */
const NOTABLE_PAUSE = 3_000;

/**
 * Runs the chosen operation for all input items and resolves with the node's output: in input order,
 * every item paired with its input. A failed item comes out as n8n's error output wants it, or is thrown
 * where the node is not set to continue.
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const count = context.getInputData().length;
	const operation = chosenOperation(context, resources);
	try {
		const settings = inputOf(context, runOptions, 0).group('options');
		const { concurrency = 5, maxWait = 600, timeout = 60 } = settings as Record<string, number>;
		const credentials = await context.getCredentials(CREDENTIAL);
		const client = clientOf(context, credentials, { timeout, maxWait });
		const call = callOf(context, client, credentials);
		const inputs = Array.from({ length: count }, (_, i) => inputOf(context, operation.fields, i));
		const limits = { concurrency, stopEarly: !context.continueOnFail() };
		giveAdvice(context, operation, inputs);
		const outcomes = await outcomesOf(operation, inputs, call, limits);
		tellPause(context, client);
		const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
		const items = outcomes.flatMap((outcome, item) => itemsOf(context, outcome, item, done));
		return [withDistinctFileNames(items)];
	} catch (thrown) {
		if (!context.continueOnFail()) throw nodeError(context.getNode(), thrown);
		// Thrown now, n8n would hand on the input as if it had been worked on.
		const outcome = { status: 'rejected' as const, reason: thrown };
		return [Array.from({ length: count }, (_, item) => itemsOf(context, outcome, item)).flat()];
	}
}

async function outcomesOf(
	operation: Operation,
	inputs: Input[],
	call: Call,
	limits: { concurrency: number; stopEarly: boolean },
): Promise<Array<PromiseSettledResult<Output[]>>> {
	if ('runAll' in operation) return await operation.runAll(inputs, call, limits);
	const isEndpoint = 'route' in operation;
	const lane = (input: Input) => (isEndpoint ? laneOf(operation, input) : operation.lane?.(input));
	const work = async (input: Input) => {
		try {
			const choose = chooserOf(input, operation.simplified);
			const outputs = isEndpoint
				? await runEndpoint(operation, input, call)
				: await operation.run(input, call);
			return outputs.map((output) => ({ ...output, json: choose(output.json) }));
		} catch (thrown) {
			throw located(thrown, operation, input);
		}
	};
	return await inOrder(inputs, work, { ...limits, lane });
}

/** The items of one input, each paired with it. */
function itemsOf(
	context: IExecuteFunctions,
	outcome: PromiseSettledResult<Output[]>,
	item: number,
	done = 0,
): INodeExecutionData[] {
	const pairedItem = { item };
	if (outcome.status === 'fulfilled') {
		return outcome.value.map((output) => ({ ...output, pairedItem }));
	}
	const failure = withProgress(asFailure(outcome.reason), done, context.getInputData().length);
	if (!context.continueOnFail()) throw nodeError(context.getNode(), failure, item);
	// Exactly these keys: with any other, n8n would put the item on the success output.
	const { message: error, description: message, details } = failure;
	return [{ json: { error, message, details: { ...details } }, pairedItem }];
}

/** How far the run came, where it ended for lack of time. */
function withProgress(failure: Failure, done: number, count: number): Failure {
	if (failure.kind !== 'outOfTime') return failure;
	return failure.reworded({ message: `${failure.message}; ${done} of ${count} items are done` });
}

function chosenOperation(context: IExecuteFunctions, resources: Resource[]): Operation {
	const value = context.getNodeParameter('resource', 0);
	const resource = resources.find(({ entry }) => entry.value === value) as Resource;
	return resource.operations[context.getNodeParameter('operation', 0)];
}

function inputOf(context: IExecuteFunctions, fields: INodeProperties[], item: number): Input {
	const read = (name: string): unknown => context.getNodeParameter(name, item, null);
	return new Input(item, fields, read, context.getTimezone());
}

function callOf(
	context: IExecuteFunctions,
	client: Client,
	credentials: ICredentialDataDecryptedObject,
): Call {
	const { helpers } = context;
	return {
		client,
		// Not the value of any parameter: the same text must come out when n8n repeats the node.
		runId: ({ itemIndex }) => {
			const { $runIndex } = context.getWorkflowDataProxy(itemIndex);
			const parts = [context.getExecutionId(), context.getNode().id, $runIndex, itemIndex];
			return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
		},
		signingSecret: (webhookUrl) => signingSecret(credentials, webhookUrl),
		inputFile: async (input, field) => await inputFileOf(context, input, field),
		store: async (stream, fileName, mimeType) =>
			await helpers.prepareBinaryData(stream as Buffer, fileName, mimeType),
		readAll: async (stream) => await helpers.binaryToBuffer(stream as Buffer),
	};
}

/** One hint for each kind of advice. An item whose fields are unusable is told so in its own turn. */
function giveAdvice(context: IExecuteFunctions, { advice = [] }: Operation, inputs: Input[]): void {
	for (const { applies, hint } of advice) {
		const isMeant = (input: Input) => {
			try {
				return applies(input);
			} catch {
				return false;
			}
		};
		const count = inputs.filter(isMeant).length;
		if (count === 0) continue;
		const message = hint(count, inputs.length);
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}

function tellPause(context: IExecuteFunctions, { msWaited, limit }: Client): void {
	if (msWaited < NOTABLE_PAUSE) return;
	const ofWhat =
		limit === undefined ? 'the rate limit' : `the rate limit of ${limit} requests per window`;
	context.addExecutionHints({
		message: `Paused ${Math.round(msWaited / 1000)} s for ${ofWhat} of the service`,
		location: 'outputPane',
	});
}
