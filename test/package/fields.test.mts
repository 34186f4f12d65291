/** Each optional field is sent, and the sandbox accepts it. */
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type * as Inputs from '../../nodes/LinkPlatform/runner/input.ts';
import type { RequestOperation } from '../../nodes/LinkPlatform/runner/operation.ts';
import { getBuiltModule, getResources } from '../../tools/built.mts';
import { useWorld } from '../support/world.mts';

const { Input } = getBuiltModule<typeof Inputs>('nodes/LinkPlatform/runner/input');

/** Values for fields that don't accept any text, by name. */
const VALUES: Record<string, unknown> = {
	domain: 'go.example.com',
	email: 'new@example.com',
	password: 'demo-password',
	scopes: ['qr:read'],
	theme: 'paper',
};

/** A value other than the default. */
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

/** Returns the request of an operation with its required fields and these filled in. */
function getRequest({ fields, query, body }: RequestOperation, optional: IDataObject = {}) {
	const required = fields
		.filter((field) => field.required)
		.map((field) => [field.name, fill(field)]);
	const given = { ...(Object.fromEntries(required) as IDataObject), ...optional };
	const input = new Input(0, fields, (name) => given[name] ?? null, 'UTC');
	return { query: query?.(input) ?? {}, body: body?.(input) ?? {} };
}

/** An update without any field is refused. */
function getLeast(operation: RequestOperation) {
	try {
		return getRequest(operation);
	} catch {
		return undefined;
	}
}

/** Sent only together with other optional fields: tested with those of their resource. */
const NEVER_ALONE = ['link.update, UTM Parameters', 'bioBlock.create, Position'];

/** The optional fields of the operations with one request. */
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

/** The route of the sandbox, for the record 2: every resource has one. */
const toPath = (route: string) => route.replace('legacy:', '/v3').replace(/\{\w+\}/g, '2');

test.each(rows.filter(({ title }) => !NEVER_ALONE.includes(title)))(
	'the optional field $title is sent in the request and accepted by the sandbox',
	async ({ operation, optional }) => {
		const request = getRequest(operation, optional);
		// Read it in the `body` or `query` of the operation.
		expect(request).not.toEqual(getLeast(operation));
		// As the client does, without what is undefined.
		const filled = Object.entries(request.query).filter(([, value]) => value !== undefined);
		const query = new URLSearchParams(Object.fromEntries(filled) as Record<string, string>);
		const path = `${toPath(operation.route)}?${query.toString()}`;
		const hasBody = Object.keys(request.body).length > 0;
		const answer = await world.ask(path, hasBody ? request.body : undefined);
		// Add it to the schema of the route in packages/sandbox/routes/, and to the table if it is stored.
		const { message } = answer.body as { message?: string };
		expect(answer.status === 200 ? 'stored' : `${answer.status}: ${message}`).toBe('stored');
	},
);
