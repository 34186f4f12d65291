/** Runs random schedules, and groups their flaws. Several schedules run at once, because each of them mostly waits. */
import fc from 'fast-check';
import { openTriggerWorld, type TriggerWorld } from '../support/trigger.mts';
import { toEntries, toPatch } from './deployment.mts';
import { getFlaws } from './flaws.mts';
import { type Schedule, schedules } from './schedule.mts';

/** The time in milliseconds after which a schedule counts as endless. */
const PATIENCE = 90_000;
/** The maximum time in milliseconds for reducing a schedule. */
const SHRINKING = 40_000;

export interface SoakOptions {
	seed: number;
	milliseconds: number;
	/** The maximum number of schedules to run. */
	most: number;
	lanes?: number;
}

/** A flaw, the number of schedules that have this flaw, and a reduced schedule as an example. */
export interface Found {
	flaw: string;
	count: number;
	/** The first few values of SOAK_SEED that draw a schedule with this flaw. */
	seeds: number[];
	flaws: string[];
	schedule: Schedule;
}

/** Returns the schedule for a seed. The same seed always draws the same schedule. */
const draw = (seed: number) => fc.sample(schedules, { seed, numRuns: 1 })[0];

/** Runs the schedules for the seeds `seed`, `seed + 1`, … and doesn't stop if a schedule fails. */
export async function soak({ seed, milliseconds, most, lanes = 24 }: SoakOptions) {
	const slots = await Promise.all(Array.from({ length: lanes }, openSlot));
	const found = new Map<string, Found>();
	const end = performance.now() + milliseconds;
	let count = 0;
	const work = async (slot: Slot) => {
		while (count < most && performance.now() < end) {
			const own = seed + count;
			count += 1;
			const schedule = draw(own);
			const flaws = await getFlawsInTime(slot, schedule);
			for (const flaw of new Set(flaws.map(toKind))) {
				const known = found.get(flaw);
				if (!known) found.set(flaw, { flaw, count: 1, seeds: [own], flaws, schedule });
				else if ((known.count += 1) < 9) known.seeds.push(own);
			}
		}
	};
	const shrinkSome = async (slot: Slot, rest: Found[]) => {
		for (let one = rest.shift(); one; one = rest.shift()) {
			if (one.flaw !== ENDLESS) Object.assign(one, await shrink(slot, one));
		}
	};
	try {
		await Promise.all(slots.map(work));
		const rest = [...found.values()];
		await Promise.all(slots.map((slot) => shrinkSome(slot, rest)));
	} finally {
		for (const { world } of slots) await world.close();
	}
	return { count, found: [...found.values()].sort((a, b) => b.count - a.count) };
}

/** A place for one schedule at a time. If a schedule doesn't end, its world is replaced by a new one. */
interface Slot {
	world: TriggerWorld;
}
const openSlot = async (): Promise<Slot> => ({ world: await openTriggerWorld() });

const ENDLESS = 'the schedule does not end';

async function getFlawsInTime(slot: Slot, schedule: Schedule) {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<string[]>((resolve) => {
		timer = setTimeout(() => resolve([ENDLESS]), PATIENCE);
	});
	const { world } = slot;
	const running = getFlaws(world, schedule).catch((reason: Error) => [`broken: ${reason.message}`]);
	const flaws = await Promise.race([running, late]);
	clearTimeout(timer);
	if (flaws.includes(ENDLESS)) {
		running.then(() => world.close()).catch(() => {});
		Object.assign(slot, await openSlot());
	}
	return flaws;
}

/** Replaces the parts of a flaw that differ from schedule to schedule with placeholders. */
function toKind(flaw: string) {
	return flaw
		.replace(/https?:\/\/[^\s"\\,]*/g, 'URL')
		.replace(/"(?:\\.|[^"\\])*"/g, '"…"')
		.replace(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
		.replace(/\d+/g, '#')
		.slice(0, 240);
}

/** Reduces a schedule: removes settings, faults and rows as long as the same flaw remains. */
async function shrink(slot: Slot, { flaw, schedule, flaws }: Found) {
	let best = { schedule, flaws };
	const end = performance.now() + SHRINKING;
	const isSame = async (candidate: Schedule) => {
		if (performance.now() > end) return false;
		const found = await getFlawsInTime(slot, candidate);
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

/** Returns a finding as text for people to read. */
export function toReport({ flaw, count, seeds, flaws, schedule }: Found) {
	const list = flaws.join('\n  ');
	return `${count} × ${flaw}\n  ${list}\n  seeds ${seeds.join()}: ${JSON.stringify(schedule)}`;
}

/** The seed from SOAK_SEED, or a different seed for each run. */
export const soakSeed = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31);
