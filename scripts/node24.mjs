/**
 * Fetches Node 24 (the dev dependency `node`) where it is missing. Install scripts are switched off in
 * .npmrc, since some of n8n's dependencies would compile and fail on older Node versions; this is the one
 * that is needed. Runs on Node 20, whatever npm found first.
 */
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const isThere = ['node', 'node.exe'].some((name) => existsSync(`node_modules/node/bin/${name}`));
if (!isThere) {
	console.log('Fetching Node 24, once …');
	execSync('npm rebuild node --ignore-scripts=false', { stdio: 'inherit' });
}
