/** Tests the nodes and the credential in n8n's editor, as a user sees them. The browser must not log any errors. */
import {
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';

import { readExample } from '../../tools/n8n/examples.mts';
import { until } from '../../tools/until.mts';
import {
	addField,
	choose,
	closeCredential,
	closeNode,
	editCredential,
	execute,
	newCredential,
	openDropdown,
	openLocator,
	openNode,
	openWorkflow,
	saveCredential,
	searchNodes,
	showOutput,
	getCanvasNode,
	getShownLabels,
} from '../../tools/n8n/browser.mts';
import { getNodes, getResources } from '../../tools/built.mts';
import { chain, manualStart, triggered } from '../../tools/n8n/n8nWithSandbox.mts';
import { OUR_NODE, useEditor, useN8n } from './useN8n.mts';
import { table } from '../support/table.mts';

const nodes = getNodes();
const actionNodes = nodes.filter(({ description }) => description.group.includes('transform'));
const [{ description: main, methods }] = actionNodes;
const trigger = nodes.find(
	({ description }) => description.name === 'linkPlatformTrigger',
)!.description;

const n8n = useN8n();
const editor = useEditor(n8n);
afterEach(() => expect(editor.complaints()).toEqual([]));

const create = async (workflow: object) => (await n8n.rest.createWorkflow(workflow as never)).id;

/** Returns the fields that the editor must show for an operation that was just chosen. */
function expected(resource: string, operation: string, description: INodeTypeDescription = main) {
	const { properties } = description;
	const node = { typeVersion: 1 };
	const chosen = { resource, operation };
	const values = NodeHelpers.getNodeParameters(properties, chosen, true, false, node, description)!;
	return properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, node, description),
	);
}

/** Returns a field's label. A resource mapper shows a heading instead, or names the fields to fill in first. */
const getLabel = ({ type, displayName }: INodeProperties) =>
	type === 'resourceMapper'
		? expect.stringMatching(
				/^(Values to Send|Choose the block, or the type of the new block, first)$/,
			)
		: displayName;

it('the credential form says what to check if the API key is wrong, and confirms the correct key', async () => {
	const { page } = editor;
	await openWorkflow(editor, await create(chain('Credential', [{ name: 'Node', type: OUR_NODE }])));
	await openNode(page, 'Node');
	await newCredential(page);
	const { url: apiUrl, apiKey } = n8n.service;
	const wrong = { apiUrl, apiKey: 'lp_wrong' };
	const refused = await saveCredential(page, wrong, 'Couldn’t connect with these settings');
	expect(refused).toContain('API key rejected:');
	await closeCredential(page);
	await editCredential(page);
	await saveCredential(page, { apiKey }, 'Connection tested successfully');
	await closeCredential(page);
});

const loadedInAnyNode = new Set<string>();

/** Makes a field load its entries, unless the method that loads them is in `used`. Adds the method to `used`. */
async function load(field: INodeProperties, used: Set<string>, among: INodeProperties[] = []) {
	const { page } = editor;
	const { name, type, typeOptions = {} } = field;
	const list = field.modes?.find((mode) => mode.name === 'list')?.typeOptions?.searchListMethod;
	// Other fields may load their entries only after a record is chosen in this field.
	const isAwaited = among.some((other) =>
		other.typeOptions?.loadOptionsDependsOn?.includes(`${name}.value`),
	);
	if (list && (isAwaited || !used.has(list))) {
		const entries = await openLocator(page, name);
		expect(await entries.first().innerText()).toMatch(/\w/);
		await entries.first().click();
		used.add(list);
	}
	if (typeOptions.loadOptionsMethod && !used.has(typeOptions.loadOptionsMethod)) {
		const entries = await openDropdown(page, name);
		expect(await entries.allInnerTexts()).toContainEqual(expect.stringMatching(/\w/));
		await page.keyboard.press('Escape');
		used.add(typeOptions.loadOptionsMethod);
	}
	if (typeOptions.resourceMapper) {
		await page.getByTestId('mapping-fields-container').waitFor();
		used.add(typeOptions.resourceMapper.resourceMapperMethod!);
	}
	if (type !== 'collection') return;
	for (const inner of field.options as INodeProperties[]) {
		const method = inner.typeOptions?.loadOptionsMethod;
		if (!method || used.has(method)) continue;
		await addField(page, name, inner.displayName);
		await load(inner, used);
	}
}

/** Chooses each operation of a resource, checks which fields are shown, and loads the entries of these fields. */
async function checkOperations(
	description: INodeTypeDescription,
	{ name: label, value: resource, operations }: ReturnType<typeof getResources>[number],
	used: Set<string>,
) {
	const { page } = editor;
	await choose(page, 'resource', label);
	for (const [operation, { name }] of Object.entries(operations)) {
		await choose(page, 'operation', name);
		const fields = expected(resource, operation, description);
		const labels = fields.map(getLabel);
		// If some fields don't appear in time, the comparison below names them.
		await until(
			`${label} > ${name} to be shown`,
			async () => (await getShownLabels(page)).length === labels.length,
			30_000,
		).catch(() => {});
		expect([name, await getShownLabels(page)]).toEqual([name, labels]);
		for (const field of fields) await load(field, used, fields);
	}
}

