import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { startSandbox } from './server.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sandbox-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const settings = {
	rateLimit: { limits: 1, endpoints: [{ path: '/', limit: 1, header: 1 }] },
} as object;
test.each<[Parameters<typeof startSandbox>[0], string]>([
	[{ ports: 4010 } as object, 'startSandbox has no option "ports". Did you mean "port"?'],
	[{ database: 'x' } as object, 'Choose one of: port, publicUrl, file, settings.'],
	[{ settings }, 'at rateLimit.endpoints[0]\nDid you mean "limit"?'],
	[{ port: 65_536 }, 'The port must be a whole number from 0 to 65535.'],
	[
		{ file: 'nowhere/state' },
		`"nowhere/state" can't be used: unable to open database file. Choose`,
	],
])('the sandbox refuses to start with %j, and says why', async (options, message) => {
	await expect(startSandbox(options)).rejects.toThrow(message);
});

test.each([
	['a text', (file: string) => writeFileSync(file, 'Shopping list'), 'file is not a database'],
	[
		"another program's database",
		(file: string) => {
			const database = new DatabaseSync(file);
			database.exec('CREATE TABLE shopping (item)');
			database.close();
		},
		'it is not from this version of the sandbox',
	],
])('the sandbox leaves %s alone, and says that it is no state file', async (_kind, make, why) => {
	const file = join(folder, 'state');
	make(file);
	const before = readFileSync(file);
	await expect(startSandbox({ file })).rejects.toThrow(`"${file}" can't be used: ${why}. Choose`);
	expect(readFileSync(file)).toEqual(before);
});

test('the command says in a sentence why it stops', () => {
	const start = (...words: string[]) => {
		const command = ['--no-warnings', 'packages/sandbox/main.mts', ...words];
		const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
		return [status, stderr.split('\n')[0]];
	};
	const { port } = new URL(sandbox.url);
	expect(start('--ports', port)).toEqual([1, `Unknown option '--ports'. Did you mean "--port"?`]);
	expect(start('--port', port)).toEqual([
		1,
		`Port ${port} is already in use. Choose another one; 0 is any free port.`,
	]);
});
