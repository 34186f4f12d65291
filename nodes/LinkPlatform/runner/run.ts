import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { getRouteFields } from '../api/route';
import { assertSameWithoutItem } from '../adapter/client';
import { isTool } from '../adapter/isTool';
import { toNodeError } from '../adapter/nodeError';
import { assertPausable } from '../adapter/pausing';
import { Accounts } from './accounts';
import { assertEvaluated } from './assertEvaluated';
import { createFileNamer } from './fileNames';
import { addAccountsHint, addRenamedHint, addNotices, addPauseHint, addWarnings } from './hints';
import { Input } from './input';
import { isInputIncluded, withInputFields } from './inputFields';
import { paceMessages, runMessages } from './messages';
import type { Operation, Output, Resource } from './operation';
import { withFieldLabel } from './refusedField';
import { getSheetRow, inRow, isBlankRow, toEmptyInAll } from './rows';
import { runItems } from './runItems';

/** In characters. */
const LONGEST_ID = 100;

/**
 * Runs the chosen operation for all input items and resolves with the node's output: in input order,
 * every item paired with its input. A failed item comes out as n8n's error output wants it, or is thrown if
 * the node is not set to continue.
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const given = context.getInputData();
	try {
		const operation = getChosenOperation(context, resources);
		await assertRunnable(context, operation);
		const inputs = given.map((_, item) => createInput(context, operation.fields, item));
		const accounts = await Accounts.open(context, inputs);
		const stopEarly = !context.continueOnFail();
		addAccountsHint(accounts);
		addWarnings(accounts, operation, inputs);
		const outcomes = await runItems(operation, inputs, accounts, stopEarly);
		addPauseHint(accounts);
		const inAll = toEmptyInAll(outcomes, given);
		if (inAll && stopEarly) throw inAll;
		if (inAll) return [given.map((_, item) => toFailedItem(context, inAll, item))];
		const items = toItems(context, operation, inputs, accounts, outcomes);
		addNotices(accounts);
		return [items];
	} catch (thrown) {
		if (!context.continueOnFail())
			throw toNodeError(context.getNode(), thrown, { isTool: isTool(context) });
		// If this were thrown, n8n would pass the input on as if the node had processed it.
		return [
			given.map(({ json }, item) =>
				toFailedItem(context, inRow(toFailure(thrown), getSheetRow(json.row_number)), item),
			),
		];
	}
}

/** Throws, before anything is read or sent, for what the operation can't do here. */
async function assertRunnable(context: IExecuteFunctions, operation: Operation): Promise<void> {
	if (operation.isForPeople && isTool(context)) throw Failure.input(runMessages.forPeople);
	if ('pauses' in operation) {
		assertPausable(context);
		await assertSameWithoutItem(context);
	}
	assertEvaluated(operation.fields, context.getNode().parameters);
}

/** The items of all outcomes, each paired with its input, its files named and the input's fields added if wanted. */
function toItems(
	context: IExecuteFunctions,
	operation: Operation,
	inputs: Input[],
	accounts: Accounts,
	outcomes: Array<PromiseSettledResult<Output[]>>,
): INodeExecutionData[] {
	const given = context.getInputData();
	const isBulk = 'runAll' in operation;
	const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
	const nameFile = createFileNamer();
	const renamed = new Set<string>();
	const items = outcomes.flatMap((outcome, item): INodeExecutionData[] => {
		if (outcome.status === 'fulfilled') {
			const isIncluded = isInputIncluded(inputs[item]);
			return outcome.value.map((output) => {
				// The files of one that waits are those of the input, which keep their names.
				const named = output.binary && !('pauses' in operation) ? nameFile(output) : output;
				const whole = isIncluded ? withInputFields(named, given[item], renamed) : named;
				return { ...whole, pairedItem: { item } };
			});
		}
		const searched = withSearchedIds(outcome.reason, operation, inputs[item]);
		const failure = accounts.redacted(withFieldLabel(searched, operation.fields, inputs[item]));
		// It says by itself how far it came, and which rows are bad.
		if (isBulk && !context.continueOnFail()) return [toFailedItem(context, failure, item)];
		const stopped = isBulk ? failure : withProgress(failure, done, given.length);
		return [toFailedItem(context, inRow(stopped, inputs[item].sheetRow), item)];
	});
	addRenamedHint(accounts, renamed);
	return items;
}

/** The item that a failed input becomes; throws if the node is not set to continue. */
function toFailedItem(
	context: IExecuteFunctions,
	failure: Failure,
	item: number,
): INodeExecutionData {
	if (!context.continueOnFail())
		throw toNodeError(context.getNode(), failure, { itemIndex: item, isTool: isTool(context) });
	// Exactly these keys: with any other, n8n would put the item on the success output.
	const { message: error, description: message, details } = failure;
	return { json: { error, message, details: { ...details } }, pairedItem: { item } };
}

/** How far the run came, if it ended for lack of time. */
function withProgress(failure: Failure, done: number, count: number): Failure {
	if (failure.kind !== 'waitLimit') return failure;
	const { message } = failure;
	return failure.reworded(fill(paceMessages.progress, { message, done, count }));
}

/** An ID as a message shows it: the beginning of a long one is enough to recognize it. */
function shorten(id: string): string {
	return id.length > LONGEST_ID ? `${id.slice(0, LONGEST_ID)}…` : id;
}

/** The failure of an operation; an unknown record with the field and the ID that was looked for. */
function withSearchedIds(thrown: unknown, operation: Operation, input: Input): Failure {
	const failure = toFailure(thrown);
	const inRoute = 'route' in operation ? getRouteFields(operation.route) : [];
	const names = operation.fields
		.filter(({ name, type }) => type === 'resourceLocator' || inRoute.includes(name))
		.map(({ name }) => name);
	if (!failure.isNotFound) return failure;
	const given = [...new Set(names)].filter((name) => input.string(name) !== '');
	if (given.length === 0) return failure;
	const wanted = given
		.map((name) => `'${input.label(name)}' ${shorten(input.string(name))}`)
		.join(', ');
	const { message } = fill(runMessages.lookedFor, { ids: wanted, advice: failure.description });
	return failure.reworded({ description: message });
}

function getChosenOperation(context: IExecuteFunctions, resources: Resource[]): Operation {
	const value = context.getNodeParameter('resource', 0);
	// n8n has no such parameter if the resource doesn't exist.
	const name = context.getNodeParameter('operation', 0, '');
	const resource = resources.find((one) => one.value === value);
	const operation = resource && Object.entries(resource.operations).find(([key]) => key === name);
	if (operation) return operation[1];
	throw Failure.input(runMessages.unknownOperation, { resource: String(value), operation: name });
}

function createInput(context: IExecuteFunctions, fields: INodeProperties[], item: number): Input {
	const read = (name: string): unknown => context.getNodeParameter(name, item, null);
	const { json } = context.getInputData()[item];
	const sheetRow = getSheetRow(json.row_number);
	const timezone = context.getTimezone();
	return new Input(item, fields, read, timezone, isTool(context), sheetRow, isBlankRow(json));
}
