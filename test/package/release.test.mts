/** Runs `npm run release` in a temporary repository. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

let folder: string;
const run = (command: string, ...words: string[]) =>
	execFileSync(command, words, {
		cwd: folder,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
const git = (...words: string[]) => run('git', ...words);
const release = (version: string) => run('npm', 'run', 'release', '--', version);
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const readVersion = (file: string) => (JSON.parse(read(file)) as { version: string }).version;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'release-'));
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
		cpSync(file, join(folder, file));
	}
	symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
	writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
	const changelog = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- First thing.\n';
	writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
	git('init', '--quiet', '--initial-branch=main');
	git('config', 'user.name', 'A person');
	git('config', 'user.email', 'person@links.test');
	git('add', '--all');
	git('commit', '--quiet', '--message', 'feat: all');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('npm run release raises the version, dates the changelog, commits and tags', () => {
	release('7.8.9');
	expect(['package.json', 'package-lock.json'].map(readVersion)).toEqual(['7.8.9', '7.8.9']);
	expect(read('CHANGELOG.md')).toMatch(
		/\n## \[7\.8\.9\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- First thing\.\n/,
	);
	expect(git('log', '-1', '--format=%s')).toBe('chore(release): 7.8.9\n');
	expect(git('cat-file', '-t', 'v7.8.9')).toBe('tag\n');
	expect(git('status', '--porcelain')).toBe('');
}, 60_000);

test('npm run release fails if the working tree has uncommitted changes', () => {
	writeFileSync(join(folder, '.gitignore'), 'changed');
	expect(() => release('7.8.9')).toThrow(/Git working directory not clean/);
});
