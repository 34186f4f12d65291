/**
 * `node --expose-gc oneRun.mts <Run as JSON>`: runs one node once, in a separate process so that no other memory is
 * measured. Prints the cost as one line of JSON.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CredentialData } from '../../packages/n8n-harness/index.mts';
import { openEngine } from '../../packages/n8n-harness/index.mts';
import { baselines } from './baselines.mts';
import { clock } from './figures.mts';

export interface Run {
	node: string;
	parameters: Record<string, unknown>;
	credentials: CredentialData;
	/** Number of input items. Each item has a name and a number. */
	items: number;
	/** Number of items in a warm-up run, which isn't measured. A first run includes compilation. */
	warmUp: number;
}

/** The cost of one run. Memory is in bytes. */
export interface Cost {
	done: number;
	seconds: number;
	cpuSeconds: number;
	/** The memory that the output takes up. */
	output: number;
	/** The highest memory use of the process during the run, minus its memory before the run. */
	peak: number;
}

const { node, parameters, credentials, items, warmUp } = JSON.parse(process.argv[2]) as Run;
const engine = await openEngine({ extraNodeTypes: baselines, credentials });
const toItems = (count: number, name: string) =>
	Array.from({ length: count }, (_, n) => ({ json: { n, name: `${name}-${n}` } }));
const execute = (input: ReturnType<typeof toItems>) =>
	engine.runNode({ node, parameters, items: input });
/** Waits briefly for pending work to end, then returns the number of bytes in use after garbage collection. */
const getHeld = async () => {
	for (let time = 0; time < 3; time += 1) {
		await pause(100);
		globalThis.gc!();
	}
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
};

if (warmUp > 0) await execute(toItems(warmUp, 'WARM'));
await getHeld();
const residentBefore = process.memoryUsage.rss();
const input = toItems(items, 'SKU');
const withInput = await getHeld();
let peak = residentBefore;
const sample = () => (peak = Math.max(peak, process.memoryUsage.rss()));
const sampling = setInterval(sample, 10);
const { result, seconds, cpuSeconds } = await clock(() => execute(input));
clearInterval(sampling);
sample();
// Throw the error. Otherwise, a failed run would be printed as a run with 0 rows, without the reason.
if (result.error) throw result.error;
const output = (await getHeld()) - withInput;
// Input and output are still used below, so garbage collection can't free them before they are measured.
const cost: Cost = {
	done: result.items.slice(0, input.length).filter(({ json }) => json.error === undefined).length,
	seconds,
	cpuSeconds,
	output,
	peak: peak - residentBefore,
};
process.stdout.write(`${JSON.stringify(cost)}\n`);
await engine.close();
