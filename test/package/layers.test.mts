/** Imports run one way: from the nodes down to `api/`, from tests to tools to nodes, without a cycle. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = 'nodes/LinkPlatform';
/** What each folder may import of the others; the node files at the top may import all of them. */
const ALLOWED: Record<string, string[]> = {
	api: [],
	adapter: ['api'],
	webhooks: ['api'],
	runner: ['adapter', 'api', 'webhooks'],
	resources: ['api', 'runner', 'webhooks'],
	methods: ['adapter', 'api', 'resources', 'runner', 'webhooks'],
	polling: ['adapter', 'api', 'resources', 'runner', 'webhooks'],
	trigger: ['adapter', 'api', 'runner', 'webhooks'],
};

const imports = globSync('{nodes,credentials,tools,test}/**/*.{ts,mts}').flatMap((file) =>
	[...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) => ({
		file,
		target: join(dirname(file), path),
	})),
);
const getFolder = (path: string) => path.slice(ROOT.length + 1).split('/')[0];

test.each(Object.entries(ALLOWED))('%s/ imports nothing but %j', (folder, allowed) => {
	const inside = imports.filter(({ file }) => file.startsWith(`${ROOT}/${folder}/`));
	expect(inside).not.toEqual([]);
	const others = inside.map(({ target }) => getFolder(target)).filter((name) => name !== folder);
	expect([...new Set(others)].filter((name) => !allowed.includes(name))).toEqual([]);
});

test('no folder reaches itself through others', () => {
	const reach = (folder: string): string[] =>
		ALLOWED[folder].flatMap((other) => [other, ...reach(other)]);
	for (const folder of Object.keys(ALLOWED)) expect(reach(folder)).not.toContain(folder);
});

test('no file of the package reaches itself through its imports, those of types included', () => {
	const isFile = new Set(globSync('{nodes,credentials}/**/*.ts'));
	const targets = Map.groupBy(imports, ({ file }) => file);
	const getTargets = (file: string) =>
		(targets.get(file) ?? [])
			.flatMap(({ target }) => [`${target}.ts`, join(target, 'index.ts')])
			.filter((path) => isFile.has(path));
	const done = new Set<string>();
	const findCircle = (file: string, path: string[]): string[] => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return [];
		const circle = getTargets(file).map((target) => findCircle(target, [...path, file]));
		done.add(file);
		return circle.find(({ length }) => length > 0) ?? [];
	};
	expect(isFile.size).toBeGreaterThan(100);
	expect(
		[...isFile].map((file) => findCircle(file, [])).filter(({ length }) => length > 0),
	).toEqual([]);
});

test('api/ knows no context of n8n: of n8n-workflow only types, and its sleep', () => {
	const uses = globSync(`${ROOT}/api/*.ts`).flatMap((file) => [
		...readFileSync(file, 'utf8').matchAll(/import (type )?\{([^}]*)\} from 'n8n-workflow'/g),
	]);
	const values = uses.filter(([, isType]) => !isType).map(([, , names]) => names.trim());
	expect([...new Set(values)]).toEqual(['sleep']);
	expect(uses.map(([, , names]) => names).join()).not.toMatch(/Functions|INode/);
});

test('nothing that ships imports tools or tests, and no tool imports a test', () => {
	const isWrong = ({ file, target }: (typeof imports)[0]) =>
		/^(nodes|credentials)\//.test(file)
			? /^(tools|test)\//.test(target)
			: file.startsWith('tools/') && target.startsWith('test/');
	expect(imports.filter(isWrong)).toEqual([]);
});
