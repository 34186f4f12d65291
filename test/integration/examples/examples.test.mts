import { globSync, readFileSync } from 'node:fs';
import {
	type Engine,
	type WorkflowJson,
	openEngine,
} from '../../../packages/n8n-harness/index.mts';
import { readExample } from '../../../tools/docs/runSelfTest.mts';
import { getExampleNames, getTemplateNames } from '../../../tools/n8n/examples.mts';
import {
	danglingConnections,
	expectKept,
	getPlaceholder,
	isOurs,
	unknownTypes,
} from '../../support/importable.mts';

/** The parameters of n8n's Data Table node that the examples use. */
interface DataTableParameters {
	operation?: string;
	tableName?: string;
	dataTableId?: { value: string };
	columns?: { column?: Array<{ name: string }>; value?: object };
	filters?: { conditions: Array<{ keyName: string }> };
}

let engine: Engine;
beforeAll(async () => {
	engine = await openEngine();
});
afterAll(() => engine.close());

describe.each(getExampleNames())('examples/%s.json', (name) => {
	const { nodes, connections } = readExample(name);

	it('every node in the example has a type that exists in n8n or in this package', () => {
		expect(unknownTypes(engine, nodes)).toEqual([]);
	});

	it('every parameter in the example exists in our nodes and has a value that they allow', () => {
		expectKept(engine, nodes);
	});

	it('the example connects only nodes that it contains, and each node has a unique name and ID', () => {
		expect(danglingConnections({ nodes, connections })).toEqual([]);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
	});

	it('expressions in the example refer only to nodes that it contains', () => {
		const text = JSON.stringify(nodes);
		const referred = [...text.matchAll(/\$\('([^']+)'\)/g)].map(([, node]) => node);
		expect(nodes.map((node) => node.name)).toEqual(expect.arrayContaining(referred));
	});

	it('the example contains no API key and no password', () => {
		const text = readFileSync(`examples/${name}.json`, 'utf8');
		expect(text).not.toMatch(
			/lp_\w+|Bearer (?!Auth account)|"\w*(apiKey|secret|token|password)": "[^="]/i,
		);
	});

	it('each node in the example has the placeholder for exactly the credential it needs', () => {
		for (const node of nodes) {
			const { credentials, parameters } = node;
			const { authentication } = parameters;
			expect([node.name, { authentication, credentials }]).toEqual([
				node.name,
				getPlaceholder(node),
			]);
		}
	});
});

it.each(getTemplateNames())(
	'the template %s uses example.com only in its Settings node, which the user must change',
	(name) => {
		const { nodes } = readExample(name);
		const used = nodes.filter(
			(node) => !node.type.endsWith('.stickyNote') && !/^(Settings|Stop and Ask)/.test(node.name),
		);
		expect(JSON.stringify(used)).not.toMatch(/example\.(com|org|net)/);
	},
);

/** Templates in which a person chooses the link or QR code: in a form or sheet, through an agent, or with a button. */
const BY_A_PERSON = [
	'ai-link-manager',
	'ai-mcp-tools',
	'change-printed-code',
	'clean-up',
	'csv-to-qr-zip',
	'expired-link',
	'printed-codes-from-sheet',
	'targets-by-date',
];

it.each(getTemplateNames())(
	'the template %s changes or deletes links and QR codes only if a person chooses them',
	(name) => {
		const changing = readExample(name)
			.nodes.filter(isOurs)
			.filter(({ parameters: { resource, operation, ifExists = 'update', ifNameExists } }) => {
				if (operation === 'createMany')
					return JSON.stringify(ifNameExists ?? '').includes('update');
				const isChange = operation === 'update' || operation === 'delete';
				return operation === 'upsert'
					? ifExists === 'update'
					: isChange && (resource === 'link' || resource === 'qrCode');
			});
		expect(changing.length > 0).toBe(BY_A_PERSON.includes(name));
	},
);

