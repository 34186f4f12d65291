/**
 * `node --expose-gc oneRun.mts <Run as JSON>`: one run of one node in a process of its own, so that its memory is
 * nobody else's; prints what it cost as a line of JSON.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CredentialData } from '../n8n-engine/index.mts';
import { openEngine } from '../n8n-engine/index.mts';
import { baselines } from './baselines.mts';

export interface Run {
	node: string;
	parameters: Record<string, unknown>;
	credentials: CredentialData;
	/** Input items, each with a name and a number. */
	items: number;
	/** As many before, since what runs first pays for compilation. */
	warmUp: number;
}

/** Memory in bytes. */
export interface Cost {
	done: number;
	failed: number;
	seconds: number;
	cpuSeconds: number;
	/** Held by the input items, and by what came out beside them. */
	input: number;
	output: number;
	/** Of the process at its peak, above what it had before. */
	peak: number;
	/** The message of the first failure. */
	error?: string;
}

const { node, parameters, credentials, items, warmUp } = JSON.parse(process.argv[2]) as Run;
const engine = await openEngine({ extraNodeTypes: baselines, credentials });
const toItems = (count: number, name: string) =>
	Array.from({ length: count }, (_, n) => ({ json: { n, name: `${name}-${n}` } }));
const execute = async (input: ReturnType<typeof toItems>) =>
	await engine.runNode({ node, parameters, items: input });
/** In bytes, without what is garbage once all that was started has ended. */
const getHeld = async () => {
	for (let time = 0; time < 3; time += 1) {
		await pause(100);
		globalThis.gc!();
	}
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
};

if (warmUp > 0) await execute(toItems(warmUp, 'WARM'));
const empty = await getHeld();
const residentBefore = process.memoryUsage.rss();
const input = toItems(items, 'SKU');
const withInput = await getHeld();
let peak = residentBefore;
const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
const clock = setInterval(look, 10);
const cpu = process.cpuUsage();
const started = performance.now();
const result = await execute(input);
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(cpu);
clearInterval(clock);
look();
const failed = result.items.filter(({ json }) => json.error !== undefined);
const cost: Cost = {
	done: result.items.length - failed.length,
	failed: failed.length,
	seconds,
	cpuSeconds: (user + system) / 1e6,
	input: withInput - empty,
	output: (await getHeld()) - withInput,
	peak: peak - residentBefore,
	error: result.error?.message ?? failed.map(({ json }) => json.error as string)[0],
};
// Still there, or it would not have been counted.
if (input.length !== items) throw new Error('The input is gone');
process.stdout.write(`${JSON.stringify(cost)}\n`);
await engine.close();
