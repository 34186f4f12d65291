/** Runs random schedules, several at once as each mostly waits, and reports the outcomes. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { getDefaultSettings } from '../../tools/sandbox/control.mts';
import type { SettingsPatch } from '../../tools/sandbox/settings.mts';
import { openWorld } from '../support/world.mts';
import { getFlaws } from './flaws.mts';
import { type Schedule, schedules } from './schedule.mts';

const LANES = 12;
/** In ms: a schedule that takes longer never ends. */
const PATIENCE = 300_000;

export interface SoakOptions {
	seed: number;
	milliseconds: number;
	/** The most schedules to run. */
	most: number;
}

/** The schedules that were run, and a report of each that failed, as small as it could be made. */
export async function soak({ seed, milliseconds, most }: SoakOptions) {
	const lanes = Array.from({ length: LANES }, async (_, lane) => {
		const world = await openWorld();
		let latest: Promise<unknown> = Promise.resolve();
		const property = fc.asyncProperty(schedules, async (schedule: Schedule) => {
			const running = getFlaws(world, schedule);
			latest = running.catch(() => {});
			const flaws = await running;
			if (flaws.length > 0) throw new Error(flaws.join('\n'));
		});
		try {
			const details = await fc.check(property, {
				seed: seed + lane,
				numRuns: Math.ceil(Math.min(most, 1_000_000_000) / LANES),
				interruptAfterTimeLimit: milliseconds,
				timeout: PATIENCE,
			});
			return { count: details.numRuns, failure: details.failed ? toReport(details) : '' };
		} finally {
			// After the time limit, the last schedule is still running.
			await latest;
			await world.close();
		}
	});
	const outcomes = await Promise.all(lanes);
	return {
		count: outcomes.reduce((sum, { count }) => sum + count, 0),
		failures: outcomes.flatMap(({ failure }) => (failure === '' ? [] : [failure])),
	};
}

function toReport({ counterexample, errorInstance, seed }: fc.RunDetails<[Schedule]>): string {
	const schedule = JSON.stringify(counterexample ? toShort(counterexample[0]) : null);
	return `${String((errorInstance as Error | null)?.message)}\nseed ${seed}: ${schedule}`;
}

/** Without the sandbox's default settings. */
function toShort({ service, ...rest }: Schedule): Schedule {
	const settings = without(service.settings, getDefaultSettings()) as SettingsPatch;
	return { ...rest, service: { ...service, settings } };
}

function without(value: object, normal: object): object {
	const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
		const usual = (normal as Record<string, unknown>)[key];
		const isGroup = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
		const rest = isGroup ? without(inner, usual as object) : inner;
		const isUsual = isDeepStrictEqual(rest, isGroup ? {} : usual);
		return isUsual ? [] : [[key, rest]];
	});
	return Object.fromEntries(entries.flat() as Array<[string, unknown]>);
}

/** The requested seed, or a new one each time. */
export const soakSeed = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31);
