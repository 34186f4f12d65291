/** What pages state about the nodes and the repository, if a test can look it up. */
import { existsSync, readFileSync } from 'node:fs';
import type { ICredentialType } from 'n8n-workflow';
import { createBuiltInstance, getResources } from '../../tools/built.mts';
import { EVENT_TYPES } from '../../nodes/LinkPlatform/webhooks/events.ts';
import { readPages } from './pages.mts';

const read = (path: string) => readFileSync(path, 'utf8');

test('README lists all fields of the credential', () => {
	const { properties } = createBuiltInstance<ICredentialType>(
		'credentials/LinkPlatformApi.credentials',
	);
	// Advanced shows the others; the hidden ones are their twins.
	const labels = properties
		.filter(({ name, type }) => type !== 'hidden' && name !== 'advanced')
		.map(({ displayName }) => displayName);
	// A table with those that everybody fills in, and one with those of Advanced.
	const tables = read('README.md').split('\n| Field | What to enter |\n').slice(1);
	const rows = tables.flatMap((table) => [
		...table.split('\n\n')[0].matchAll(/^\| ([A-Z][^|]*?) \|/gm),
	]);
	expect(rows.map(([, label]) => label).sort()).toEqual(labels.sort());
});

test('the page on agents lists exactly the operations that cannot be tools', () => {
	const resources = getResources();
	const waiting = resources.flatMap(({ name: resource, operations }) =>
		Object.values(operations)
			.filter((operation) => 'pauses' in operation)
			.map(({ name }) => `${resource} > ${name}`),
	);
	const [intro] = read('docs/guides/ai-agents.md').split('\n## ');
	const named = intro.split("can't be tools: ")[1].matchAll(/\*\*([^*]+)\*\*/g);
	// n8n passes no files to tools.
	expect([...named].map(([, name]) => name).sort()).toEqual([...waiting, 'File > Upload'].sort());
});

test('the page on events has a sample of each event that the trigger lists', () => {
	const { anchors } = readPages().find(({ path }) => path === 'docs/reference/trigger.md')!;
	const wanted = EVENT_TYPES.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'));
	expect(wanted.filter((anchor) => !anchors.has(anchor))).toEqual([]);
});

test('every file or folder that a page names exists', () => {
	const named = readPages().flatMap(({ path, words }) =>
		words
			.map((word) => word.replace(/[.,]$/, ''))
			.filter((word) => /^(?:test|tools|nodes|credentials|docs|examples)\/[\w./-]+$/.test(word))
			.map((word) => ({ path, word })),
	);
	expect(named).not.toEqual([]);
	expect(named.filter(({ word }) => !existsSync(word))).toEqual([]);
});
