/** Tests how Docker Compose reads examples/queue-mode/, which needs no Docker engine. Other tests run the Caddyfile. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { getDebianProgram } from '../../tools/n8n/debian.mts';

const run = promisify(execFile);

const example = readFileSync('examples/queue-mode/.env.example', 'utf8');
const compose = readFileSync('examples/queue-mode/docker-compose.yml', 'utf8');
const secrets = { N8N_ENCRYPTION_KEY: 'a key', POSTGRES_PASSWORD: 'a password' };

let command: string;
beforeAll(async () => {
	const plugins = '/usr/{local/,}{lib,libexec}/docker/cli-plugins/docker-compose';
	command = await getDebianProgram('docker-compose', ['/usr/{local/,}bin/docker-compose', plugins]);
}, 300_000);

/** Returns the output of Docker Compose's `config` command for the Compose file, .env.example and these variables. */
async function read(what: string[], env: Record<string, string>) {
	const file = [
		'--file',
		'examples/queue-mode/docker-compose.yml',
		'--env-file',
		'examples/queue-mode/.env.example',
	];
	const options = { env: { PATH: process.env.PATH, ...env } };
	const { stdout } = await run(command, [...file, 'config', ...what], options);
	return stdout;
}

it('the Compose file is valid and contains every service of queue mode', async () => {
	const services = (await read(['--services'], secrets)).trim().split('\n').sort();
	expect(services).toEqual(['caddy', 'main', 'postgres', 'redis', 'webhook', 'worker']);
});

it('the Compose file builds all three n8n services with the package and the same settings', async () => {
	// Newer versions of Docker Compose repeat the shared settings of the services at the end, so remove them.
	const text = (await read([], secrets)).replace(/^x-n8n:[^]*/m, '');
	const times = (line: string) => text.split(line).length - 1;
	expect(times('PACKAGE: n8n-nodes-linkplatform\n')).toBe(3);
	expect(times('N8N_ENCRYPTION_KEY: a key\n')).toBe(3);
	expect(times('N8N_WEBHOOK_URL: https://n8n.example.com/\n')).toBe(3);
	expect(times('EXECUTIONS_MODE: queue\n')).toBe(3);
});

it.each(Object.keys(secrets))('Docker Compose refuses to start without %s', (name) =>
	expect(read(['--quiet'], { ...secrets, [name]: '' })).rejects.toThrow('Set it in .env'),
);

it('.env.example names every variable in the Compose file, and no others', () => {
	const used = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
	const named = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
	expect(named.sort()).toEqual([...new Set(used)].sort());
});
