/** What a release needs of a repository before anything is built: its tree, its version, its package.json. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findStrayIdentity, parseRepository } from './identity.mts';

/** One thing that was looked at; each finding says what to do, none means that all is well. */
export interface Check {
	name: string;
	findings: string[];
}

interface Manifest {
	name: string;
	version: string;
	license?: string;
	keywords?: string[];
	author?: { name?: string; email?: string };
	repository?: { url?: string };
	scripts?: Record<string, string>;
	files?: string[];
	n8n?: {
		n8nNodesApiVersion?: number;
		strict?: boolean;
		nodes?: string[];
		credentials?: string[];
	};
	dependencies?: object;
	optionalDependencies?: object;
	bundledDependencies?: string[];
	peerDependencies?: object;
	publishConfig?: { access?: string; provenance?: boolean };
}

/** Looks at the repository in the folder. */
export async function checkState(folder: string): Promise<Check[]> {
	const git = (...words: string[]) =>
		execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trimEnd();
	const readJson = <T,>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;

	const manifest = readJson<Manifest>('package.json');
	const lock = readJson<{ version: string; packages: Record<string, { version: string }> }>(
		'package-lock.json',
	);
	const changed = git('status', '--porcelain').split('\n').filter(Boolean);
	const tags = git('tag', '--points-at', 'HEAD', '--list', 'v*').split('\n').filter(Boolean);
	const remotes = git('remote').split('\n');
	const origin = remotes.includes('origin') ? git('remote', 'get-url', 'origin') : '';

	return [
		{
			name: 'Working tree',
			findings: changed.map((line) => `${line.slice(3)}: commit it, or take it back`),
		},
		{
			name: 'Version',
			findings: [
				...checkLock(manifest.version, [lock.version, lock.packages[''].version]),
				...(await checkChangelog(
					manifest.version,
					readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'),
				)),
				...checkTags(manifest.version, tags),
			],
		},
		{ name: 'package.json', findings: checkManifest(folder, manifest, origin) },
		{
			name: 'Author and repository in other files',
			findings: findStrayIdentity(folder).map(
				(file) => `${file} names another one than package.json: npm run release:identity`,
			),
		},
	];
}

function checkLock(version: string, locked: string[]): string[] {
	if (locked.every((other) => other === version)) return [];
	return [
		`package-lock.json is for ${locked.join(' and ')}, package.json for ${version}: run npm install`,
	];
}

function checkTags(version: string, tags: string[]): string[] {
	const tag = `v${version}`;
	const others = tags.filter((other) => other !== tag);
	return [
		...(tags.includes(tag)
			? []
			: [`The commit has no tag ${tag}: npm run release -- <version> makes one`]),
		...others.map((other) => `The commit also has the tag ${other}: git tag --delete ${other}`),
	];
}

/** The top entry of the changelog has to be the version's, dated and with content. */
async function checkChangelog(version: string, text: string): Promise<string[]> {
	const { parser } = await import('keep-a-changelog');
	let releases;
	try {
		({ releases } = parser(text, { autoSortReleases: false }));
	} catch (thrown) {
		return [`CHANGELOG.md does not follow Keep a Changelog: ${(thrown as Error).message}`];
	}
	const [latest, ...older] = releases;
	if (latest?.version !== version || !latest.date) {
		const found = latest?.version ?? 'Unreleased';
		return [
			`CHANGELOG.md begins with ${found}, not with ${version} and a date: npm run release -- <version> moves Unreleased there`,
		];
	}
	return [
		...(latest.isEmpty() ? [`CHANGELOG.md says nothing about ${version}: add what changed`] : []),
		...older
			.filter((release) => !release.date || !release.version)
			.map(() => `CHANGELOG.md has Unreleased below ${version}: move its lines up`),
	];
}

/** n8n's demands on package.json, by the numbers of docs/maintainers/publishing.md. */
function checkManifest(folder: string, manifest: Manifest, origin: string): string[] {
	const { n8n = {}, author = {}, scripts = {}, publishConfig = {} } = manifest;
	const built = [...(n8n.nodes ?? []), ...(n8n.credentials ?? [])];
	const isDist = (path: string) => path.startsWith('dist/');
	const demands: Array<[boolean, string]> = [
		[
			/^(@[\w.-]+\/)?n8n-nodes-[\w.-]+$/.test(manifest.name),
			"V-01: 'name' has to be n8n-nodes-… or @scope/n8n-nodes-…",
		],
		[
			manifest.keywords?.includes('n8n-community-node-package') ?? false,
			"V-02: add n8n-community-node-package to 'keywords'",
		],
		[
			Boolean(n8n.nodes?.length && n8n.credentials?.length) && built.every(isDist),
			"V-03: 'n8n' has to list nodes and credentials under dist/",
		],
		[
			n8n.strict === true && n8n.n8nNodesApiVersion === 1,
			"V-04: 'n8n' has to say strict: true and n8nNodesApiVersion: 1",
		],
		[
			Boolean(manifest.files?.length) && (manifest.files ?? []).every(isDist),
			"V-04: 'files' may name folders under dist/ only",
		],
		[
			scripts.build === 'n8n-node build' && /^n8n-node lint( &&|$)/.test(scripts.lint ?? ''),
			"V-04: the scripts 'build' and 'lint' have to be those of n8n-node",
		],
		[
			parseRepository(origin) !== '' &&
				parseRepository(manifest.repository?.url) === parseRepository(origin),
			`V-05: 'repository.url' is a placeholder until it is the GitHub repository that 'origin' is (${origin || 'there is none'}): enter yours, then npm run release:identity`,
		],
		[
			Boolean(author.name && author.email) && !/\.example$/.test(author.email ?? ''),
			`V-05: 'author' is a placeholder (${author.email ?? 'no e-mail address'}): enter the name and the e-mail address of who publishes on npm, then npm run release:identity`,
		],
		[
			manifest.license === 'MIT' && existsSync(join(folder, 'LICENSE.md')),
			"V-06: 'license' has to be MIT, with its text in LICENSE.md",
		],
		[
			publishConfig.provenance === true && publishConfig.access === 'public',
			"V-07: 'publishConfig' has to say provenance: true and access: public",
		],
		[
			!Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).length &&
				!manifest.bundledDependencies?.length &&
				Object.keys(manifest.peerDependencies ?? {}).join() === 'n8n-workflow',
			'V-08: no dependencies, and n8n-workflow as the only peer',
		],
	];
	return demands.filter(([isMet]) => !isMet).map(([, toDo]) => toDo);
}
