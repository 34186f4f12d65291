import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PROFILED, profile, summarize } from '../../../tools/bench/n8n/profile.mts';
import { startProcessGroup } from '../../../tools/process/processGroup.mts';
import { until } from '../../../tools/until.mts';

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 1 });
const OURS = 'file:///home/.n8n/nodes/node_modules/n8n-nodes-linkplatform/dist/nodes/verify.js';
const ENGINE = 'file:///install/node_modules/n8n/node_modules/@n8n/expression-runtime/bridge.js';

const { busy, total, packages, functions } = summarize({
	nodes: [
		{ id: 1, callFrame: frame('(root)'), children: [2, 3, 4, 7] },
		{ id: 2, callFrame: frame('(idle)') },
		{ id: 3, callFrame: frame('(garbage collector)') },
		{ id: 4, callFrame: frame('verify', OURS), children: [5, 6] },
		{ id: 5, callFrame: frame('update') },
		{ id: 6, callFrame: frame('acquire', ENGINE) },
		{ id: 7, callFrame: frame('', 'node:internal/timers') },
	],
	samples: [2, 3, 4, 5, 6, 7],
	timeDeltas: [10_000, 1_000, 2_000, 3_000, 20_000, 500],
});

it('leaves out what the thread waited', () => {
	expect([busy, total]).toEqual([26.5, 36.5]);
});

it('counts a package for its own functions and what they call in native code, the largest first', () => {
	expect(packages).toEqual([
		['@n8n/expression-runtime', 20],
		['n8n-nodes-linkplatform', 5],
		['(garbage collector)', 1],
		['Node', 0.5],
	]);
});

it('names functions with their file, and native ones for whom they ran', () => {
	expect(functions.map(([name]) => name)).toEqual([
		'acquire, @n8n/expression-runtime/bridge.js',
		'update for verify, n8n-nodes-linkplatform/dist/nodes/verify.js',
		'verify, n8n-nodes-linkplatform/dist/nodes/verify.js',
		'(garbage collector)',
		'anonymous, node:internal/timers',
	]);
});

it('profiles the n8n of a process group, and not what leads it', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'linkplatform-profile-'));
	const script = join(folder, 'bin/n8n');
	mkdirSync(join(folder, 'bin'));
	writeFileSync(
		script,
		'function burn() { const end = Date.now() + 20; while (Date.now() < end); } setInterval(burn, 30);',
	);
	const env = { ...process.env, ...PROFILED };
	const group = startProcessGroup(process.execPath, [script, 'start'], { env });
	try {
		const listening = () => [...group.output().matchAll(/Debugger listening/g)].length === 2;
		await until('both to listen', listening);
		const wait = async () => await new Promise((done) => setTimeout(done, 500));
		const { busy, total } = summarize(await profile(group.output(), wait));
		// The leader does nothing at all.
		expect(busy / total).toBeGreaterThan(0.3);
		await expect(profile('', wait)).rejects.toThrow('no inspector');
	} finally {
		await group.kill();
		rmSync(folder, { recursive: true });
	}
});
