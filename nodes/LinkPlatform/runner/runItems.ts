import { readPages } from '../api/paging';
import { getRouteFields, type ApiRequest } from '../api/route';
import type { Accounts } from './accounts';
import type { Input } from './input';
import { isInputIncluded } from './inputFields';
import { cutForModel, deleted, toRow } from './items';
import { mapConcurrent } from './mapConcurrent';
import type { Operation, OperationContext, Output, RequestOperation } from './operation';
import { selectFields } from './outputFields';
import { sendForRecord, toItemRequest } from './requests';

type Outcomes = Array<PromiseSettledResult<Output[]>>;

/** Runs the operation for all items, and resolves with their outcomes in input order. */
export async function runItems(
	operation: Operation,
	inputs: Input[],
	accounts: Accounts,
	stopEarly: boolean,
): Promise<Outcomes> {
	if ('runAll' in operation) return await operation.runAll(inputs, accounts, stopEarly);
	if (stopEarly && accounts.failed.length > 0) return accounts.failed;
	const progress = { hasFailed: false };
	const orderingKey = (input: Input) => getOrderingKey(operation, input);
	return await accounts.run(async (own, context) => {
		const limits = { concurrency: context.concurrency, stopEarly, progress, orderingKey };
		const runOne = async (input: Input) =>
			await accounts.tries.once(
				input,
				async () => await runItem(operation, input, accounts.of(input)),
			);
		let outcomes: Outcomes = [];
		const runAll = async () => {
			outcomes = await mapConcurrent(own, runOne, limits);
		};
		const around = 'around' in operation ? operation.around : undefined;
		await (around ? around(own, context, runAll) : runAll());
		return outcomes;
	});
}

/** Replaces locator values that aren't IDs, such as the short URL of a link, with the IDs of their records. */
async function resolveLocators(
	operation: Operation,
	input: Input,
	{ account }: OperationContext,
): Promise<void> {
	const isDeletion = 'response' in operation && operation.response?.as === 'deleted';
	for (const field of operation.fields) {
		const { name, resolve } = field;
		if (!resolve || !input.isShown(field)) continue;
		const find = resolve[input.mode(name)];
		if (find) input.replace(name, await find(input.string(name), account, isDeletion));
	}
}

/**
 * Returns a key for the record that an item writes to, so that writes to the same record keep their input order;
 * undefined if the items are independent.
 */
function getOrderingKey(operation: Operation, input: Input): string | undefined {
	if (!('route' in operation))
		return 'run' in operation ? operation.orderingKey?.(input) : undefined;
	const names = getRouteFields(operation.route);
	if (operation.route.startsWith('GET') || names.length === 0) return undefined;
	return names.map((name) => input.string(name)).join(' ');
}

async function runItem(
	operation: Exclude<Operation, { runAll: unknown }>,
	input: Input,
	context: OperationContext,
): Promise<Output[]> {
	const select = selectFields(input, operation.details);
	// Its value is needed only at the end. It is read now, so that an unusable value is rejected before anything is sent.
	isInputIncluded(input);
	await resolveLocators(operation, input, context);
	const outputs =
		'route' in operation
			? await sendRequest(operation, input, context)
			: await operation.run(input, context);
	return select ? outputs.map((output) => ({ ...output, json: select(output.json) })) : outputs;
}

/** Sends an operation's request for one item, and resolves with the output items. */
async function sendRequest(
	operation: RequestOperation,
	input: Input,
	context: OperationContext,
): Promise<Output[]> {
	const { response = { as: 'record' } } = operation;
	const { client } = context;
	const request = buildRequest(operation, input);
	if (response.as === 'deleted') {
		await client.delete(request);
		return [deleted];
	}
	const { toItem = (record) => record } = response;
	if (response.as === 'record') {
		return [{ json: toItem(await sendForRecord(client, request), input, context) }];
	}
	const outputs: Output[] = [];
	let total: number | undefined;
	const pages = readPages(client, response.list, request, input.limit(), (paging) => {
		total = paging.total;
	});
	for await (const page of pages) {
		for (const record of page) outputs.push({ json: toItem(toRow(record), input, context) });
	}
	return input.isCut ? cutForModel(outputs, total) : outputs;
}

/** Builds an operation's request for one item. */
function buildRequest(
	{ route, isPublic, isRepeatable, query, body, headers }: RequestOperation,
	input: Input,
): ApiRequest {
	return {
		...toItemRequest(route, input),
		isPublic,
		isRepeatable,
		query: query?.(input),
		body: body?.(input),
		headers: headers?.(input),
	};
}
