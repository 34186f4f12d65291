/** What `npm run release` makes, and what `npm run release:check` says of it: in a repository of its own. */
import { execFileSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { carryIdentity, findStrayIdentity } from '../../tools/release/identity.mts';
import { checkState } from '../../tools/release/state.mts';

interface Manifest {
	version: string;
	repository: { url: string };
	author: { name: string; email: string };
	[key: string]: unknown;
}

/** Apart from what follows it, so that this file is none that a new identity has to be carried into. */
const GITHUB = 'https://github.com';
const UNRELEASED = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- First thing.\n';

let place: string;
let folder: string;
const run = (command: string, ...words: string[]) =>
	execFileSync(command, words, {
		cwd: folder,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
const git = (...words: string[]) => run('git', ...words);
const release = (version: string) => run('npm', 'run', 'release', '--', version);
const path = (file: string) => join(folder, file);
const read = (file: string) => readFileSync(path(file), 'utf8');
const manifest = () => JSON.parse(read('package.json')) as Manifest;
const write = (change: Record<string, unknown>) =>
	writeFileSync(path('package.json'), JSON.stringify({ ...manifest(), ...change }, null, '\t'));
const commit = () => git('commit', '--quiet', '--all', '--message', 'chore: change');

/** All findings, each with the name of its check. */
const findings = async () =>
	(await checkState(folder)).flatMap((check) =>
		check.findings.map((finding) => `${check.name}: ${finding}`),
	);

/** Two repositories, before and after `npm run release`; each test works in a copy. */
beforeAll(() => {
	place = mkdtempSync(join(tmpdir(), 'release-'));
	folder = join(place, 'unreleased');
	mkdirSync(folder);
	for (const file of ['package.json', 'package-lock.json', 'LICENSE.md', '.npmrc']) {
		cpSync(file, path(file));
	}
	symlinkSync(resolve('node_modules'), path('node_modules'));
	writeFileSync(path('.gitignore'), 'node_modules\n');
	writeFileSync(path('CHANGELOG.md'), UNRELEASED);
	write({ author: { name: 'A person', email: 'person@links.test' } });
	git('init', '--quiet', '--initial-branch=main');
	git('config', 'user.name', 'A person');
	git('config', 'user.email', 'person@links.test');
	git('remote', 'add', 'origin', manifest().repository.url.replace('git+', ''));
	git('add', '--all');
	git('commit', '--quiet', '--message', 'feat: all');

	folder = getCopy('unreleased', 'released');
	release('7.8.9');
}, 60_000);

afterAll(() => rmSync(place, { recursive: true }));

function getCopy(from: string, to: string): string {
	const target = join(place, to);
	rmSync(target, { recursive: true, force: true });
	cpSync(join(place, from), target, { recursive: true, verbatimSymlinks: true });
	return target;
}

beforeEach(() => {
	folder = getCopy('unreleased', 'copy');
});

test('repository before a release has the version, the changelog and the tag to do', async () => {
	expect(await findings()).toEqual([
		expect.stringMatching(/^Version: CHANGELOG\.md begins with Unreleased, not with \d/),
		expect.stringMatching(/^Version: The commit has no tag v\d/),
	]);
});

test('repository after npm run release has nothing left to do', async () => {
	folder = getCopy('released', 'copy');
	expect(await findings()).toEqual([]);
	expect(manifest().version).toBe('7.8.9');
	expect(read('CHANGELOG.md')).toMatch(
		/\n## \[7\.8\.9\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- First thing\.\n/,
	);
	expect(git('log', '-1', '--format=%s')).toBe('chore(release): 7.8.9\n');
	expect(git('cat-file', '-t', 'v7.8.9')).toBe('tag\n');
});

test('npm run release leaves a changed working tree alone', async () => {
	writeFileSync(path('LICENSE.md'), 'changed');
	expect(() => release('7.8.9')).toThrow(/Git working directory not clean/);
	expect(await findings()).toContain('Working tree: LICENSE.md: commit it, or take it back');
});

describe('release', () => {
	beforeEach(() => {
		folder = getCopy('released', 'copy');
	});

	test('followed by a further commit lacks its tag', async () => {
		git('commit', '--quiet', '--allow-empty', '--message', 'fix: late');
		expect(await findings()).toEqual([
			expect.stringMatching(/^Version: The commit has no tag v7\.8\.9/),
		]);
	});

	test('with a second version tag has one too many', async () => {
		git('tag', 'v7.9.0');
		expect(await findings()).toEqual([
			'Version: The commit also has the tag v7.9.0: git tag --delete v7.9.0',
		]);
	});

	test('with a version changed by hand does not fit the rest', async () => {
		write({ version: '7.9.0' });
		commit();
		expect(await findings()).toEqual([
			'Version: package-lock.json is for 7.8.9 and 7.8.9, package.json for 7.9.0: run npm install',
			expect.stringMatching(/^Version: CHANGELOG\.md begins with 7\.8\.9, not with 7\.9\.0 /),
			expect.stringMatching(/^Version: The commit has no tag v7\.9\.0/),
		]);
	});

	test.each([
		['says nothing', '# Changelog\n\n## [7.8.9] - 2026-01-01\n', /says nothing about 7\.8\.9/],
		['is of another format', 'Changes\n=======\n* 7.8.9\n', /does not follow Keep a Changelog/],
		[
			'has Unreleased below',
			'# Changelog\n\n## [7.8.9] - 2026-01-01\n\n### Fixed\n\n- A.\n\n## [Unreleased]\n\n### Fixed\n\n- B.\n',
			/has Unreleased below 7\.8\.9/,
		],
	])('with a changelog that %s is not complete', async (_name, text, finding) => {
		writeFileSync(path('CHANGELOG.md'), text);
		commit();
		git('tag', '--force', '--annotate', '--message', 'again', 'v7.8.9');
		expect(await findings()).toEqual([expect.stringMatching(finding)]);
	});
});

test.each<[string, string, Record<string, unknown>]>([
	['V-01', 'name', { name: 'links-for-n8n' }],
	['V-02', 'keyword', { keywords: ['n8n'] }],
	['V-03', 'nodes', { n8n: { strict: true, n8nNodesApiVersion: 1, nodes: ['dist/a.js'] } }],
	['V-04', 'files', { files: ['dist', 'test'] }],
	['V-04', 'scripts', { scripts: { build: 'tsc' } }],
	['V-05', 'repository', { repository: { url: 'git+https://github.com/a/b.git' } }],
	['V-05', 'author', { author: { name: 'A person', email: 'person@links.example' } }],
	['V-06', 'license', { license: 'ISC' }],
	['V-07', 'provenance', { publishConfig: { access: 'public' } }],
	['V-08', 'dependencies', { dependencies: { zod: '3' } }],
	['V-08', 'peers', { peerDependencies: {} }],
])('%s: manifest with a wrong %s is found', async (rule, _name, change) => {
	write(change);
	const found = await findings();
	expect(found.filter((finding) => finding.startsWith('package.json'))).toEqual([
		expect.stringContaining(`package.json: ${rule}: `),
	]);
});

test('author and repository are changed in package.json alone, and carried from there', async () => {
	const policy = `Mail to maintainers@old.example, or see ${GITHUB}/old/n8n-nodes-linkplatform#x.\n`;
	writeFileSync(path('SECURITY.md'), policy);
	git('add', '--all');
	write({
		author: { name: 'A person', email: 'person@links.test' },
		repository: { type: 'git', url: `git+${GITHUB}/New/n8n-nodes-linkplatform.git` },
	});
	commit();
	expect(await findings()).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^Author and repository in other files: SECURITY\.md names another/),
			expect.stringMatching(/^Author and repository in other files: package\.json names another/),
		]),
	);
	expect(carryIdentity(folder)).toEqual(['SECURITY.md', 'package.json']);
	expect(read('SECURITY.md')).toBe(
		`Mail to person@links.test, or see ${GITHUB}/New/n8n-nodes-linkplatform#x.\n`,
	);
	expect(manifest()).toMatchObject({
		homepage: `${GITHUB}/New/n8n-nodes-linkplatform#readme`,
		bugs: { url: `${GITHUB}/New/n8n-nodes-linkplatform/issues` },
	});
	commit();
	const strays = (await findings()).filter((finding) =>
		finding.startsWith('Author and repository'),
	);
	expect(strays).toEqual([]);
});

test('this repository names one author and one place everywhere', () => {
	expect(findStrayIdentity(process.cwd())).toEqual([]);
});
