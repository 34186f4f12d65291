/** Each optional field is sent, and the sandbox accepts it. */
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type * as Inputs from '../../nodes/LinkPlatform/runner/input.ts';
import type { RequestOperation } from '../../nodes/LinkPlatform/runner/operation.ts';
import type * as RunItems from '../../nodes/LinkPlatform/runner/runItems.ts';
import { getBuiltModule, getResources } from '../../tools/built.mts';
import { useWorld } from '../support/world.mts';

const { Input } = getBuiltModule<typeof Inputs>('nodes/LinkPlatform/runner/input');
const { buildRequest } = getBuiltModule<typeof RunItems>('nodes/LinkPlatform/runner/runItems');

/** The values, by field name, for fields that don't accept arbitrary text. */
const VALUES: Record<string, unknown> = {
	domain: 'go.example.com',
	email: 'new@example.com',
	password: 'demo-password',
	scopes: ['qr:read'],
	theme: 'paper',
};

/** Returns a value that differs from the field's default. */
function fill({
	name: field,
	type,
	options,
	default: preset,
	typeOptions,
}: INodeProperties): unknown {
	if (field in VALUES && !typeOptions?.isUrl) return VALUES[field];
	if (type === 'number') return Number(preset) + 1;
	if (type === 'boolean') return preset !== true;
	if (type === 'dateTime') return '2031-05-06';
	if (type === 'color') return '#1a2b3c';
	if (type === 'fixedCollection') {
		const [{ name, values }] = options as Array<{ name: string; values: INodeProperties[] }>;
		return { [name]: { [values[0].name]: fill(values[0]) } };
	}
	const menu = type === 'options' ? ((options ?? []) as INodePropertyOptions[]) : [];
	const chosen = menu.find(({ value }) => value !== preset)?.value;
	return chosen ?? (typeOptions?.isUrl ? 'https://example.com/1' : '1');
}

/** Returns the request of an operation if its required fields and these optional fields are filled in. */
function getRequest(operation: RequestOperation, optional: IDataObject = {}) {
	const { fields } = operation;
	const required = fields
		.filter((field) => field.required)
		.map((field) => [field.name, fill(field)]);
	const given = { ...(Object.fromEntries(required) as IDataObject), ...optional };
	const input = new Input(0, fields, (name) => given[name] ?? null, 'UTC');
	const { query = {}, body = {} } = buildRequest(operation, input);
	return { query, body };
}

/** Returns the request with only the required fields, or undefined if the operation refuses it (an empty update). */
function getLeast(operation: RequestOperation) {
	try {
		return getRequest(operation);
	} catch {
		return undefined;
	}
}

/** Optional fields that are sent only together with others, so the tests of their resources cover them. */
const NEVER_ALONE = ['link.update, UTM Parameters', 'bioBlock.create, Position'];

/** The optional fields of all operations that send a single request. */
const rows = getResources().flatMap(({ value, operations }) =>
	Object.entries(operations).flatMap(([name, operation]) => {
		if (!('route' in operation)) return [];
		const collections = operation.fields.filter(({ type }) => type === 'collection');
		return collections.flatMap(({ name: collection, options }) =>
			(options as INodeProperties[]).map((field) => {
				const optional = { [collection]: { [field.name]: fill(field) } } as IDataObject;
				return { title: `${value}.${name}, ${field.displayName}`, operation, optional };
			}),
		);
	}),
);

const world = useWorld();

/** Returns the sandbox's path of a route for the record with ID 2, which exists for every resource. */
const toPath = (route: string) => route.replace('legacy:', '/v3').replace(/\{\w+\}/g, '2');

test.each(rows.filter(({ title }) => !NEVER_ALONE.includes(title)))(
	'the optional field $title is sent in the request and accepted by the sandbox',
	async ({ operation, optional }) => {
		const request = getRequest(operation, optional);
		// If this fails, read the field in the operation's own `body` or `query`, or put it into 'Additional Fields'.
		expect(request).not.toEqual(getLeast(operation));
		// Leave out undefined values, as the client does.
		const filled = Object.entries(request.query).filter(([, value]) => value !== undefined);
		const query = new URLSearchParams(Object.fromEntries(filled) as Record<string, string>);
		const path = `${toPath(operation.route)}?${query.toString()}`;
		const hasBody = Object.keys(request.body).length > 0;
		const answer = await world.ask(path, hasBody ? request.body : undefined);
		// If this fails, add the field to the route's schema in packages/sandbox/routes/, and to the table if it is stored.
		const { message } = answer.body as { message?: string };
		expect(answer.status === 200 ? 'stored' : `${answer.status}: ${message}`).toBe('stored');
	},
);
