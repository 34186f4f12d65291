/**
 * Generates the reference in docs/reference, with a page for each resource and one for the triggers, from the nodes'
 * descriptions and output.
 */
import { join } from 'node:path';
import type {
	IDisplayOptions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import type { EVENTS as Events } from '../../nodes/LinkPlatform/events/events.ts';
import type { toSampleItem as ToSampleItem } from '../../nodes/LinkPlatform/events/samples.ts';
import {
	type OfferedResource,
	createBuiltInstance,
	getBuiltModule,
	getResources,
} from '../built.mts';
import { toEndpoint, getHeading, getReferencePage, getRoutes } from './operations.mts';
import { type Items, toExample } from './outputs.mts';

export const REFERENCE_FOLDER = join('docs', 'reference');

const TRIGGER_FILE = 'trigger.md';
/** The reference page that the trigger's panel in n8n links to. */
export const TRIGGER_PAGE = join(REFERENCE_FOLDER, TRIGGER_FILE);

/** Returns the reference pages by their path inside the package, with examples taken from `outputs`. */
export function createReferencePages(outputs: Items) {
	const resources = getResources();
	const [trigger, polling] = ['LinkPlatformTrigger', 'LinkPlatformPollingTrigger'].map(
		(name) => createBuiltInstance<INodeType>(`nodes/LinkPlatform/${name}.node`).description,
	);
	const pages = new Map([
		['README.md', indexPage(resources)],
		...[...Map.groupBy(resources, getReferencePage)].map(
			([name, offered]) => [name, resourcesPage(offered, outputs)] as [string, string],
		),
		[TRIGGER_FILE, triggersPage(trigger, polling)],
	]);
	return new Map([...pages].map(([name, text]) => [join(REFERENCE_FOLDER, name), text]));
}

function page(title: string, ...parts: string[]) {
	return `# ${title}\n\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function indexPage(resources: OfferedResource[]) {
	return page(
		'Reference',
		'Every operation with its requests, fields and output. These pages are made from the node itself, so they always fit the version that they come with.',
		'A star marks a field that must be filled in. The words in `code style` are the names that expressions and workflow files use. Outputs are real responses of the [sandbox](../../packages/sandbox/README.md). Your Link Platform may send more fields, which are passed on as they come. Long lists are cut to two entries.',
		...[...Map.groupBy(resources, ({ nodeLabel }) => nodeLabel)].flatMap(([label, offered]) => [
			`## ${label}`,
			table(['Resource', 'Operation', 'What it does'], offered.flatMap(toMenuRows)),
		]),
		'## Triggers',
		`[Fields of Link Platform Trigger and Link Platform Polling Trigger, and a sample of each event](${TRIGGER_FILE})`,
		'## Key scopes',
		'An API key can be limited to scopes such as `qr:read` and `qr:write`; a key without scopes has full access. The API documents give only these two examples, and do not say which scope an operation needs: your account shows the ones it offers. They name no scopes for the legacy API.',
	);
}

function toMenuRows(resource: OfferedResource) {
	const page = getReferencePage(resource);
	return Object.values(resource.operations).map(({ name, description }, index) => [
		index === 0 ? `**[${resource.name}](${page})**` : '',
		`[${name}](${page}#${toAnchor(getHeading(resource, name))})`,
		description,
	]);
}

function resourcesPage(resources: OfferedResource[], outputs: Items) {
	const names = resources.map(({ name }) => name);
	const [{ nodeLabel }] = resources;
	const what = names.length > 1 ? 'Resources' : 'A resource';
	return page(
		names.length > 2 ? 'More resources of the legacy API' : names.join(' and '),
		`${what} of **${nodeLabel}**. All pages: [Reference](README.md).`,
		...resources.flatMap((resource) => operationSections(resource, outputs)),
	);
}

