import { asFailure } from '../api/failure';
import type { Failure } from '../api/failure';
import { pagesOf } from '../api/paging';
import { linksOf } from '../search/linkIndex';
import type { Input } from './input';
import { deleted, recordOf, rowOf } from './items';
import type { Call, Endpoint, Operation, Output } from './operation';
import { requestOf } from './request';

/** Sends the request that a table row makes of an item, and resolves with the items of its answer. */
export async function runEndpoint(
	operation: Endpoint,
	input: Input,
	call: Call,
): Promise<Output[]> {
	const { answer = { as: 'record' } } = operation;
	await resolveShortUrls(operation, input, call);
	const request = requestOf(operation, input, call);
	if (answer.as === 'deleted') {
		await call.client.send(request);
		return [deleted];
	}
	const { row = (record) => record } = answer;
	if (answer.as === 'record') {
		return [{ json: row(recordOf(await call.client.send(request)), input) }];
	}
	const limit = limitOf(operation, input);
	const outputs: Output[] = [];
	for await (const page of pagesOf(call.client, request, { ...answer, limit })) {
		for (const record of page) outputs.push({ json: row(rowOf(record), input) });
	}
	return outputs;
}

/** A record given by its short URL gets its id, which the routes want. */
async function resolveShortUrls(
	{ route }: Endpoint,
	input: Input,
	{ client }: Call,
): Promise<void> {
	for (const name of routeFields(route)) {
		if (input.mode(name) !== 'url') continue;
		const link = await linksOf(client).byShortUrl(input.text(name));
		input.replace(name, link.id);
	}
}

/**
 * Names the record that requests of the item write to, so that writes to one record keep their input
 * order; undefined where each item stands alone.
 */
export function laneOf({ route }: Endpoint, input: Input): string | undefined {
	const names = routeFields(route);
	if (route.startsWith('GET') || names.length === 0) return undefined;
	return names.map((name) => input.text(name)).join(' ');
}

function limitOf({ fields }: Endpoint, input: Input): number | undefined {
	const field = fields.find(({ name }) => name === 'limit');
	if (!field || input.flag('returnAll')) return undefined;
	return input.number('limit') ?? Number(field.default);
}

/** The failure of an operation; an unknown record with the field and the ID that was looked for. */
export function located(thrown: unknown, operation: Operation, input: Input): Failure {
	const failure = asFailure(thrown);
	const inRoute = 'route' in operation ? routeFields(operation.route) : [];
	const names = operation.fields
		.filter(({ name, type }) => type === 'resourceLocator' || inRoute.includes(name))
		.map(({ name }) => name);
	if (failure.details.httpCode !== '404' || names.length === 0) return failure;
	const wanted = names.map((name) => `'${input.label(name)}' ${input.text(name)}`).join(', ');
	return failure.reworded({ description: `Looked for ${wanted}. ${failure.description}` });
}

function routeFields(route: string): string[] {
	return [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}