it.each(getTemplateNames())(
	'the pages of the template %s say what happened, without the advice for the maker of a workflow',
	(name) => {
		const forms = readExample(name).nodes.filter(({ type }) => type.endsWith('.form'));
		expect(JSON.stringify(forms)).not.toMatch(/\$json\.message|error, message/);
	},
);

it.each(getTemplateNames())(
	'the template %s creates its data tables with every column that it uses',
	(name) => {
		const tables = readExample(name)
			.nodes.filter(({ type }) => type.endsWith('.dataTable'))
			.map(({ parameters }) => parameters as DataTableParameters);
		const created = new Map(
			tables
				.filter(({ operation }) => operation === 'create')
				.map(({ tableName, columns }) => [tableName, columns!.column!.map((one) => one.name)]),
		);
		for (const { dataTableId, columns, filters } of tables.filter((one) => one.dataTableId)) {
			const written = Object.keys(columns?.value ?? {});
			const found = filters?.conditions.map(({ keyName }) => keyName) ?? [];
			const own = ['id', 'createdAt', 'updatedAt'];
			const used = [...written, ...found].filter((column) => !own.includes(column));
			expect(created.get(dataTableId!.value)).toEqual(expect.arrayContaining(used));
		}
	},
);

/** Examples of one node, and the self-test, whose nodes nobody could set one by one. */
const isSetAtOnce = (name: string) => name === 'self-test' || nodesOf(name).length === 1;
const nodesOf = (name: string) => readExample(name).nodes.filter(isOurs);

it.each(getExampleNames().filter((name) => nodesOf(name).length > 0))(
	'the notes of the example %s say in how many nodes to choose the account, and nothing that is true for one account only',
	(name) => {
		const workflow = readExample(name) as WorkflowJson & { description?: string };
		const note = workflow.nodes.find((node) => node.name === 'Note')?.parameters.content;
		const texts = [note, workflow.description].filter(Boolean).map(String);
		const count = nodesOf(name).length;
		const said = isSetAtOnce(name) ? /newest/ : `in each of the ${count} nodes with its icon`;
		for (const text of texts) expect(text).toMatch(said);
		expect(texts.join()).not.toMatch(/sets it in all|into all the others/);
	},
);

it.each(getExampleNames())(
	'the example %s sets no webhook ID or path in its triggers, so that it can be imported twice',
	(name) => {
		for (const { name: node, webhookId, parameters } of readExample(name).nodes)
			expect([node, webhookId, parameters.path]).toEqual([node, undefined, undefined]);
	},
);

it('workflows to paste from the guides have triggers without a webhook ID, so that they can be pasted twice', () => {
	const pages = globSync('docs/**/*.md').map((path) => readFileSync(path, 'utf8'));
	const triggers = pages.flatMap(
		(text) => text.match(/"type": "n8n-nodes-linkplatform\.linkPlatformTrigger"[^}]*?}/g) ?? [],
	);
	expect(triggers.length).toBeGreaterThan(1);
	expect(triggers.filter((node) => node.includes('"webhookId"'))).toEqual([]);
});

it('every form in the examples requires a login, except the lead form in follow-up', () => {
	const open = getExampleNames().filter((name) =>
		readExample(name).nodes.some(
			({ type, parameters }) =>
				type.endsWith('.formTrigger') && parameters.authentication !== 'basicAuth',
		),
	);
	expect(open).toEqual(['follow-up']);
});

it('examples/README.md lists every example once, with the same name', () => {
	const page = readFileSync('examples/README.md', 'utf8');
	const listed = [...page.matchAll(/^\| \[(.+?)\]\((.+?)\.json\)/gm)];
	const rows = listed.map(([, title, file]) => `${file}: ${title}`);
	expect(rows.sort()).toEqual(
		getExampleNames()
			.map((name) => `${name}: ${readExample(name).name}`)
			.sort(),
	);
});
