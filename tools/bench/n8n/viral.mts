/** A link that goes viral: of its many clicks hardly one is wanted. What do the others cost, and is n8n still of use? */
import { head, row, say, toRatio } from '../results.mts';
import type { Deployment } from './deployment.mts';
import { quantile, sum } from '../figures.mts';
import { ONLY_FILTERED, ONLY_WANTED, parseShares } from './mix.mts';
import {
	type Idle,
	type Result,
	isLate,
	measureIdle,
	perDelivery,
	run,
	toAnswerTime,
} from './run.mts';
import type { Target } from './targets.mts';
import { type Usability, probe } from './usability.mts';

const PER_SECOND = 50;
const VIRAL = parseShares('1/99/0/0');

export interface Viral {
	/** Without any delivery. */
	idle: Usability & Idle;
	filtered: Result;
	wanted: Result;
	viral: Result & Usability;
}

/** `seconds` of each; filtered and wanted ones alone at a pace that n8n keeps up with. */
export async function measureViral(
	deployment: Deployment,
	target: Target,
	{ seconds, perSecond, random }: { seconds: number; perSecond: number; random: () => number },
): Promise<Viral> {
	const steady = { count: Math.ceil(seconds * perSecond), perSecond, random };
	const without = await measureIdle(seconds);
	const filtered = await run(deployment, target, { shares: ONLY_FILTERED, ...steady });
	const wanted = await run(deployment, target, { shares: ONLY_WANTED, ...steady });
	const { times, failed } = await probe(
		deployment.rest,
		async () => await new Promise((done) => setTimeout(done, seconds * 1000)),
	);
	const load = { shares: VIRAL, count: seconds * PER_SECOND, perSecond: PER_SECOND, random };
	const { result, ...meanwhile } = await probe(
		deployment.rest,
		async () => await run(deployment, target, load),
	);
	return {
		...{ idle: { times, failed, ...without }, filtered, wanted },
		viral: { ...result, ...meanwhile },
	};
}

export function printViral({ idle, filtered, wanted, viral }: Viral): void {
	const ofWanted = sum(perDelivery(wanted, idle));
	say('### Cost of a filtered delivery');
	say();
	say(
		'CPU time of all processes, less that of the same time without deliveries. With each that is accepted, n8n writes its list of processed deliveries anew.',
	);
	say();
	head('CPU ms', 'all', 'ratio', ...Object.keys(idle.cpu));
	const printCost = (name: string, result: Result) => {
		const costs = perDelivery(result, idle);
		row(name, [sum(costs)], toRatio(sum(costs) / ofWanted), ...costs.map((cost) => [cost]));
	};
	printCost('accepted delivery', wanted);
	printCost('filtered delivery', filtered);
	say();
	const { delivered, seconds } = viral;
	const answers = delivered.filter(({ status }) => status !== 0).map(toAnswerTime);
	say(`### A viral link: ${PER_SECOND} deliveries a second, of which 1 % are wanted`);
	say();
	const sent = delivered.at(-1)!.due / 1000;
	say(
		`Sent within ${sent.toFixed(0)} s, all over after ${seconds.toFixed(0)} s. A delivery fails that has no response within 10 s: it is sent again.`,
	);
	say();
	head('ms', 'p50', 'p95', 'p99', 'failed');
	const print = (name: string, times: number[], failed: number) =>
		row(name, ...[0.5, 0.95, 0.99].map((share) => [quantile(times, share)]), failed);
	print("n8n's own REST API, without deliveries", idle.times, idle.failed);
	print("n8n's own REST API, meanwhile", viral.times, viral.failed);
	print('deliveries', answers, delivered.filter(isLate).length);
	say();
}
