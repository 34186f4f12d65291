/** What the package costs an n8n that has it installed, beside n8n's own nodes. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createBuiltInstance } from '../../built.mts';
import { quantile, toRatios } from '../figures.mts';
import { head, row, say } from '../results.mts';

const N8N = resolve('.n8n/install/node_modules');
const BUILT_IN = join(N8N, 'n8n-nodes-base');
const KB = 1024;

/**
 * Loads files as n8n does; what n8n itself has loaded long before is there already, and the package gets n8n's own
 * copy of n8n-workflow.
 */
const LOADER = `
const { createRequire, _resolveFilename } = require('node:module');
const fromN8n = createRequire(process.argv[1] + '/n8n/package.json');
const shared = fromN8n.resolve('n8n-workflow');
require('node:module')._resolveFilename = (name, ...rest) =>
	name === 'n8n-workflow' ? shared : _resolveFilename(name, ...rest);
fromN8n('n8n-workflow');
fromN8n('n8n-core');
const getHeld = () => { gc(); gc(); return process.memoryUsage().heapUsed; };
const before = { held: getHeld(), files: Object.keys(require.cache).length };
const started = performance.now();
const instances = process.argv.slice(2).map((file) => {
	const [Type] = Object.entries(require(file)).find(([name]) => file.includes('/' + name + '.'));
	return new (require(file)[Type])();
});
const ms = performance.now() - started;
const files = Object.keys(require.cache).length - before.files;
process.stdout.write(JSON.stringify({ ms, files, held: getHeld() - before.held, count: instances.length }));
`;

interface Load {
	ms: number;
	files: number;
	held: number;
}

/** Loads the files in a process of its own. */
async function load(files: string[]): Promise<Load> {
	const command = ['--expose-gc', '-e', LOADER, N8N, ...files];
	const { stdout } = await promisify(execFile)(process.execPath, command);
	return JSON.parse(stdout) as Load;
}

function readNodes(folder: string): { nodes: string[]; credentials: string[] } {
	const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	return n8n;
}

/** What the editor gets of each of n8n's nodes, all its versions together, in bytes. */
function readPayloads(): Map<string, number> {
	const path = join(BUILT_IN, 'dist/types/nodes.json');
	const descriptions = JSON.parse(readFileSync(path, 'utf8')) as Array<{ name: string }>;
	const payloads = new Map<string, number>();
	for (const one of descriptions) {
		const bytes = Buffer.byteLength(JSON.stringify(one));
		payloads.set(one.name, (payloads.get(one.name) ?? 0) + bytes);
	}
	return payloads;
}

/** `sample`: how many of n8n's nodes are loaded, evenly spread over the list of all. */
export async function installed(rounds: number, sample: number): Promise<void> {
	const { nodes, credentials } = readNodes('.');
	const builtIn = readNodes(BUILT_IN).nodes;
	const step = builtIn.length / Math.min(sample, builtIn.length);
	const chosen = builtIn.filter((_, index) => Math.floor(index % step) === 0);
	const candidates = [
		{ name: 'our action node', files: [nodes[0]] },
		{ name: 'our trigger', files: [nodes[1]] },
		{ name: 'both and the credential', files: [...nodes, ...credentials] },
	];
	const ours = candidates.map(() => [] as Load[]);
	const theirs: Load[][] = [];
	for (let round = 0; round < rounds; round += 1) {
		const of = chosen.filter((_, index) => index % rounds === round);
		const loads: Load[] = [];
		for (const file of of) loads.push(await load([join(BUILT_IN, file)]));
		theirs.push(loads);
		for (const [at, { files }] of candidates.entries()) {
			ours[at].push(await load(files.map((file) => resolve(file))));
		}
	}
	const share = (part: number, get: (one: Load) => number) =>
		theirs.map((loads) => quantile(loads.map(get), part));

	say('### Loading');
	say(
		`Each node is loaded in a process of its own, in which n8n-workflow and n8n-core are loaded before, as in n8n. Of n8n's ${builtIn.length} nodes, ${chosen.length} are loaded, a part in each round; n8n loads its own only when a workflow uses them, and those of a community package at its start.`,
	);
	head('', 'ms', 'ratio', 'files', 'memory, KB', 'ratio');
	const [ms, held] = [({ ms: one }: Load) => one, ({ held: one }: Load) => one / KB];
	const fill = (name: string, get: (of: (one: Load) => number) => number[]) =>
		row(
			name,
			get(ms),
			toRatios(get(ms), share(0.5, ms)),
			get(({ files }) => files),
			get(held),
			toRatios(get(held), share(0.5, held)),
		);
	fill("median of n8n's nodes", (of) => share(0.5, of));
	fill("90th of 100 of n8n's nodes", (of) => share(0.9, of));
	for (const [at, { name }] of candidates.entries()) fill(name, (of) => ours[at].map(of));
	say();

	const payloads = readPayloads();
	const sizes = [...payloads.values()];
	const largest = [...payloads].sort(([, one], [, other]) => other - one)[0];
	const middle = quantile(sizes, 0.5);
	say('### What the editor gets');
	say(
		"The description of a node as JSON, before compression; of n8n's nodes all versions together.",
	);
	head('', 'KB', 'ratio');
	const own = nodes.map((path): [string, number] => {
		const built = path.replace(/^dist\/|\.js$/g, '');
		const { description } = createBuiltInstance<{ description: { displayName: string } }>(built);
		return [description.displayName, Buffer.byteLength(JSON.stringify(description))];
	});
	for (const [name, bytes] of [
		[`median of n8n's ${sizes.length} nodes`, middle],
		["90th of 100 of n8n's nodes", quantile(sizes, 0.9)],
		[`largest of n8n's nodes: ${largest[0]}`, largest[1]],
		...own,
	] as Array<[string, number]>) {
		row(name, (bytes / KB).toFixed(1), (bytes / middle).toFixed(2));
	}
	say();
}
