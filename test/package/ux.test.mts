/**
 * Checks the built nodes and the credential against n8n's UX guidelines, as far as n8n's linter (rendered.test.mts)
 * doesn't check them: see docs/maintainers/measurements/ux-guidelines.md.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { Operation } from '../../nodes/LinkPlatform/runner/operation.ts';
import { createBuiltInstance, getNodes, getResources } from '../../tools/built.mts';
import { getMessages } from '../../tools/docs/messages.mts';
import { SCHEMA_FOLDER } from '../../tools/docs/outputSchemas.mts';

const folder = 'nodes/LinkPlatform';
const nodes = getNodes().map(({ description }) => description);
const trigger = nodes.find(({ name }) => name === 'linkPlatformTrigger')!;
const polling = nodes.find(({ name }) => name === 'linkPlatformPollingTrigger')!;
/** The properties of all action nodes. */
const action = {
	properties: nodes
		.filter(({ group }) => !group.includes('trigger'))
		.flatMap(({ properties }) => properties),
};
const credential = createBuiltInstance<ICredentialType>('credentials/LinkPlatformApi.credentials');
const resources = getResources();

interface Place {
	path: string;
	field: INodeProperties;
}
/** Returns a field and all fields below it. */
function getPlaces(field: INodeProperties, above: string): Place[] {
	const path = `${above}.${field.name}`;
	const { type, options = [] } = field;
	const below =
		type === 'collection'
			? (options as INodeProperties[])
			: type === 'fixedCollection'
				? (options as INodePropertyCollection[]).flatMap(({ values }) => values)
				: [];
	return [{ path, field }, ...below.flatMap((inner) => getPlaces(inner, path))];
}
const places = Object.entries({ action, trigger, polling, credential }).flatMap(
	([name, { properties }]) => properties.flatMap((field) => getPlaces(field, name)),
);
const getEntries = ({ options = [] }: INodeProperties) =>
	(options as INodePropertyOptions[]).filter((option) => 'value' in option);
const operations = resources.flatMap((resource) =>
	Object.entries(resource.operations).map(([value, operation]) => ({
		value,
		resource,
		title: `${resource.value}/${value}`,
		operation,
	})),
);
const messages = getMessages().flatMap(({ id, message, description }) =>
	[message, description].map((text) => ({ path: id, text: text.replace(/'\{\w+\}'/g, '') })),
);
/** All hints, descriptions and messages that users read, each with its path. */
const texts = [
	...places.flatMap(({ path, field }) => [
		{ path, text: [field, ...(field.modes ?? [])].map((one) => one.hint ?? '').join(' ') },
		...[field, ...getEntries(field)].map(({ name, description = '' }) => ({
			path: `${path}: ${name}`,
			text: description,
		})),
	]),
	...messages,
];

/** Returns the paths of fields that break a rule. The rule must apply to at least one field. */
function brokenIn(isMeant: (field: INodeProperties) => boolean, rule: object): string[] {
	const meant = places.filter(({ field }) => isMeant(field));
	expect(meant).not.toEqual([]);
	const matches = expect.objectContaining(rule) as { asymmetricMatch: (one: object) => boolean };
	return meant.filter(({ field }) => !matches.asymmetricMatch(field)).map(({ path }) => path);
}

test("U-04, U-16: action texts are unique and have no articles, and operation names don't repeat the resource", () => {
	const actions = operations.map(({ operation }) => operation.action);
	expect(actions).toEqual([...new Set(actions)]);
	expect(actions.filter((text) => /\b(a|an|the)\b/i.test(text))).toEqual([]);
	const repeating = operations.filter(({ operation, resource }) =>
		operation.name.includes(resource.name),
	);
	expect(repeating.map(({ title }) => title)).toEqual([]);
});

test("U-03: the descriptions of Get and Get Many start with the words of n8n's guidelines", () => {
	const start = { Get: /^Retrieve an? /, 'Get Many': /^Retrieve a list of / };
	const reading = operations.flatMap(({ title, operation: { name, description } }) =>
		name in start ? [{ title, description, start: start[name as keyof typeof start] }] : [],
	);
	expect(reading).not.toEqual([]);
	expect(reading.filter((one) => !one.start.test(one.description))).toEqual([]);
});

