/** Imports run one way: from the nodes down to `api/`, from tests to tools to packages, without a cycle. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = 'nodes/LinkPlatform';
/** The layers of the package from top to bottom: a folder imports only folders of lower layers. */
const FLOORS = [
	['polling', 'methods'],
	['resources', 'credentials'],
	['deliveries'],
	['subscriptions', 'runner'],
	['adapter'],
	['events'],
	['api'],
];
const RANK = new Map(FLOORS.flatMap((folders, floor) => folders.map((name) => [name, floor])));

const imports = globSync('{nodes,credentials,packages,tools,test}/**/*.{ts,mts}').flatMap((file) =>
	[...readFileSync(file, 'utf8').matchAll(/(?:from|import)[\s(]*'(\.[^']+)'/g)].map(([, path]) => ({
		file,
		target: join(dirname(file), path),
	})),
);
const getFolder = (path: string) => path.replace(`${ROOT}/`, '').split('/')[0];

test('every folder of the package is assigned to a layer', () => {
	const folders = globSync(`${ROOT}/*/`).map((path) => path.split('/')[2]);
	expect([...folders, 'credentials'].filter((name) => !name.startsWith('__')).sort()).toEqual(
		[...RANK.keys()].sort(),
	);
});

test('every folder of the package imports only from lower layers', () => {
	const isUpward = ({ file, target }: (typeof imports)[0]) => {
		const [from, to] = [file, target].map((path) => getFolder(path));
		return (
			/^(nodes|credentials)\//.test(file) &&
			RANK.has(from) &&
			from !== to &&
			!(RANK.get(from)! < RANK.get(to)!)
		);
	};
	expect(imports.filter(isUpward)).toEqual([]);
});

test('the package has no circular imports, not even of types', () => {
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

test("api/ doesn't depend on n8n's context: it imports only types and `sleep` from n8n-workflow", () => {
	const uses = globSync(`${ROOT}/api/*.ts`).flatMap((file) => [
		...readFileSync(file, 'utf8').matchAll(/import (type )?\{([^}]*)\} from 'n8n-workflow'/g),
	]);
	const values = uses.filter(([, isType]) => !isType).map(([, , names]) => names.trim());
	expect([...new Set(values)]).toEqual(['sleep']);
	expect(uses.map(([, , names]) => names).join()).not.toMatch(/Functions|INode/);
});

test("published code doesn't import from packages, tools or tests, and tools don't import tests", () => {
	const isWrong = ({ file, target }: (typeof imports)[0]) =>
		/^(nodes|credentials)\//.test(file)
			? /^(packages|tools|test)\//.test(target)
			: file.startsWith('tools/') && target.startsWith('test/');
	expect(imports.filter(isWrong)).toEqual([]);
});

test('a package in packages/ imports no files of the repository outside its own folder', () => {
	const getPackage = (path: string) => path.split('/').slice(0, 2).join('/');
	const inside = imports.filter(({ file }) => file.startsWith('packages/'));
	expect(new Set(inside.map(({ file }) => getPackage(file)))).toEqual(
		new Set(['packages/n8n-harness', 'packages/sandbox']),
	);
	expect(inside.filter(({ file, target }) => getPackage(file) !== getPackage(target))).toEqual([]);
});