function operationSections(resource: OfferedResource, outputs: Items) {
	return Object.entries(resource.operations).flatMap(([value, operation]) => {
		const items = outputs.get(`${resource.value}/${value}`)!;
		return [
			`## ${getHeading(resource, operation.name)}`,
			sentence(operation.description),
			table(
				['Request'],
				getRoutes(operation).map((route) => [`\`${toEndpoint(route)}\``]),
			),
			getRoutes(operation).length > 1 ? 'Only the requests needed in each case are sent.' : '',
			fieldsTable(operation.fields),
			`An output item:\n\n${json(toExample(items))}`,
		];
	});
}

/** Returns a section for each event type, with its description and sample data. */
function sampleSections() {
	const folder = 'nodes/LinkPlatform/events';
	const { EVENTS } = getBuiltModule<{ EVENTS: typeof Events }>(`${folder}/events`);
	const { toSampleItem } = getBuiltModule<{ toSampleItem: typeof ToSampleItem }>(
		`${folder}/samples`,
	);
	return Object.entries(EVENTS).map(
		([event, { name, description }]) =>
			`### ${name}\n\n${description}.\n\n${json(toSampleItem(event))}`,
	);
}

function triggersPage(trigger: INodeTypeDescription, polling: INodeTypeDescription) {
	return page(
		'Triggers',
		'**Link Platform Trigger** starts a workflow the moment something happens; **Link Platform Polling Trigger** looks for news at the **Poll Times** that you set, for an n8n that nothing outside can reach. How to use them: [Clicks and purchases](../guides/clicks-and-purchases.md), [n8n at home](../guides/n8n-on-a-laptop.md). All pages: [Reference](README.md).',
		'## Link Platform Trigger',
		fieldsTable(trigger.properties),
		'The output is one item for each event, with `event`, `deliveryId`, `timestamp` and the fields of the event. With **Simplify** off, these are under `data`. See the [samples](#samples).',
		'## Link Platform Polling Trigger',
		fieldsTable(polling.properties),
		'The output has the same structure, with an empty `deliveryId`. A clicked link is returned once per poll, with `linkId`, `alias`, `shorturl`, `longurl`, `clicks` and `added`, the number of new clicks; a scanned QR code with `qrId`, `name`, `scans` and `added`. A new link, QR code or subscriber has its record.',
		'## Samples',
		"What **Link Platform Trigger** outputs for each event. Your Link Platform may send more fields, which are passed on. The unit of `price` and `amount` isn't documented: compare one with a purchase that you know.",
		...sampleSections(),
	);
}