test('U-06, U-07: record fields offer a list first, and link fields also accept a short URL', () => {
	const isLocator = ({ type }: INodeProperties) => type === 'resourceLocator';
	const list = expect.objectContaining({ mode: 'list' }) as object;
	expect(brokenIn(isLocator, { default: list })).toEqual([]);
	const locators = places.map(({ field }) => field).filter(isLocator);
	const getModes = ({ modes }: INodeProperties) =>
		(modes as INodePropertyMode[]).map((m) => m.name);
	expect(locators.filter((field) => getModes(field)[0] !== 'list')).toEqual([]);
	const links = locators.filter(({ name }) => name === 'linkId');
	expect(links.filter((field) => !getModes(field).includes('url'))).toEqual([]);
	// An idempotency key isn't the key of a record, because the user makes it up.
	const isId = ({ name, required }: INodeProperties) =>
		required === true && /(Id|(?<!idempotency)Key)$/.test(name);
	expect(action.properties.filter((field) => isId(field) && !isLocator(field))).toEqual([]);
});

test('U-08: fields that the trigger shares with action nodes have the same label', () => {
	const getLabels = (name: string) =>
		new Map(
			places
				// Skip the filters of Wait for Event, because they are the same as the trigger's.
				.filter(({ path }) => path.startsWith(`${name}.`) && !path.startsWith('action.filters.'))
				.map(({ field }) => [field.name, field.displayName]),
		);
	const [own, others] = [getLabels('trigger'), getLabels('action')];
	const shared = [...own].filter(([name]) => others.has(name) && name !== 'events');
	// The trigger takes IDs as text, so its labels contain "ID"; its alias is labeled as the alias of a link.
	const expected = shared.map(([name]) => {
		const label = others.get(name)!;
		return [name, name === 'alias' ? `Link ${label}` : name.endsWith('Id') ? `${label} ID` : label];
	});
	expect(shared).toEqual(expected);
	expect(shared).not.toEqual([]);
});

test('U-10: every delete operation returns deleted: true', () => {
	const deletions = operations.filter(({ value }) => value === 'delete');
	for (const { title, operation } of deletions)
		expect([title, operation]).toMatchObject([title, { route: expect.stringMatching(/^DELETE /) }]);
});

test('U-11, U-12: operations that return more than ten fields let users simplify the output or select fields', () => {
	const getFields = (title: string) => {
		const file = readFileSync(join(SCHEMA_FOLDER, 'v1.0.0', `${title}.json`), 'utf8');
		return Object.keys((JSON.parse(file) as { properties: object }).properties);
	};
	// n8n's rule counts the fields that the endpoint returns, not the fields that the node adds.
	const added = ['linkId', 'isLikelyBot', 'botReason'];
	const getDetails = ({ fields }: Operation) => fields.flatMap(({ details = [] }) => details);
	const long = operations.filter(({ title, operation }) => {
		const returned = getFields(title).filter((name) => !added.includes(name));
		return returned.length + getDetails(operation).length > 10;
	});
	expect(long).not.toEqual([]);
	const simplifying = operations.filter(({ operation }) =>
		operation.fields.some(({ name }) => name === 'outputFields'),
	);
	const getTitles = (some: typeof long) => some.map(({ title }) => title);
	expect(getTitles(simplifying)).toEqual(getTitles(long));
	for (const { title, operation } of long) {
		const details = getDetails(operation);
		const known = getFields(title);
		const byName = new Map(operation.fields.map((field) => [field.name, field]));
		expect(byName.get('output')).toMatchObject({ displayName: 'Output', default: 'simplified' });
		const offered = getEntries(byName.get('outputFields')!).map(({ value }) => value);
		expect(['id', ...offered]).toEqual(expect.arrayContaining(known));
		expect(known.filter((name) => details.includes(name))).toEqual([]);
		expect(known.length).toBeLessThanOrEqual(10);
	}
});

