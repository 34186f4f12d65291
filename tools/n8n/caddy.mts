import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { getDebianProgram } from './debian.mts';
import { type ProcessGroup, startProcessGroup } from '../process/processGroup.mts';

/** The reverse proxy as examples/queue-mode/Caddyfile describes it, on an address and with upstreams of this machine. */
export async function startCaddy(
	folder: string,
	address: string,
	upstreams: { main: number; webhook: number },
): Promise<ProcessGroup> {
	const command = await getDebianProgram('caddy', ['/usr/bin/caddy']);
	const text = readFileSync('examples/queue-mode/Caddyfile', 'utf8')
		.replace('main:5678', `127.0.0.1:${upstreams.main}`)
		.replace('webhook:5678', `127.0.0.1:${upstreams.webhook}`);
	const file = join(folder, 'Caddyfile');
	// Only that port, and no files in the user's home.
	writeFileSync(file, `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${text}`);
	const started = startProcessGroup(command, ['run', '--config', file, '--adapter', 'caddyfile'], {
		env: { ...process.env, N8N_ADDRESS: address, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
	});
	await started.untilPrinted('serving initial configuration');
	return started;
}
