/** The versions that the package supports or was tested with. All pages that mention versions use this file. */
import { createRequire } from 'node:module';
import { getNodes } from '../built.mts';

const { n8n: current } = (
	createRequire(import.meta.url)('../n8n/versions/current/package.json') as {
		dependencies: { n8n: string };
	}
).dependencies;

/** The oldest n8n release that the package supports. */
export const OLDEST_N8N = '2.35.3';

/** The n8n releases that were started for the tests (`npm test -- n8n`, `npm test -- queue`), newest first. */
export const TESTED_N8N = [
	{
		release: '2.41.1',
		with: 'A real n8n: publishing, credentials, restarts, AI tools and approvals, templates and the editor',
	},
	{
		release: current,
		with: 'The same; queue mode with Redis 7 and PostgreSQL 15; every operation in its execution engine',
	},
	{ release: OLDEST_N8N, with: 'The same without queue mode' },
];

/** The Node releases on which `npm ci`, the demo and the sandbox were tested. */
const NODE_FOR_SOURCE = '20, 22 and 24';

/** Returns the line of the README about tested releases. */
export function createTestedLine() {
	const releases = TESTED_N8N.map(({ release }) => release);
	return `n8n ${OLDEST_N8N} and later. Tested in a real n8n ${toList(releases)}, and in queue mode ([details](docs/guides/self-hosting.md#tested-with)).`;
}

/** Returns the table of tested releases for the page about hosting n8n. */
export function createTestedTable() {
	return [
		'| n8n | Tested with this release |',
		'|---|---|',
		...TESTED_N8N.map(({ release, with: how }) => `| ${release} | ${how} |`),
		'',
		`n8n ${current} needs Node 24. Working with the source of this package was tried on Node ${NODE_FOR_SOURCE}.`,
	].join('\n');
}

/** Returns a table of each node's versions. A workflow saves the versions of its nodes. */
export function createNodeVersionsTable() {
	const rows = getNodes().map(({ description: { displayName, version, defaultVersion } }) => {
		const versions = [version].flat();
		return `| ${displayName} | ${defaultVersion ?? Math.max(...versions)} | ${versions.join(', ')} |`;
	});
	return ['| Node | Version of new nodes | Versions that work |', '|---|---|---|', ...rows].join(
		'\n',
	);
}

function toList(items: string[]) {
	return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
