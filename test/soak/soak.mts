/** Runs random schedules, several at once as each mostly waits, and groups what failed. */
import fc from 'fast-check';
import { openTriggerWorld, type TriggerWorld } from '../support/trigger.mts';
import { toEntries, toPatch } from './deployment.mts';
import { getFlaws } from './flaws.mts';
import { type Schedule, schedules } from './schedule.mts';

/** In ms: a schedule that takes longer never ends. */
const PATIENCE = 120_000;
/** Attempts at making a schedule smaller. */
const ATTEMPTS = 120;

export interface SoakOptions {
	seed: number;
	milliseconds: number;
	/** The most schedules to run. */
	most: number;
	lanes?: number;
}

/** All schedules with the same flaw, and the smallest of them. */
export interface Found {
	flaw: string;
	count: number;
	/** SOAK_SEED that draws it first. */
	seed: number;
	flaws: string[];
	schedule: Schedule;
}

/** The schedule that a seed draws. */
export const draw = (seed: number) => fc.sample(schedules, { seed, numRuns: 1 })[0];

/** Runs the schedules of `seed`, `seed + 1`, … and does not stop at one that fails. */
export async function soak({ seed, milliseconds, most, lanes = 16 }: SoakOptions) {
	const worlds = await Promise.all(Array.from({ length: lanes }, openTriggerWorld));
	const found = new Map<string, Found>();
	const end = performance.now() + milliseconds;
	let count = 0;
	const work = async (world: TriggerWorld) => {
		while (count < most && performance.now() < end) {
			const own = seed + count;
			count += 1;
			const schedule = draw(own);
			const flaws = await getFlawsInTime(world, schedule);
			for (const flaw of new Set(flaws.map(toKind))) {
				const known = found.get(flaw);
				if (known) known.count += 1;
				else found.set(flaw, { flaw, count: 1, seed: own, flaws, schedule });
			}
		}
	};
	const each = async <T,>(list: T[], task: (world: TriggerWorld, one: T) => Promise<void>) => {
		const rest = [...list];
		await Promise.all(
			worlds.map(async (world) => {
				for (let one = rest.shift(); one !== undefined; one = rest.shift()) await task(world, one);
			}),
		);
	};
	try {
		await Promise.all(worlds.map(work));
		await each([...found.values()], async (world, one) => {
			Object.assign(one, await shrink(world, one));
		});
	} finally {
		for (const world of worlds) await world.close();
	}
	return { count, found: [...found.values()].sort((a, b) => b.count - a.count) };
}

async function getFlawsInTime(world: TriggerWorld, schedule: Schedule): Promise<string[]> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<string[]>((resolve) => {
		timer = setTimeout(() => resolve(['it does not end']), PATIENCE);
	});
	const running = getFlaws(world, schedule).catch((reason: Error) => [`broken: ${reason.message}`]);
	const flaws = await Promise.race([running, late]);
	clearTimeout(timer);
	return flaws;
}

/** A flaw without what differs from schedule to schedule. */
function toKind(flaw: string): string {
	return flaw
		.replace(/https?:\/\/[^\s"\\,]*/g, 'URL')
		.replace(/\\?"(?:[^"\\]|\\(?!").)*\\?"/g, '"…"')
		.replace(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
		.replace(/\d+/g, '#')
		.slice(0, 240);
}

/** A smaller schedule with the same flaw: settings, faults and rows are taken away as long as it stays. */
async function shrink(world: TriggerWorld, { flaw, schedule, flaws }: Found) {
	let best = { schedule, flaws };
	let attempts = 0;
	const isSame = async (candidate: Schedule) => {
		if (attempts >= ATTEMPTS) return false;
		attempts += 1;
		const found = await getFlawsInTime(world, candidate);
		if (!found.map(toKind).includes(flaw)) return false;
		best = { schedule: candidate, flaws: found };
		return true;
	};
	const without = async <T,>(
		get: (from: Schedule) => T[],
		set: (from: Schedule, list: T[]) => Schedule,
		least: number,
	) => {
		for (let size = get(best.schedule).length; size >= 1; size = Math.floor(size / 2)) {
			for (let at = 0; at < get(best.schedule).length; ) {
				const list = get(best.schedule).toSpliced(at, size);
				if (list.length < least || !(await isSame(set(best.schedule, list)))) at += size;
			}
		}
	};
	await without(
		({ service }) => service.faults,
		(from, faults) => ({ ...from, service: { ...from.service, faults } }),
		0,
	);
	await without(
		({ service }) => toEntries(service.settings),
		(from, entries) => ({ ...from, service: { ...from.service, settings: toPatch(entries) } }),
		0,
	);
	for (const [name, value] of Object.entries(best.schedule.job)) {
		if (!Array.isArray(value)) continue;
		await without(
			({ job }) => (job as unknown as Record<string, unknown[]>)[name],
			(from, list) => ({ ...from, job: { ...from.job, [name]: list } as Schedule['job'] }),
			1,
		);
	}
	for (const pace of [{ continues: true }, { concurrency: 1 }, { maxWait: 600 }]) {
		await isSame({ ...best.schedule, pace: { ...best.schedule.pace, ...pace } });
	}
	return best;
}

/** What was found, to read. */
export function toReport({ flaw, count, seed, flaws, schedule }: Found): string {
	return `${count} × ${flaw}\n  ${flaws.join('\n  ')}\n  seed ${seed}: ${JSON.stringify(schedule)}`;
}

/** The requested seed, or a new one each time. */
export const soakSeed = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31);
