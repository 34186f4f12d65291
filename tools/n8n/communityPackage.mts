import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Packs the built package, and unpacks it into n8n's folder of community packages. n8n does the same when it installs a
 * package from a registry.
 */
export async function addCommunityPackage(userFolder: string) {
	const nodes = join(userFolder, '.n8n/nodes');
	const target = join(nodes, 'node_modules/n8n-nodes-linkplatform');
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', nodes];
	const { stdout } = await run('npm', pack);
	const [{ filename }] = JSON.parse(stdout) as Array<{ filename: string }>;
	const archive = join(nodes, filename);
	await run('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
	rmSync(archive);
}
