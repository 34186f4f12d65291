import { globSync, readFileSync } from 'node:fs';
import { getN8nFolder } from '../../../tools/n8n/install.mts';

const { TEST_N8N_VERSION: given } = process.env;
afterEach(() => {
	if (given === undefined) delete process.env.TEST_N8N_VERSION;
	else process.env.TEST_N8N_VERSION = given;
});

test('getN8nFolder returns the folder of the n8n version under test', () => {
	delete process.env.TEST_N8N_VERSION;
	expect(getN8nFolder()).toMatch(/\/\.n8n\/install\/node_modules\/n8n$/);
	process.env.TEST_N8N_VERSION = '2.41.1';
	expect(getN8nFolder()).toMatch(/\/\.n8n\/install-2\.41\.1\/node_modules\/n8n$/);
});

test('only tools/n8n/install.mts contains the path of the installed n8n', () => {
	const literal = ['.n8n', 'install'].join('/');
	const files = globSync('{test,tools,packages}/**/*.{mts,mjs,cjs}', {
		exclude: (name) => name === 'node_modules',
	});
	const naming = files.filter((file) => readFileSync(file, 'utf8').includes(literal));
	expect(naming.filter((file) => !file.endsWith('install.test.mts'))).toEqual([
		'tools/n8n/install.mts',
	]);
});
