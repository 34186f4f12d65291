import type { IDataObject } from 'n8n-workflow';
import { inTurn } from '../api/inTurn';
import { readPages } from '../api/paging';
import { getRouteFields, type ApiRequest } from '../api/route';
import { onlyRejected, type Accounts } from './accounts';
import type { Input } from './input';
import { isInputIncluded } from './inputFields';
import { cutForModel, deleted, toRow } from './items';
import { mapConcurrent } from './mapConcurrent';
import type { Operation, OperationContext, Outcomes, Output, RequestOperation } from './operation';
import { selectFields } from './outputFields';
import { sendForRecord, toItemRequest } from './requests';
import { getChanges } from './updateFields';

/** Runs the operation for all items, and resolves with their outcomes in input order. */
export async function runItems(
	operation: Operation,
	inputs: Input[],
	accounts: Accounts,
	stops: boolean,
): Promise<Outcomes> {
	if ('runAll' in operation) return await operation.runAll(inputs, accounts, stops);
	const stopEarly = stops && !inputs.every((input) => input.isOnlyChecked);
	if (stopEarly && accounts.failed.length > 0) return accounts.failed;
	const { tries } = accounts;
	const resolved = await forEach(accounts, stopEarly, async (input) => {
		const isDone = tries.get(input) !== undefined;
		return isDone ? [] : await resolveLocators(operation, input, accounts.of(input));
	});
	const unresolved = onlyRejected(resolved);
	if (stopEarly && unresolved.length > 0) return unresolved;
	const looksUp = (input: Input) => mayLookUp(operation, input);
	const outcomes = await forEach(
		accounts,
		stopEarly,
		async (input) => {
			const outcome = resolved[input.itemIndex];
			if (outcome.status === 'rejected') throw outcome.reason;
			const work = async () => await runItem(operation, input, accounts.of(input));
			return await tries.once(input, work, looksUp);
		},
		(input) => getOrderingKey(operation, input),
		looksUp,
	);
	const toPlans = 'run' in operation ? operation.toPlans : undefined;
	return outcomes.map((outcome, index) => {
		const input = inputs[index];
		if (!toPlans || outcome.status === 'fulfilled' || !input.isOnlyChecked) return outcome;
		return { status: 'fulfilled', value: toPlans(outcome.reason, input, accounts, stops) };
	});
}

/**
 * True if an item looks for its record before it creates it. False if its fields can't be read: the item then fails
 * anyway.
 */
function mayLookUp(operation: Operation, input: Input): boolean {
	try {
		return 'run' in operation && operation.looksUp?.(input) === true;
	} catch {
		return false;
	}
}

/**
 * Runs `work` for all items of all accounts. If some of them look for their records first, waits until other such runs
 * of the account have ended, because the work can't see the records that they are still creating.
 */
async function forEach(
	accounts: Accounts,
	stopEarly: boolean,
	work: (input: Input) => Promise<Output[]>,
	orderingKey?: (input: Input) => string | undefined,
	looksUp: (input: Input) => boolean = () => false,
): Promise<Outcomes> {
	const progress = { hasFailed: false };
	return await accounts.run(async (own, { concurrency, client }) => {
		const limits = { concurrency, stopEarly, progress, orderingKey };
		const all = async () => await mapConcurrent(own, work, limits);
		return await (own.some(looksUp) ? inTurn(`look-ups of ${client.account}`, all) : all());
	});
}

/** Replaces locator values that aren't IDs, such as the short URL of a link, with the IDs of their records. */
async function resolveLocators(
	operation: Operation,
	input: Input,
	{ account }: OperationContext,
): Promise<Output[]> {
	const isDeletion = 'route' in operation && operation.route.startsWith('DELETE');
	for (const field of operation.fields) {
		const { name, resolve } = field;
		if (!resolve || !input.isShown(field)) continue;
		const find = resolve[input.mode(name)];
		if (find) input.replace(name, await find(input.string(name), account, isDeletion));
	}
	return [];
}

/**
 * Returns a key for the record that an item writes to, such as the idempotency key of a new record; undefined if the
 * items are independent. Writes to the same record keep their input order. Locators are already resolved, so a record
 * has the same key no matter how the user identified it.
 */
function getOrderingKey(operation: Operation, input: Input): string | undefined {
	if (!('route' in operation))
		return 'run' in operation ? operation.orderingKey?.(input) : undefined;
	const names = getRouteFields(operation.route);
	if (names.length === 0) return operation.headers?.(input)['Idempotency-Key'];
	const isRead = operation.route.startsWith('GET');
	return isRead ? undefined : names.map((name) => input.string(name)).join(' ');
}

async function runItem(
	operation: Exclude<Operation, { runAll: unknown }>,
	input: Input,
	context: OperationContext,
): Promise<Output[]> {
	const select = selectFields(input, operation.fields);
	// The user's choice is used only at the end. Read it now, so that an unusable value is rejected before anything
	// is sent.
	isInputIncluded(input);
	const outputs =
		'route' in operation
			? await sendRequest(operation, input, context)
			: await operation.run(input, context);
	// n8n would pass an empty list on to a model as an empty text.
	if (input.isTool && outputs.length === 0) return [{ json: { found: 0 } }];
	return select ? outputs.map((output) => ({ ...output, json: select(output.json) })) : outputs;
}

/** Sends an operation's request for one item, and resolves with the output items. */
async function sendRequest(
	operation: RequestOperation,
	input: Input,
	context: OperationContext,
): Promise<Output[]> {
	const { list, toItem = (record) => record } = operation;
	const { client } = context;
	const request = buildRequest(operation, input);
	if (request.method === 'DELETE') {
		await client.delete(request);
		return [deleted];
	}
	if (!list) return [{ json: toItem(await sendForRecord(client, request), input, context) }];
	const outputs: Output[] = [];
	let total: number | undefined;
	const pages = readPages(client, list, request, input.limit(), (paging) => {
		total = paging.total;
	});
	for await (const page of pages) {
		for (const record of page) outputs.push({ json: toItem(toRow(record), input, context) });
	}
	return cutForModel(outputs, input, total);
}

/** Builds an operation's request for one item. */
export function buildRequest(operation: RequestOperation, input: Input): ApiRequest {
	const { route, isPublic, isRepeatable, query, body, headers } = operation;
	return {
		...toItemRequest(route, input),
		isPublic,
		isRepeatable,
		query: query?.(input),
		body: body ? body(input) : toBody(operation, input),
		headers: headers?.(input),
	};
}

/** Returns the default body of a request; undefined if the operation has no fields for it. */
function toBody({ route, fields }: RequestOperation, input: Input): IDataObject | undefined {
	const inRoute = getRouteFields(route);
	const required = fields.filter((field) => field.required && !inRoute.includes(field.name));
	if (required.length === 0 && input.has('updateFields')) return getChanges(input);
	if (required.length === 0 && !input.has('additionalFields')) return undefined;
	const values = required.map(({ name }) => [name, input.value(name)]);
	return { ...Object.fromEntries(values), ...input.optionalFields() };
}