describe.each(actionNodes)('action node $description.displayName', ({ description }) => {
	beforeAll(async () => {
		const node = {
			name: 'Node',
			type: `n8n-nodes-linkplatform.${description.name}`,
			credentials: { linkPlatformApi: n8n.credential },
		};
		// Use a URL of this n8n, as a trigger does, so that this webhook can also be chosen for a test event.
		const subscription = { url: `${n8n.url}/webhook/1`, events: ['link.clicked'] };
		await n8n.ask('POST', '/api/webhooks/subscribe', subscription);
		await openWorkflow(editor, await create(chain('Panel', [manualStart, node])));
		await openNode(editor.page, 'Node');
	});
	afterAll(() => used.forEach((method) => loadedInAnyNode.add(method)));

	const used = new Set<string>();
	const resources = getResources().filter(({ node }) => node === description.name);

	it.each(resources.map((resource) => [resource.name, resource] as const))(
		'the editor shows the fields of each %s operation, and their dropdowns load',
		(_, resource) => checkOperations(description, resource, used),
	);
});

test('every dropdown method was loaded in the editor at least once', () => {
	const { credentialTest, ...dropdowns } = methods!;
	expect(credentialTest).toBeDefined();
	const offered = Object.values(dropdowns).flatMap((group) => Object.keys(group as object));
	expect(offered.filter((method) => !loadedInAnyNode.has(method))).toEqual([]);
});

it('the trigger panel lists the events, and shows a sample before the first event arrives', async () => {
	const { page } = editor;
	await openWorkflow(editor, await create(triggered(n8n.credential, ['link.clicked'])));
	await openNode(page, 'Trigger');
	const { properties } = trigger;
	const events = properties.find(({ name }) => name === 'events')!;
	const entries = await openDropdown(page, 'events');
	const texts = await entries.allInnerTexts();
	// Each entry shows a description below its name, so compare only the first lines.
	expect(texts.map((text) => text.split('\n')[0])).toEqual(
		(events.options as INodePropertyOptions[]).map(({ name }) => name),
	);
	await page.keyboard.press('Escape');
	const output = await page.getByTestId('output-panel').innerText();
	expect(output).toContain('No trigger output');
	expect(output).toContain('Sample of Link Clicked');
	expect(output).not.toContain('Sample of Product Purchased');
	expect(await getShownLabels(page)).toEqual(properties.map(({ displayName }) => displayName));
	await closeNode(page);
});

describe('node creator', () => {
	let id: string;
	beforeAll(async () => (id = await create(chain('Creator', [manualStart]))));
	beforeEach(() => openWorkflow(editor, id));

	it.each(table`
		short link | Link Platform
		create link | Link Platform
		qr code | Link Platform
		utm | Link Platform
		link clicked | Link Platform
		purchase | Link Platform
		link in bio | Link Platform Bio Page
		newsletter subscribers | Link Platform Bio Page
		file upload | Link Platform Assets
		retargeting pixels | Link Platform Assets
	`)('searching the node creator for "%s" finds the node %s', async (words, node) => {
		expect(await searchNodes(editor.page, words)).toContain(node);
	});

	/** The numbers of actions and triggers on each node's panel. The main node's panel also lists trigger events. */
	const panels = actionNodes.map(({ description: { name, displayName } }) => {
		const resources = getResources().filter(({ node }) => node === name);
		const actions = resources.flatMap(({ operations }) => Object.keys(operations)).length;
		const events = trigger.properties.find((one) => one.name === 'events')!.options!.length;
		return [displayName, actions, name === main.name ? events : 0] as const;
	});
	it.each(panels)(
		'the node creator lists %s with %d actions and %d triggers',
		async (label, actions, triggers) => {
			const { page } = editor;
			await searchNodes(page, label);
			const creator = page.getByTestId('node-creator');
			await creator.getByText(label, { exact: true }).first().click();
			const headings = [`Actions (${actions})`, ...(triggers ? [`Triggers (${triggers})`] : [])];
			for (const heading of headings) await creator.getByText(heading, { exact: true }).waitFor();
		},
	);
});

describe('bulk example', () => {
	beforeAll(async () => {
		const example = readExample('bulk-qr-from-csv', n8n.credential, n8n.url);
		await openWorkflow(editor, await create(example));
	});

	it('the bulk example runs without errors when its last node is executed in the editor', async () => {
		await execute(editor.page, 'Save Images');
		const node = getCanvasNode(editor.page, 'Create QR Codes');
		expect(await node.getByTestId('canvas-node-status-success').isVisible()).toBe(true);
	});

	it('the editor shows each QR code in the output next to its input row', async () => {
		const { page } = editor;
		await openNode(page, 'Create QR Codes');
		const output = await showOutput(page, 'table');
		expect(await output.getByTestId('tab-0').innerText()).toMatch(/Success Branch \(118 items\)/);
		const input = page.getByTestId('ndv-input-panel');
		await input.getByTestId('radio-button-table').click();
		const code = output.getByRole('row').filter({ hasText: 'SKU-023' });
		await code.getByRole('cell').first().hover();
		expect(await input.getByTestId('hovering-item').innerText()).toContain('SKU-023');
	});

	it('the Error Branch tab explains why a row could not be used', async () => {
		const { page } = editor;
		const output = page.getByTestId('output-panel');
		await output.getByTestId('tab-1').click();
		await showOutput(page, 'table');
		const text = await output.innerText();
		expect(text).toContain('Error Branch (2 items)');
		expect(text).toContain("'URL' is empty");
		expect(text).toContain('SKU-037');
		await closeNode(page);
	});
});
