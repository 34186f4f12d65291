/** n8n's guidelines for what users read and click, over all that is built: see docs/maintainers/ux-guidelines.md. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import ts from 'typescript';
import { createBuiltInstance, getResources } from '../../tools/built.mts';
import { getOutputSchemas, TRIGGER } from '../../tools/docs/outputSchemas.mts';

const folder = 'nodes/LinkPlatform';
const action = createBuiltInstance<INodeType>(`${folder}/LinkPlatform.node`).description;
const trigger = createBuiltInstance<INodeType>(`${folder}/LinkPlatformTrigger.node`).description;
const credential = createBuiltInstance<ICredentialType>('credentials/LinkPlatformApi.credentials');
const resources = getResources();

interface Place {
	path: string;
	field: INodeProperties;
}
const isEntry = (option: object): option is INodePropertyOptions => 'value' in option;
/** A field and all below it. */
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
const within = (list: INodeProperties[], name: string) =>
	list.flatMap((field) => getPlaces(field, name));
const places = [
	...within(action.properties, 'action'),
	...within(trigger.properties, 'trigger'),
	// The hidden ones are the twins of those under 'Advanced'.
	...within(
		credential.properties.filter(({ type }) => type !== 'hidden'),
		'credential',
	),
];
const getEntries = ({ options = [] }: INodeProperties) =>
	(options as INodePropertyOptions[]).filter(isEntry);
const operations = resources.flatMap((resource) =>
	Object.entries(resource.operations).map(([value, operation]) => ({
		entry: { ...operation, value },
		resource,
		title: `${resource.value}/${value}`,
		operation,
	})),
);
/** Everything to read beside a name, with where it is. */
const texts = [
	...places.flatMap(({ path, field: { description, hint, modes = [] } }) =>
		[description, hint, ...modes.map((mode) => mode.hint)].map((text) => ({ path, text })),
	),
	...places.flatMap(({ path, field }) =>
		getEntries(field).map(({ name, description }) => ({
			path: `${path}.${name}`,
			text: description,
		})),
	),
	{ path: 'action', text: action.description },
	{ path: 'trigger', text: trigger.description },
].filter((one): one is { path: string; text: string } => one.text !== undefined);

/** The places where something is not as it should be, for a message that shows all of them. */
const breaking = <T,>(list: T[], isFine: (one: T) => boolean, show: (one: T) => string) => {
	expect(list.length).toBeGreaterThan(0);
	return list.filter((one) => !isFine(one)).map(show);
};
const brokenPlaces = (list: Place[], isFine: (field: INodeProperties) => boolean) =>
	breaking(
		list,
		({ field }) => isFine(field),
		({ path }) => path,
	);
const ofType = (...types: string[]) => places.filter(({ field }) => types.includes(field.type));

test('U-01: what is secret is masked', () => {
	const secret = places.filter(
		({ field: { name, type } }) => type === 'string' && /password|secret|apiKey|token/i.test(name),
	);
	expect(brokenPlaces(secret, ({ typeOptions }) => typeOptions?.password === true)).toEqual([]);
});

test('U-02: first the resource, then the operation, neither by expression', () => {
	const names = action.properties.map(({ name }) => name);
	expect(names.slice(0, 2)).toEqual(['resource', 'operation']);
	const menus = action.properties.filter(({ name }) => ['resource', 'operation'].includes(name));
	expect(menus).toHaveLength(1 + resources.length);
	expect(menus.every(({ noDataExpression }) => noDataExpression === true)).toBe(true);
});

test('U-03, U-05: the usual operations have their usual names', () => {
	const usual = new Map(
		Object.entries({
			create: 'Create',
			upsert: 'Create or Update',
			delete: 'Delete',
			get: 'Get',
			getAll: 'Get Many',
			update: 'Update',
		}),
	);
	const named = operations.filter(({ entry }) => usual.has(String(entry.value)));
	const isFine = ({ entry }: (typeof operations)[0]) =>
		usual.get(String(entry.value)) === entry.name;
	expect(breaking(named, isFine, ({ title }) => title)).toEqual([]);
});

test('U-04: no operation repeats its resource', () => {
	const isFine = ({ entry, resource }: (typeof operations)[0]) =>
		!entry.name.includes(resource.name);
	expect(breaking(operations, isFine, ({ title }) => title)).toEqual([]);
});

