import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { getDebianProgram } from './debian.mts';
import { startProcessGroup } from '../process/processGroup.mts';

const run = promisify(execFile);

const PROGRAMS = '/usr/lib/postgresql/*/bin';

/** The user that Debian's package creates. PostgreSQL refuses to run as root. */
const USER = 'postgres';

/**
 * Starts a separate PostgreSQL server in the folder, and returns n8n's settings for its empty database. It listens on a
 * socket in that folder instead of a port, so it can't conflict with another server. It doesn't protect its data
 * against power cuts, which makes it faster.
 */
export async function startPostgres(folder: string) {
	const command = await getDebianProgram('postgresql', [`${PROGRAMS}/postgres`]);
	mkdirSync(folder);
	const isRoot = process.getuid?.() === 0;
	if (isRoot) await run('chown', [`${USER}:`, folder]);
	const asUser = isRoot
		? ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', '--']
		: ['env'];
	const data = join(folder, 'data');
	const initdb = join(dirname(command), 'initdb');
	const access = ['--auth=trust', `--username=${USER}`];
	await run(asUser[0], [
		...asUser.slice(1),
		initdb,
		data,
		...access,
		'--locale=C.UTF-8',
		'--encoding=UTF8',
		'--no-sync',
	]);
	const settings = [
		'fsync=off',
		'synchronous_commit=off',
		'full_page_writes=off',
		// Keep PostgreSQL from writing anything outside the folder.
		'dynamic_shared_memory_type=mmap',
	];
	const postgres = [
		command,
		'-D',
		data,
		'-k',
		folder,
		'-c',
		'listen_addresses=',
		...settings.flatMap((setting) => ['-c', setting]),
	];
	// SIGINT stops PostgreSQL without waiting for open connections.
	const started = startProcessGroup(asUser[0], [...asUser.slice(1), ...postgres], {
		stopSignal: 'SIGINT',
	});
	await started.untilPrinted('database system is ready to accept connections');
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: folder,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: USER,
	};
}
