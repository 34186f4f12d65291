/** Imports run one way: from the nodes down to `api/`, from tests to tools to packages, without a cycle. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = 'nodes/LinkPlatform';
/** The floors of the package from the top: a folder imports only folders of floors below its own. */
const FLOORS = [
	['polling', 'methods'],
	['resources'],
	['deliveries'],
	['subscriptions', 'runner'],
	['events', 'adapter'],
	['api'],
];
const RANK = new Map(FLOORS.flatMap((folders, floor) => folders.map((name) => [name, floor])));

const imports = globSync('{nodes,credentials,packages,tools,test}/**/*.{ts,mts}').flatMap((file) =>
	[...readFileSync(file, 'utf8').matchAll(/(?:from|import)[\s(]*'(\.[^']+)'/g)].map(([, path]) => ({
		file,
		target: join(dirname(file), path),
	})),
);
const getFolder = (path: string) => path.slice(ROOT.length + 1).split('/')[0];

test('each folder of the package has a floor', () => {
	const folders = globSync(`${ROOT}/*/`).map((path) => path.split('/')[2]);
	expect(folders.filter((name) => !name.startsWith('__')).sort()).toEqual([...RANK.keys()].sort());
});

test('each folder of the package imports only folders of floors below its own', () => {
	const isUpward = ({ file, target }: (typeof imports)[0]) => {
		const [from, to] = [file, target].map((path) => getFolder(path));
		return (
			file.startsWith(`${ROOT}/`) &&
			RANK.has(from) &&
			from !== to &&
			!(RANK.get(from)! < RANK.get(to)!)
		);
	};
	expect(imports.filter(isUpward)).toEqual([]);
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

test('nothing that ships imports packages, tools or tests, and no tool imports a test', () => {
	const isWrong = ({ file, target }: (typeof imports)[0]) =>
		/^(nodes|credentials)\//.test(file)
			? /^(packages|tools|test)\//.test(target)
			: file.startsWith('tools/') && target.startsWith('test/');
	expect(imports.filter(isWrong)).toEqual([]);
});

test('a package imports nothing of the repository outside its own folder', () => {
	const getPackage = (path: string) => path.split('/').slice(0, 2).join('/');
	const inside = imports.filter(({ file }) => file.startsWith('packages/'));
	expect(new Set(inside.map(({ file }) => getPackage(file)))).toEqual(
		new Set(['packages/n8n-harness', 'packages/sandbox']),
	);
	expect(inside.filter(({ file, target }) => getPackage(file) !== getPackage(target))).toEqual([]);
});