test('U-06, U-07: a record is picked from a list first; a link also by its short URL', () => {
	const getModes = ({ modes = [] }: INodeProperties) => modes.map(({ name }) => name);
	const locators = ofType('resourceLocator');
	const startsWithList = (field: INodeProperties) => {
		const [first] = field.modes as INodePropertyMode[];
		const { mode } = field.default as { mode: string };
		return first.name === 'list' && first.displayName === 'From List' && mode === 'list';
	};
	expect(brokenPlaces(locators, startsWithList)).toEqual([]);
	const ids = action.properties.filter(({ name, required }) => required && /(Id|Key)$/.test(name));
	expect(ids.filter(({ type }) => type !== 'resourceLocator')).toEqual([]);
	const links = locators.filter(({ field }) => field.name === 'linkId');
	expect(brokenPlaces(links, (field) => getModes(field).includes('url'))).toEqual([]);
});

test('U-08: what both nodes have is called the same', () => {
	const labels = (name: string) =>
		new Map(
			places
				// Wait for Event has the trigger's own filters.
				.filter(({ path }) => path.startsWith(`${name}.`) && !path.startsWith('action.filters.'))
				.map(({ field }) => [field.name, field.displayName]),
		);
	const [own, others] = [labels('trigger'), labels('action')];
	const shared = [...own].filter(([name]) => others.has(name));
	// The trigger takes IDs as text, and says so; which events, it calls by n8n's name for that.
	const expected = shared.map(([name]) => {
		const label = others.get(name)!;
		if (name.endsWith('Id')) return [name, `${label} ID`];
		if (name === 'alias') return [name, `Link ${label}`];
		return [name, name === 'events' ? 'Trigger On' : label];
	});
	expect(others.get('events')).toBe('Event Names or IDs');
	expect(own.get('otherEvents')).toBe('More Event Names or IDs');
	expect(shared).toEqual(expected);
	expect(shared.length).toBeGreaterThan(5);
});

test('U-09: filters are in a collection of that name', () => {
	const filters = action.properties.filter(({ name }) => name === 'filters');
	expect(filters.length).toBeGreaterThan(0);
	expect(
		filters.every(({ type, displayName }) => [type, displayName].join() === 'collection,Filters'),
	).toBe(true);
});

test('U-10: a deletion says so', () => {
	const deletions = operations.filter(({ entry }) => entry.value === 'delete');
	const isFine = ({ operation }: (typeof operations)[0]) =>
		'route' in operation && operation.response?.as === 'deleted';
	expect(breaking(deletions, isFine, ({ title }) => title)).toEqual([]);
});

test('U-11, U-12: a record of more than ten fields can be simplified, or chosen from', async () => {
	const schemas = await getOutputSchemas(process.cwd());
	schemas.delete(TRIGGER);
	const getFields = (title: string) =>
		Object.keys((schemas.get(title) as unknown as { shape?: object }).shape ?? {});
	const long = operations.filter(({ title }) => getFields(title).length > 10);
	expect(long.length).toBeGreaterThan(0);
	const chooses = operations.filter(({ operation }) =>
		operation.fields.some(({ name }) => name === 'simplify'),
	);
	expect(chooses).toEqual(long);
	for (const { title, operation } of long) {
		const named = (name: string) => operation.fields.find((field) => field.name === name)!;
		expect(named('simplify')).toMatchObject({
			displayName: 'Simplify',
			type: 'boolean',
			// What came out before there was a choice still does.
			default: false,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		});
		expect(named('output')).toMatchObject({ displayName: 'Output', default: 'simplified' });
		const outputs = getEntries(named('output')).map(({ name }) => name);
		expect(outputs).toEqual(['Raw', 'Selected Fields', 'Simplified']);
		const offered = getEntries(named('outputFields')).map(({ value }) => value);
		expect(['id', ...offered].toSorted()).toEqual(getFields(title).toSorted());
		const { details = [] } = operation;
		const left = getFields(title).filter((name) => !details.includes(name));
		expect(left.length).toBeLessThanOrEqual(10);
		expect(left.length).toBeLessThan(getFields(title).length);
	}
});

test('what deletes, reveals or locks out says so in its action, and stands last in its menu', () => {
	const isDangerous = ({ entry, operation }: (typeof operations)[0]) =>
		/\b(delete|remove|shown only once|lock)\b/i.test(entry.description!) ||
		('route' in operation && operation.route.startsWith('DELETE'));
	const dangerous = operations.filter(isDangerous).map(({ title }) => title);
	expect(dangerous).toEqual(
		expect.arrayContaining(['link/delete', 'webhook/cleanUp', 'legacyAccount/update']),
	);
	const says = /permanently|reveal|password/;
	const all = operations.filter(
		({ title, entry }) => dangerous.includes(title) || says.test(entry.action),
	);
	expect(all.map(({ title }) => title)).toEqual(
		expect.arrayContaining([...dangerous, 'apiKey/create', 'account/changePassword']),
	);
	expect(
		breaking(
			all,
			({ entry }) => says.test(entry.action),
			({ title }) => title,
		),
	).toEqual([]);
	const isLast = ({ resource, entry }: (typeof operations)[0]) => {
		const menu = Object.values(resource.operations);
		const after = menu.slice(Object.keys(resource.operations).indexOf(entry.value));
		return after.every(({ action }) => says.test(action));
	};
	expect(breaking(all, isLast, ({ title }) => title)).toEqual([]);
});

