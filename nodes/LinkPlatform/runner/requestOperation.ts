import { readPages } from '../api/paging';
import { getRouteFields, toRequest, type ApiRequest } from '../api/route';
import type { Input } from './input';
import { deleted, toRecord, toRow } from './items';
import type { OperationContext, Output, RequestOperation } from './operation';

/** Sends the request that a table row makes of an item, and resolves with the items of its response. */
export async function runRequestOperation(
	operation: RequestOperation,
	input: Input,
	context: OperationContext,
): Promise<Output[]> {
	const { response = { as: 'record' } } = operation;
	const { client } = context;
	const request = buildRequest(operation, input, context);
	if (response.as === 'deleted') {
		await client.send(request);
		return [deleted];
	}
	const { toItem = (record) => record } = response;
	if (response.as === 'record') {
		return [{ json: toItem(toRecord(await client.send(request)), input) }];
	}
	const outputs: Output[] = [];
	for await (const page of readPages(client, response.list, request, input.limit())) {
		for (const record of page) outputs.push({ json: toItem(toRow(record), input) });
	}
	return outputs;
}

/** The request that an operation makes of an item: pure, nothing is sent. */
function buildRequest(
	{ route, isPublic, isRepeatable, query, body, headers }: RequestOperation,
	input: Input,
	context: Pick<OperationContext, 'idempotencyKey'>,
): ApiRequest {
	const values = getRouteFields(route).map((name) => [name, input.string(name)]);
	return {
		...toRequest(route, Object.fromEntries(values), (name) => input.label(name)),
		...(isPublic ? { isPublic } : {}),
		...(isRepeatable === undefined ? {} : { isRepeatable }),
		...(query ? { query: query(input) } : {}),
		...(body ? { body: body(input) } : {}),
		...(headers ? { headers: headers(input, context) } : {}),
	};
}
