/** What is entered in an optional field is sent, under a name that the sandbox knows. */
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type * as Inputs from '../../nodes/LinkPlatform/runner/input.ts';
import type { RequestOperation } from '../../nodes/LinkPlatform/runner/operation.ts';
import { getBuiltModule, getResources } from '../../tools/built.mts';
import { getServedRoutes, type Served } from '../../tools/docs/servedRoutes.mts';

const { Input } = getBuiltModule<typeof Inputs>('nodes/LinkPlatform/runner/input');

/** A value other than the default. */
function fill({ type, options, default: preset, typeOptions }: INodeProperties): unknown {
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

/** What the operation sends if its required fields and these are filled in. */
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

let served: Served;
beforeAll(async () => {
	served = await getServedRoutes();
});

test.each(rows.filter(({ title }) => !NEVER_ALONE.includes(title)))(
	'$title',
	({ operation, optional }) => {
		const request = getRequest(operation, optional);
		// Read it in the `body` or `query` of the operation.
		expect(request).not.toEqual(getLeast(operation));
		const route = served(operation.route);
		const unknown = (['query', 'body'] as const)
			.flatMap((part) => route[part]?.safeParse(request[part]).error?.issues ?? [])
			.flatMap((issue) => ('keys' in issue ? issue.keys : []));
		// Add it to the schema of the route in tools/sandbox/routes/.
		expect(unknown).toEqual([]);
	},
);