test('resources stand in the order of their use, legacy ones last', () => {
	const names = resources.map(({ name }) => name);
	expect(names.slice(0, 6)).toEqual([
		'Link',
		'QR Code',
		'Analytics',
		'Campaign',
		'Bio Page',
		'Bio Block',
	]);
	const legacy = ['Campaign (Legacy)', 'Domain (Legacy)', 'Account (Legacy)'];
	expect(names.slice(-3)).toEqual(legacy);
	expect(names.filter((name) => /legacy/i.test(name))).toEqual(legacy);
});

const ACRONYMS = /\b(API|CTA|QR|URL|ID|DNS|AI|IP)\b/g;

test('U-13: names in title case, descriptions and actions in sentence case', () => {
	const small = /^(a|an|and|as|by|for|from|in|of|on|or|over|the|to|with)$/;
	const isTitle = (name: string) =>
		name.split(/[ /(-]/).every((word, at) => !/^[a-z]/.test(word) || (at > 0 && small.test(word)));
	const names = places.flatMap(({ path, field }) => [
		{ path, name: field.type === 'notice' ? '' : field.displayName },
		...getEntries(field).map(({ name }) => ({ path, name })),
	]);
	expect(
		breaking(
			names,
			({ name }) => isTitle(name),
			(one) => `${one.path}: ${one.name}`,
		),
	).toEqual([]);
	const isSentence = (text: string) => /^[A-Z"'=]/.test(text);
	expect(
		breaking(
			texts,
			({ text }) => isSentence(text),
			({ path }) => path,
		),
	).toEqual([]);
	const words = operations.map(({ entry }) => entry.action.replace(ACRONYMS, 'X'));
	expect(breaking(words, (text) => /^[A-Z][a-z]+( [a-z]+s?| Xs?)*$/.test(text), String)).toEqual(
		[],
	);
});

test('U-14: one spelling, and one word for one thing', () => {
	const all = [...texts.map(({ text }) => text), ...places.map(({ field }) => field.displayName)];
	const others = /colour|bio profile|shortlink|deeplink|endpoint|the service|quiet zone|modules/i;
	expect(breaking(all, (text) => !others.test(text), String)).toEqual([]);
	const labels = places.flatMap(({ field }) => [
		field.displayName,
		...getEntries(field).map(({ name }) => name),
	]);
	const replaced = /\b(slug|short code|platforms?|granularity|referrers?)\b/i;
	const isPlain = (label: string) => !replaced.test(label.replaceAll('Link Platform', ''));
	expect(breaking(labels, isPlain, String)).toEqual([]);
});

test('what is measured names its unit in the label', () => {
	const measured = places.filter(({ field }) => /^(maxAge|size|imageSize)$/.test(field.name));
	expect(
		brokenPlaces(measured, ({ displayName }) => / \((Hours|Pixels)\)$/.test(displayName)),
	).toEqual([]);
});

test('U-15: placeholders are examples, and say so', () => {
	const given = places.flatMap(({ path, field }) => [
		{ path, type: field.type, text: field.placeholder },
		...(field.modes ?? []).map(({ placeholder: text }) => ({ path, type: 'mode', text })),
	]);
	const isFine = ({ type, text }: (typeof given)[0]) =>
		text === undefined || text.startsWith(type.endsWith('ollection') ? 'Add ' : 'e.g. ');
	expect(breaking(given, isFine, ({ path }) => path)).toEqual([]);
	const collections = ofType('collection', 'fixedCollection');
	expect(brokenPlaces(collections, ({ placeholder }) => placeholder !== undefined)).toEqual([]);
});

test('U-16: actions have no articles, and name their resource', () => {
	const isPlain = ({ entry }: (typeof operations)[0]) => !/\b(a|an|the)\b/i.test(entry.action);
	expect(breaking(operations, isPlain, ({ title }) => title)).toEqual([]);
	const namesIt = ({ entry, resource }: (typeof operations)[0]) => {
		// Analytics are told of links and campaigns.
		const { name } = resource;
		const what =
			name === 'Analytics' ? 'link|campaign' : name.replace(/(.+) \(Legacy\)/, 'Legacy $1');
		return new RegExp(`\\b(${what})s?\\b`, 'i').test(entry.action);
	};
	expect(breaking(operations, namesIt, ({ title }) => title)).toEqual([]);
	const actions = operations.map(({ entry }) => entry.action);
	expect(actions).toEqual([...new Set(actions)]);
});

test('U-17: a description says more than the name', () => {
	const plain = (text: string) => text.toLowerCase().replace(/\b(the|a|an|of)\b|\W/g, '');
	const described = places.filter(({ field }) => field.description !== undefined);
	expect(
		brokenPlaces(
			described,
			({ displayName, description }) => plain(displayName) !== plain(description!),
		),
	).toEqual([]);
	const says = ({ entry: { name, description = '' } }: (typeof operations)[0]) =>
		/\w \w/.test(description) && plain(name) !== plain(description);
	expect(breaking(operations, says, ({ title }) => title)).toEqual([]);
});

test('U-18: what stands in single quotes is the name of a field', () => {
	const labels = new Set(places.map(({ field }) => field.displayName));
	const quoted = texts.flatMap(({ path, text }) =>
		[...text.matchAll(/(?<!\w)'([^']+)'(?!\w)/g)].map(([, name]) => ({ path, name })),
	);
	expect(
		breaking(
			quoted,
			({ name }) => labels.has(name),
			(one) => `${one.path}: ${one.name}`,
		),
	).toEqual([]);
});

test('U-19: booleans say whether', () => {
	expect(
		brokenPlaces(ofType('boolean'), ({ description = '' }) => description.startsWith('Whether ')),
	).toEqual([]);
});

/** The texts that the package's code holds: what looks like a sentence or a part of one. */
function textsInCode(): Array<{ file: string; text: string }> {
	const files = ts.sys
		.readDirectory('nodes', ['.ts'])
		.concat(ts.sys.readDirectory('credentials', ['.ts']));
	return files.flatMap((file) => {
		const found: Array<{ file: string; text: string }> = [];
		const visit = (node: ts.Node) => {
			if (
				ts.isStringLiteralLike(node) ||
				ts.isTemplateHead(node) ||
				ts.isTemplateMiddleOrTemplateTail(node)
			) {
				if (/\w \w/.test(node.text)) found.push({ file, text: node.text });
			}
			ts.forEachChild(node, visit);
		};
		visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
		return found;
	});
}

/** Of QR codes, and of n8n's own setting. */
const NAMES = /Error Correction|'On Error'/g;

test('U-21: no text speaks of an error, problem, failure or mistake', () => {
	const isFine = ({ text }: { text: string }) =>
		!/\b(errors?|problems?|failures?|mistakes?)\b/i.test(text.replace(NAMES, ''));
	const show = ({ file, text }: { file: string; text: string }) => `${file}: ${text}`;
	expect(breaking(textsInCode(), isFine, show)).toEqual([]);
	const read = texts.map(({ path, text }) => ({ file: path, text }));
	expect(breaking(read, isFine, show)).toEqual([]);
});

/** Menus by use: what is chosen most comes first, what is dangerous last. */
const BY_USE = ['resource', 'operation', 'events', 'preset', 'granularity', 'itemType'];

test('U-22: what is required comes first, what is optional in one collection, by the alphabet', () => {
	const optional = ['additionalFields', 'updateFields', 'filters'];
	const isFine = ({ operation }: (typeof operations)[0]) => {
		const collections = operation.fields.filter(({ name }) => optional.includes(name));
		const from = operation.fields.findIndex(({ name }) => optional.includes(name));
		const isLast = from < 0 || operation.fields.slice(from).every(({ required }) => !required);
		return collections.length <= 1 && isLast;
	};
	expect(breaking(operations, isFine, ({ title }) => title)).toEqual([]);
	const isSorted = (names: string[]) =>
		names.every((name, at) => at === 0 || names[at - 1].localeCompare(name) <= 0);
	const getFieldLabels = ({ options = [] }: INodeProperties) =>
		(options as Array<{ name: string; displayName?: string }>).map(
			(option) => option.displayName ?? option.name,
		);
	const lists = ofType('collection', 'options', 'multiOptions').filter(
		({ field }) => !BY_USE.includes(field.name),
	);
	expect(brokenPlaces(lists, (field) => isSorted(getFieldLabels(field)))).toEqual([]);
});

test('U-23: each field shows only with the operations that have it', () => {
	const common = action.properties.filter(({ displayOptions }) => !displayOptions?.show?.operation);
	expect(common.map(({ name }) => name).filter((name) => name !== 'operation')).toEqual([
		'resource',
	]);
});

test('U-24 to U-26: names and subtitles of the nodes', () => {
	// So n8n's editor finds the events for its node panel, where each has an entry that starts a workflow with it.
	const events = trigger.properties.find(({ displayName }) =>
		['event', 'events', 'trigger on'].includes(displayName.toLowerCase()),
	)!;
	expect(events).toMatchObject({ displayName: 'Trigger On', name: 'events', type: 'multiOptions' });
	expect(getEntries(events)).toHaveLength(15);
	expect(getEntries(events).at(-1)).toMatchObject({ name: 'All Events', value: 'all' });
	const isTold = ({ action: entry = '', description }: INodePropertyOptions) =>
		/^On [a-zA-Z ]+$/.test(entry) && description !== undefined;
	expect(breaking(getEntries(events), isTold, ({ name }) => name)).toEqual([]);
	expect(trigger.displayName).toBe(`${action.displayName} Trigger`);
	for (const { displayName, subtitle, defaults } of [action, trigger]) {
		expect(displayName).not.toMatch(/\bnode\b/i);
		expect(subtitle).toMatch(/^=.*\$parameter/);
		expect(defaults.name).toBe(displayName);
	}
});

test('U-27, U-28: dates and JSON have fields of their type', () => {
	const dates = places.filter(({ field }) => /^(expiry|from|to|date)$/i.test(field.name));
	expect(brokenPlaces(dates, ({ type }) => type === 'dateTime')).toEqual([]);
	const colours = places.filter(({ field }) => /colou?r|ground/i.test(field.name));
	expect(brokenPlaces(colours, ({ type }) => type === 'color')).toEqual([]);
	const json = places.filter(({ field: { description = '' } }) =>
		/as a JSON object/.test(description),
	);
	expect(brokenPlaces(json, ({ type }) => type === 'json')).toEqual([]);
});

test('U-29: fields for files have their usual names', () => {
	const usual = {
		binaryPropertyName: 'Output Data Field Name',
		inputDataFieldName: 'Input Data Field Name',
	};
	const files = places.filter(({ field }) => field.name in usual);
	const isFine = ({ name, displayName }: INodeProperties) =>
		usual[name as keyof typeof usual] === displayName;
	expect(brokenPlaces(files, isFine)).toEqual([]);
	expect(new Set(files.map(({ field }) => field.name)).size).toBe(2);
});

test('U-30: nothing is called *', () => {
	const entries = places.flatMap(({ path, field }) =>
		getEntries(field).map((entry) => ({ path, entry })),
	);
	const isFine = ({ entry }: (typeof entries)[0]) =>
		entry.value !== '*' && !entry.name.includes('*');
	expect(breaking(entries, isFine, ({ path }) => path)).toEqual([]);
});

test('U-31: few notices, and a full stop only after several sentences', () => {
	expect(ofType('notice').length).toBeLessThanOrEqual(2);
	const plain = (text: string) => text.replace(/e\.g\. /g, '').replace(/<[^>]+>/g, '');
	const isFine = ({ text }: { text: string }) =>
		plain(text).endsWith('.') === /[.!?] [A-Z']/.test(plain(text));
	expect(breaking(texts, isFine, ({ path, text }) => `${path}: ${text}`)).toEqual([]);
});

test('U-32: one internal name means one type of field, so that values survive a switch', () => {
	const types = new Map<string, Set<string>>();
	for (const { name, type } of action.properties) {
		types.set(name, (types.get(name) ?? new Set()).add(type));
	}
	const isFine = ([, found]: [string, Set<string>]) => found.size === 1;
	expect(breaking([...types], isFine, ([name]) => name)).toEqual([]);
});

interface Codex {
	node: string;
	resources: { primaryDocumentation: Array<{ url: string }> };
}

test('U-36, U-37: both nodes can be found, and have an icon for light and dark', () => {
	for (const { name, icon } of [action, trigger]) {
		const file = `${name[0].toUpperCase()}${name.slice(1)}.node.json`;
		const codex = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Codex;
		expect(codex.node).toBe(`n8n-nodes-linkplatform.${name}`);
		expect(codex.resources.primaryDocumentation[0].url).toMatch(/^https:/);
		const { light, dark } = icon as { light: string; dark: string };
		for (const one of [light, dark]) {
			expect(one).toMatch(/^file:.*\.svg$/);
			expect(existsSync(join(dirname(join('dist', folder, 'x')), one.slice('file:'.length)))).toBe(
				true,
			);
		}
		expect(dark).not.toBe(light);
	}
});
