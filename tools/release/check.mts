/**
 * `npm run release:check`: everything that a release does, short of uploading. It goes on after a finding,
 * so that one run tells all that is to do.
 */
import { spawnSync } from 'node:child_process';
import { type Check, checkState } from './state.mts';

function show({ name, findings }: Check): void {
	console.log(`${findings.length > 0 ? 'to do' : 'ok   '}  ${name}`);
	for (const finding of findings) console.log(`       - ${finding}`);
}

/** Lint, types, build, tests, scan: from a fresh install, as everywhere else. */
function runChecks(): Check {
	const { status } = spawnSync('.ci/run', { stdio: 'inherit' });
	const findings = status === 0 ? [] : ['What is wrong stands above; .ci/run repeats it'];
	return { name: 'Install, lint, types, build, tests, scan', findings };
}

/** All of `npm publish` but the upload; also asks whether the version is free. */
function rehearsePublishing(): Check {
	const words = ['publish', '--dry-run', '--ignore-scripts', '--loglevel=warn'];
	const { status, stderr } = spawnSync('npm', words, { encoding: 'utf8' });
	const complaints = stderr.split('\n').filter((line) => /npm error|auto-corrected/.test(line));
	const findings = status === 0 ? complaints : [stderr];
	return { name: 'npm publish, without the upload', findings };
}

const checks = await checkState(process.cwd());
checks.forEach(show);
checks.push(runChecks(), rehearsePublishing());
console.log('\n== release check');
checks.forEach(show);

const isReady = checks.every(({ findings }) => findings.length === 0);
console.log(isReady ? '\nReady: git push --follow-tags' : '\nNot ready yet.');
process.exitCode = isReady ? 0 : 1;
