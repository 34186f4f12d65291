import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { getDebianProgram } from './debian.mts';
import { startProcessGroup } from '../process/processGroup.mts';

export const QUEUE_MODE = readFileSync('examples/queue-mode/Caddyfile', 'utf8');

/**
 * Starts a reverse proxy with the settings of a Caddyfile. The settings are changed so that all traffic stays on this
 * machine: the proxy listens at `address`, and each upstream is replaced by a local port.
 */
export async function startCaddy(
	folder: string,
	address: string,
	caddyfile: string,
	upstreams: Record<string, number>,
) {
	const command = await getDebianProgram('caddy', ['/usr/bin/caddy']);
	let text = caddyfile;
	for (const [name, port] of Object.entries(upstreams))
		text = text.replace(`${name}:5678`, `127.0.0.1:${port}`);
	const file = join(folder, 'Caddyfile');
	// Open no other port, and write no files to the user's home folder.
	writeFileSync(file, `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${text}`);
	const started = startProcessGroup(command, ['run', '--config', file, '--adapter', 'caddyfile'], {
		env: { ...process.env, N8N_ADDRESS: address, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
	});
	await started.untilPrinted('serving initial configuration');
	return started;
}
