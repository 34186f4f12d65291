import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { Failure, joinSentences, toFailure } from '../api/failure';
import { fill, shorten } from '../api/fill';
import { assertSameWithoutItem } from '../adapter/client';
import { isTool } from '../adapter/isTool';
import { toNodeError } from '../adapter/nodeError';
import { assertPausable } from '../adapter/pausing';
import { Accounts, onlyRejected } from './accounts';
import { assertEvaluated } from './assertEvaluated';
import { createFileNamer } from './fileNames';
import { addAccountsHint, addClashHints, addNotices, addPauseHint, addWarnings } from './hints';
import { Input } from './input';
import { isInputIncluded, withInputFields, type Clashes } from './inputFields';
import { paceMessages, runMessages } from './messages';
import type { Operation, Outcomes, Resource } from './operation';
import { getSheetRow, inRow, isBlankRow, toEmptyInAll } from './rows';
import { runItems } from './runItems';

/** The maximum length of an ID in a message, in characters. It is enough to recognize the ID. */
const LONGEST_ID = 100;

/**
 * Runs the chosen operation for all input items and resolves with the node's output in input order. Each output item
 * is paired with its input item. A failed item goes to n8n's error output. If the node isn't set to continue, throws
 * the error instead.
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const inputItems = getItems(context);
	try {
		const operation = getChosenOperation(context, resources);
		await assertRunnable(context, operation);
		const inputs = inputItems.map((one, item) => createInput(context, operation.fields, one, item));
		const accounts = await Accounts.open(context, inputs);
		const stopEarly = !context.continueOnFail();
		addAccountsHint(accounts);
		addWarnings(accounts, operation, inputs);
		const outcomes = await runItems(operation, inputs, accounts, stopEarly);
		addPauseHint(accounts);
		const emptyInAll = toEmptyInAll(outcomes, inputs, inputItems);
		if (emptyInAll) {
			if (stopEarly) throw emptyInAll;
			return [onlyRejected(outcomes).flatMap((_, item) => toFailedItem(context, emptyInAll, item))];
		}
		const items = toItems(context, operation, inputs, accounts, outcomes);
		addNotices(accounts);
		return [items];
	} catch (thrown) {
		if (!context.continueOnFail())
			throw toNodeError(context.getNode(), thrown, { isMessageOnly: isTool(context) });
		// Don't throw the error: n8n would then pass on the input items as if the node had processed them.
		return [
			inputItems.map(({ json }, item) =>
				toFailedItem(context, inRow(toFailure(thrown), getSheetRow(json.row_number)), item),
			),
		];
	}
}

/** Throws if the operation can't run in this context. Runs before anything is read or sent. */
async function assertRunnable(context: IExecuteFunctions, operation: Operation): Promise<void> {
	if (operation.isForPeople && isTool(context)) throw Failure.input(runMessages.forPeople);
	if ('pauses' in operation) {
		assertPausable(context);
		await assertSameWithoutItem(context);
	}
	assertEvaluated(operation.fields, context.getNode().parameters);
}

/**
 * Converts all outcomes to output items with unique file names, paired with their input items. Includes the fields of
 * the input if the user chose that.
 */
function toItems(
	context: IExecuteFunctions,
	operation: Operation,
	inputs: Input[],
	accounts: Accounts,
	outcomes: Outcomes,
): INodeExecutionData[] {
	const inputItems = getItems(context);
	const isBulk = 'runAll' in operation;
	const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
	const nameFile = createFileNamer();
	const clashes: Clashes = { renamed: new Set(), leftOut: new Set() };
	const items = outcomes.flatMap((outcome, item): INodeExecutionData[] => {
		if (outcome.status === 'fulfilled') {
			const isIncluded = mayInclude(inputs[item]);
			return outcome.value.map((output) => {
				// An operation that waits returns its input files, whose original names must not change.
				const named = output.binary && !('pauses' in operation) ? nameFile(output) : output;
				const whole = isIncluded ? withInputFields(named, inputItems[item], clashes) : named;
				return { ...whole, pairedItem: { item } };
			});
		}
		const failure = accounts.redacted(withSearchedIds(outcome.reason, operation, inputs[item]));
		// The failure of Create Many already includes its progress and the refused rows.
		if (isBulk && !context.continueOnFail()) return [toFailedItem(context, failure, item)];
		const stopped = isBulk ? failure : withProgress(failure, done, inputItems.length);
		return [toFailedItem(context, inRow(stopped, inputs[item].sheetRow), item)];
	});
	addClashHints(accounts, clashes);
	return items;
}