function json(value: unknown) {
	return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/**
 * Returns a table of the fields. A field inside a collection is labeled with the collection's name first. Returns ''
 * if there are no fields.
 */
function fieldsTable(fields: INodeProperties[]) {
	const rows = fields.flatMap((field) => fieldRows(field, fields));
	if (rows.length === 0) return '';
	return table(['Field', 'Name', 'Type', 'Default', 'What it is'], rows);
}

function fieldRows(field: INodeProperties, all: INodeProperties[], group = ''): string[][] {
	if (field.type === 'notice') return [];
	const label = `${group}${field.displayName}`;
	const inGroup = (members: INodeProperties[]) =>
		members.flatMap((member) => fieldRows(member, [...members, ...all], `${label} › `));
	if (field.type === 'collection') return inGroup((field.options ?? []) as INodeProperties[]);
	if (field.type === 'fixedCollection') {
		const groups = (field.options ?? []) as INodePropertyCollection[];
		return groups.flatMap(({ values }) => inGroup(values));
	}
	const star = field.required ? ' \\*' : '';
	const description = sentence(field.description ?? field.hint ?? '');
	const about = [description, ...describeChoices(field)].filter((line) => line !== '').join('<br>');
	const more = [about, describeExample(field), describeCondition(field, all)].filter(
		(part) => part !== '',
	);
	const name = `\`${field.name}\``;
	return [[`${label}${star}`, name, describeType(field), describeDefault(field), more.join(' ')]];
}

const TYPES: Partial<Record<INodeProperties['type'], string>> = {
	boolean: 'on or off',
	color: 'color',
	dateTime: 'date and time',
	json: 'JSON',
	multiOptions: 'several choices',
	number: 'number',
	options: 'choice',
	resourceLocator: 'record',
	resourceMapper: 'fields',
	string: 'text',
};

function describeType({ type, typeOptions, modes = [] }: INodeProperties) {
	const name = TYPES[type];
	if (name === undefined)
		throw new Error(`tools/docs/referencePages.mts has no name for the field type ${type}`);
	if (typeOptions?.multipleValues) return `list of ${name}s`;
	if (typeOptions?.password) return `${name}, hidden`;
	const ways = modes.map(({ displayName }) =>
		displayName.replace(/^[A-Z]/, (l) => l.toLowerCase()),
	);
	return ways.length > 0 ? `${name}: ${ways.join(', ')}` : name;
}

function describeDefault({ default: value, type, options = [] }: INodeProperties) {
	if (type === 'boolean') return value ? 'on' : 'off';
	const getName = (one: unknown) =>
		(options as INodePropertyOptions[]).find((option) => option.value === one)?.name ??
		`\`${String(one)}\``;
	if (Array.isArray(value) && value.length > 0) return value.map(getName).join(', ');
	return value === '' || typeof value === 'object' ? '–' : getName(value);
}

function describeChoices({ options = [] }: INodeProperties) {
	return (options as INodePropertyOptions[]).map(({ name, value, description }) => {
		const about = description ? `: ${sentence(description)}` : '';
		return `**${name}** (\`${String(value)}\`)${about}`;
	});
}

function describeExample({ placeholder = '' }: INodeProperties) {
	const [, text] = /^e\.g\. (.+)$/s.exec(placeholder) ?? [];
	return text === undefined ? '' : `E.g. \`${text}\`.`;
}

function describeCondition({ displayOptions }: INodeProperties, all: INodeProperties[]) {
	const inWords = (conditions: IDisplayOptions['show']) =>
		Object.entries(conditions ?? {}).map(([path, values]) =>
			describeValues(path, values ?? [], all),
		);
	const shown = inWords(displayOptions?.show);
	const hidden = inWords(displayOptions?.hide);
	return [
		shown.length > 0 ? `Shown when ${shown.join(' and ')}.` : '',
		hidden.length > 0 ? `Hidden when ${hidden.join(' or ')}.` : '',
	]
		.filter((part) => part !== '')
		.join(' ');
}

function describeValues(path: string, values: unknown[], all: INodeProperties[]) {
	// `@tool` is n8n's name for a node that is connected to an AI agent.
	if (path === '@tool') return 'the node is the tool of an AI agent';
	const field = all.find(({ name }) => name === path.replace(/^\//, ''));
	if (!field)
		throw new Error(`tools/docs/referencePages.mts has no words for a condition on ${path}`);
	const choices = (field.options ?? []) as INodePropertyOptions[];
	const words = values.map((value) => {
		if (typeof value === 'boolean') return value ? 'on' : 'off';
		return choices.find((choice) => choice.value === value)?.name ?? String(value);
	});
	return `**${field.displayName}** is ${words.join(' or ')}`;
}

/** Returns text from the editor as Markdown, ending with a period. */
function sentence(text: string) {
	const markdown = text.replace(/<a href="([^"]+)">([^<]+)<\/a>/g, '[$2]($1)');
	return markdown === '' || /[.!?]$/.test(markdown) ? markdown : `${markdown}.`;
}

/** Returns the URL fragment that links to a heading. */
function toAnchor(heading: string) {
	return heading
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.replace(/\s/g, '-');
}

function table(head: string[], rows: string[][]) {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replace(/\|/g, '\\|').replace(/\n/g, ' ')).join(' | ')} |`;
	return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