test('operations that delete, reveal secrets or can lock users out come last in the menu, and their action texts say so', () => {
	const says = /permanently|reveal|password/;
	const dangerous = operations.filter(
		({ operation }) =>
			/\b(delete|remove|shown only once|lock)\b/i.test(operation.description) ||
			('route' in operation && operation.route.startsWith('DELETE')),
	);
	expect(dangerous.map(({ title }) => title)).toEqual(
		expect.arrayContaining(['link/delete', 'webhook/delete', 'legacyAccount/update']),
	);
	const silent = dangerous.filter(({ operation }) => !says.test(operation.action));
	expect(silent.map(({ title }) => title)).toEqual([]);
	for (const resource of resources) {
		const actions = Object.values(resource.operations).map((operation) => operation.action);
		const first = actions.findIndex((text) => says.test(text));
		expect(actions.slice(first).filter((text) => first >= 0 && !says.test(text))).toEqual([]);
	}
});

test('the label of a number that measures something names the unit', () => {
	const names = new Set(places.map(({ field }) => field.name));
	const measures = places.filter(
		({ field: { name, type } }) =>
			type === 'number' &&
			/(age|delay|interval|size|timeout|wait)$/i.test(name) &&
			name !== 'batchSize',
	);
	expect(measures).not.toEqual([]);
	const unit = / \((Seconds|Minutes|Hours|Days|Pixels)\)$/;
	expect(measures.filter(({ field }) => !unit.test(field.displayName))).toEqual([]);
	// The unit of an amount is in a separate field.
	const amounts = [...names].filter((name) => name.endsWith('Amount'));
	expect(amounts.filter((name) => !names.has(name.replace(/Amount$/, 'Unit')))).toEqual([]);
});

