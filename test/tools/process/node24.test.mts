/** The script that runs everything else in Node 24. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

test('node24.mjs asks for npm ci in a folder without installed packages', () => {
	const folder = mkdtempSync(join(tmpdir(), 'clone-'));
	const command = [resolve('tools/node24.mjs'), 'tools/weight.mts'];
	const { status, stderr } = spawnSync(process.execPath, command, { cwd: folder });
	rmSync(folder, { recursive: true });
	expect([status, String(stderr)]).toEqual([
		1,
		'Run `npm ci` first, in the root of the repository.\n',
	]);
});