/** True if the input is included. False if that can't be read: only an item that is only checked has an output then. */
function mayInclude(input: Input): boolean {
	try {
		return isInputIncluded(input);
	} catch {
		return false;
	}
}

/** Returns the item for n8n's error output. If the node isn't set to continue, throws the failure instead. */
function toFailedItem(
	context: IExecuteFunctions,
	failure: Failure,
	item: number,
): INodeExecutionData {
	if (!context.continueOnFail())
		throw toNodeError(context.getNode(), failure, {
			itemIndex: item,
			isMessageOnly: isTool(context),
		});
	// The item must have exactly these keys. With any other key, n8n would send it to the success output.
	const { message: error, description: message, details } = failure;
	return { json: { error, message, details: { ...details } }, pairedItem: { item } };
}

/** Adds the number of finished items to the failure, if the run stopped at 'Max Wait'. */
function withProgress(failure: Failure, done: number, count: number): Failure {
	if (failure.kind !== 'waitLimit') return failure;
	const { message } = failure;
	return failure.reworded({ message: fill(paceMessages.progress, { message, done, count }) });
}

/**
 * Converts anything thrown by an operation to a failure. If a record wasn't found, the failure names the ID that was
 * looked up. If values were refused, it names those IDs that may be names.
 */
function withSearchedIds(thrown: unknown, operation: Operation, input: Input): Failure {
	const failure = toFailure(thrown);
	const { isNotFound, description } = failure;
	if (!isNotFound && !failure.isAboutValues) return failure;
	const ids = operation.fields
		.filter((field) => field.type === 'resourceLocator' && input.isShown(field))
		.filter(({ name }) => (isNotFound ? /./ : /\D/).test(input.string(name)))
		.map(({ name }) => `'${input.label(name)}' ${shorten(input.string(name), LONGEST_ID)}`);
	if (ids.length === 0) return failure;
	const advice = isNotFound ? description : joinSentences(runMessages.ifName, description);
	return failure.reworded({
		description: fill(runMessages.lookedFor, { ids: ids.join(', '), advice }),
	});
}

function getChosenOperation(context: IExecuteFunctions, resources: Resource[]): Operation {
	const value = context.getNodeParameter('resource', 0);
	// n8n has no 'operation' parameter if the resource doesn't exist.
	const name = context.getNodeParameter('operation', 0, '');
	const { operations = {} } = resources.find((resource) => resource.value === value) ?? {};
	if (Object.hasOwn(operations, name)) return operations[name];
	throw Failure.input(runMessages.unknownOperation, { resource: String(value), operation: name });
}

/** Returns the input items. An item of another package may lack `json`, and then has no columns. */
function getItems(context: IExecuteFunctions): INodeExecutionData[] {
	return context.getInputData().map((item) => ({ ...item, json: item.json ?? {} }));
}

function createInput(
	context: IExecuteFunctions,
	fields: INodeProperties[],
	{ json }: INodeExecutionData,
	item: number,
): Input {
	const read = (name: string): unknown => context.getNodeParameter(name, item, null);
	const sheetRow = getSheetRow(json.row_number);
	const timezone = context.getTimezone();
	return new Input(item, fields, read, timezone, isTool(context), sheetRow, isBlankRow(json));
}
