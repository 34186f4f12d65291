/** The source files that jest takes for what a test reaches, when it runs only the tests of what has changed. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from '../dependencies.mts';

const getReached = (file: string, code = readFileSync(file, 'utf8')) => {
	const found = extract(code, join(process.cwd(), file), () => new Set(['./own.mts']));
	return [...found].map((path) => path.replace(`${process.cwd()}/nodes/LinkPlatform/`, ''));
};

test('a test reaches what it imports and the operations that it names', () => {
	const code = "await world.run('link', 'update', {}); const more = { 'qrCode.createMany': 1 };";
	expect(getReached('test/resilience/some.test.mts', code)).toEqual([
		'./own.mts',
		'resources/link/update.ts',
		'resources/qrCode/createMany/createMany.ts',
	]);
});

test('every test that runs the built package names what it reaches, or the file that does', () => {
	const files = globSync('test/{integration,package}/**/*.test.mts');
	expect(files.length).toBeGreaterThan(70);
	const isBlind = (file: string) =>
		getReached(file).length < 2 && !/(createMany|vmDate)\.mts'/.test(readFileSync(file, 'utf8'));
	expect(files.filter(isBlind)).toEqual([]);
});
