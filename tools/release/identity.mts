/**
 * Who publishes, and from where: `author` and `repository` of package.json are the one place for that. Other
 * files name both too, since links in the editor and on npm have to be whole.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
	name: string;
	author?: { email?: string };
	repository?: { url?: string };
}

/** Where reports of vulnerabilities go by e-mail. */
const POLICY = 'SECURITY.md';

/** "owner/name" of a GitHub address in any of its spellings; empty for other addresses. */
export function parseRepository(url = ''): string {
	const [, repository] = /\bgithub\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url) ?? [];
	return repository ?? '';
}

/** The files of the folder's repository that name another one, or another address, than package.json does. */
export function findStrayIdentity(folder: string): string[] {
	return strays(folder).map(({ file }) => file);
}

/** Writes what package.json says into those files; gives their names. */
export function carryIdentity(folder: string): string[] {
	return strays(folder).map(({ file, corrected }) => {
		writeFileSync(join(folder, file), corrected);
		return file;
	});
}

function strays(folder: string): Array<{ file: string; corrected: string }> {
	const read = (file: string) => readFileSync(join(folder, file), 'utf8');
	const { name, author, repository } = JSON.parse(read('package.json')) as Manifest;
	const wanted = parseRepository(repository?.url);
	const addresses = new RegExp(`(?<=github\\.com/)[\\w-]+/${name}(?![\\w-])`, 'g');
	const correct = (file: string, text: string) => {
		const named = wanted === '' ? text : text.replaceAll(addresses, wanted);
		if (file !== POLICY || !author?.email) return named;
		return named.replaceAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, author.email);
	};
	const listed = execFileSync('git', ['ls-files'], { cwd: folder, encoding: 'utf8' }).split('\n');
	return listed
		.filter((file) => /\.(json|md|m?ts|yml)$/.test(file) && file !== 'package-lock.json')
		.map((file) => ({ file, text: read(file) }))
		.map(({ file, text }) => ({ file, text, corrected: correct(file, text) }))
		.filter(({ text, corrected }) => text !== corrected);
}
