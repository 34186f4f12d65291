/** One load on one target, and what it cost n8n. */
import { getEventType } from '../../sandbox/events.mts';
import { subtract } from '../figures.mts';
import type { Deployment } from './deployment.mts';
import { type Kind, type Planned, type Shares, planMix } from './mix.mts';
import { type Answer, sendAtPace } from './pace.mts';
import { type Usage, findProcesses, readUsage } from './processes.mts';
import type { Target } from './targets.mts';

/** Of the filtered ones another; the trigger's filter names this one. */
const LINK_ID = 1;
export const FILTERS = { linkId: String(LINK_ID) };

/** A second: more than any n8n takes, so that it decides how fast it goes. */
export const AT_ONCE = 1_000;

/** Documented: what is answered later is sent again. In ms. */
const ACK_LIMIT = 10_000;

export interface Load {
	shares: Shares;
	count: number;
	perSecond: number;
	random: () => number;
}

export interface Result {
	delivered: Array<Planned & Answer>;
	/** Until the last execution was over, in seconds. */
	seconds: number;
	/** CPU time meanwhile, by process, in ms. */
	cpu: Record<string, number>;
	/** In MB, by process. */
	memory: { before: Record<string, number>; after: Record<string, number> };
}

/** Sends it, and waits until what it started has run. */
export async function run(
	{ rest }: Pick<Deployment, 'rest'>,
	target: Target,
	load: Load,
): Promise<Result> {
	const planned = planMix(load.shares, load.count, load.perSecond, load.random);
	const timed = planned.map(({ kind, id, due }) => ({
		...target.toRequest({ id, data: toClick(kind) }, kind === 'forged'),
		due,
	}));
	const before = readAll();
	const startedAt = performance.now();
	const answers = await sendAtPace(timed);
	await rest.idle(target.workflow.id);
	const seconds = (performance.now() - startedAt) / 1000;
	const after = readAll();
	return {
		delivered: planned.map((one, index) => ({ ...one, ...answers[index] })),
		seconds,
		cpu: toCpu(before, after),
		memory: { before: pick(before, 'memory'), after: pick(after, 'memory') },
	};
}

/** What is used while nothing is delivered. */
export type Idle = Pick<Result, 'seconds' | 'cpu'>;

export async function measureIdle(seconds: number): Promise<Idle> {
	const before = readAll();
	await new Promise((done) => setTimeout(done, seconds * 1000));
	const after = readAll();
	return { seconds, cpu: toCpu(before, after) };
}

/** The CPU time of each delivery beyond that, in ms, by process in the order of `idle`. */
export const perDelivery = ({ cpu, seconds, delivered }: Result, idle: Idle): number[] =>
	Object.entries(idle.cpu).map(
		([name, ofIdle]) => (cpu[name] - (ofIdle / idle.seconds) * seconds) / delivered.length,
	);

/** One figure of all processes. */
const pick = (usages: Record<string, Usage>, what: keyof Usage): Record<string, number> =>
	Object.fromEntries(Object.entries(usages).map(([name, usage]) => [name, usage[what]]));

const toCpu = (
	before: Record<string, Usage>,
	after: Record<string, Usage>,
): Record<string, number> => subtract(pick(after, 'cpu'), pick(before, 'cpu'));

/** What each process of the deployment has used since it started. */
export function readAll(): Record<string, Usage> {
	return Object.fromEntries(
		[...findProcesses()].map(([name, leader]) => [name, readUsage(leader)]),
	);
}

export const toAnswerTime = ({ answered, due }: Answer): number => answered - due;
export const isLate = (answer: Answer): boolean =>
	answer.status === 0 || toAnswerTime(answer) > ACK_LIMIT;

/** A repeated delivery has the body of the one it repeats. */
const toClick = (kind: Kind) => ({
	...getEventType('link.clicked')!.example,
	linkId: kind === 'filtered' ? LINK_ID + 1 : LINK_ID,
});