test("U-15: placeholders start with 'e.g.', and those of collections with 'Add'", () => {
	const isWrong = ({ placeholder }: { placeholder?: string }, start: string) =>
		placeholder !== undefined && !placeholder.startsWith(start);
	const wrong = places.filter(({ field }) =>
		field.type.toLowerCase().endsWith('collection')
			? isWrong({ placeholder: '', ...field }, 'Add ')
			: [field, ...(field.modes ?? [])].some((one) => isWrong(one, 'e.g. ')),
	);
	expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('Include Input Fields is hidden if a node is used as an AI tool', () => {
	const displayOptions = expect.objectContaining({ hide: { '@tool': [true] } }) as object;
	expect(brokenIn(({ name }) => name === 'includeInputFields', { displayOptions })).toEqual([]);
});

/** Other names that messages contain: fields of an output or of a JSON value, and settings of n8n and of its nodes. */
const OTHER_NAMES = [
	'Authentication',
	'blocksFailed',
	'content',
	'input',
	'On Error',
	'targetUrl',
	'type',
];

test('every "Resource > Operation" in the docs and messages exists in the menus', () => {
	// Skip resources with brackets in their names, because only menus show such names.
	const resources = getResources().filter(({ name }) => /^[\w ]+$/.test(name));
	const names = new Map(resources.map(({ name, operations: all }) => [name, all]));
	const sources = globSync('{README.md,{nodes,credentials,docs,examples}/**/*.{ts,md,json}}')
		.filter((path) => !path.startsWith('docs/reference'))
		.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
	const places = new RegExp(`(?<![\\w(] ?)(${[...names.keys()].join('|')}) > (.{1,40})`, 'g');
	const found = sources.flatMap(({ path, text }) =>
		[...text.matchAll(places)].map(([, resource, rest]) => ({ path, resource, rest })),
	);
	expect(found.length).toBeGreaterThan(40);
	const isThere = ({ resource, rest }: (typeof found)[number]) =>
		Object.values(names.get(resource)!).some(({ name }) => rest.startsWith(name));
	expect(found.filter((one) => !isThere(one))).toEqual([]);
});

test('U-18: every text in single quotes is the name of a field or option', () => {
	const labels = new Set([
		...places.flatMap(({ field: { displayName, options = [] } }) => [
			displayName,
			...options.map(({ name }) => name),
		]),
		...OTHER_NAMES,
	]);
	const quoted = texts.flatMap(({ path, text }) =>
		[...text.matchAll(/(?<!\w)'([^']+)'(?!\w)/g)].map(([, name]) => ({ path, name })),
	);
	expect(quoted).not.toEqual([]);
	expect(quoted.filter(({ name }) => !labels.has(name))).toEqual([]);
});

test('U-21: texts for users avoid the words error, problem, failure and mistake', () => {
	const words = /\b(errors?|problems?|failures?|mistakes?)\b/i;
	// Two names are allowed: Error Correction belongs to QR codes, and 'On Error' is a setting of n8n.
	const wrong = texts.filter(({ text }) =>
		words.test(text.replace(/Error Correction|'On Error'/g, '')),
	);
	expect(wrong).toEqual([]);
});

test('U-22: required fields come first, and optional fields are in one collection', () => {
	const names = ['additionalFields', 'updateFields', 'filters'];
	const wrong = operations.filter(({ operation: { fields } }) => {
		const from = fields.findIndex(({ name }) => names.includes(name));
		const rest = from < 0 ? [] : fields.slice(from + 1);
		return rest.some(({ name, required }) => required || names.includes(name));
	});
	expect(wrong.map(({ title }) => title)).toEqual([]);
});

test('U-23: each field is shown only for the operations that use it', () => {
	const common = action.properties.filter(({ displayOptions }) => !displayOptions?.show?.operation);
	expect(new Set(common.map(({ name }) => name))).toEqual(new Set(['resource', 'operation']));
});

test("U-24: n8n's node panel can list the events, because 'Trigger On' has static options", () => {
	const events = trigger.properties.find(({ displayName }) => displayName === 'Trigger On')!;
	expect(events).toMatchObject({ name: 'events', type: 'multiOptions' });
	const silent = getEntries(events).filter(
		({ action: entry = '', description }) => !/^On [a-zA-Z ]+$/.test(entry) || !description,
	);
	expect(silent).toEqual([]);
});

test('U-25, U-26: node names omit the word node, and subtitles show parameters', () => {
	for (const { displayName, subtitle, defaults } of nodes) {
		expect(displayName).not.toMatch(/\bnode\b/i);
		expect(subtitle).toMatch(/^=.*\$parameter/);
		expect(defaults.name).toBe(displayName);
	}
});

test('U-27, U-28: fields for dates, colors and JSON have the matching field type', () => {
	expect(
		brokenIn(({ name }) => /^(expiry|from|to|date)$/i.test(name), { type: 'dateTime' }),
	).toEqual([]);
	const color = { type: 'color', displayName: expect.stringMatching(/\bColor$/) };
	expect(brokenIn(({ name }) => /color|ground/i.test(name), color)).toEqual([]);
	const isJson = ({ description = '' }: INodeProperties) => /as a JSON object/.test(description);
	expect(brokenIn(isJson, { type: 'json' })).toEqual([]);
});

test("U-29: fields for files have n8n's usual labels", () => {
	const labels = {
		binaryPropertyName: 'Output Data Field Name',
		inputDataFieldName: 'Input Data Field Name',
	};
	for (const [name, displayName] of Object.entries(labels))
		expect(brokenIn((field) => field.name === name, { displayName })).toEqual([]);
});

test('U-32: fields with the same internal name have the same type, so that values survive a change of operation', () => {
	const pairs = new Set(action.properties.map(({ name, type }) => `${name}: ${type}`));
	expect(pairs.size).toBe(new Set(action.properties.map(({ name }) => name)).size);
});

test('U-36: every node has a .node.json file with its categories and its documentation URL', () => {
	for (const { name } of nodes) {
		const file = `${name[0].toUpperCase()}${name.slice(1)}.node.json`;
		expect(JSON.parse(readFileSync(join(folder, file), 'utf8'))).toMatchObject({
			node: `n8n-nodes-linkplatform.${name}`,
			// These categories are in n8n's fixed list; with other categories, n8n's node panel may omit the node.
			categories: ['Marketing & Content', 'Analytics'],
			resources: { primaryDocumentation: [{ url: expect.stringMatching(/^https:/) }] },
		});
	}
});

const getAliases = (name: string) => {
	const json = readFileSync(join(folder, `${name}.node.json`), 'utf8');
	return (JSON.parse(json) as { alias: string[] }).alias;
};

test("n8n's node panel finds the shared entry of action node and trigger by the main events", () => {
	expect(nodes.find(({ name }) => name === 'linkPlatform')?.description).toBe(trigger.description);
	// The panel searches only the action node's aliases. Each alias is part of the search results that n8n gives an AI.
	const shared = getAliases('LinkPlatform').filter((alias) =>
		getAliases('LinkPlatformTrigger').includes(alias),
	);
	expect(shared).toEqual(['Link clicked', 'New purchase', 'QR code scanned']);
});
