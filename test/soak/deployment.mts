/** Random deployments: every setting of the sandbox is drawn, unless NOT_DRAWN lists it. */
import fc from 'fast-check';
import {
	changeSettings,
	listSettings,
	type Settings,
	type SettingsPatch,
} from '../../packages/sandbox/settings.mts';
import { getDefaultSettings } from '../../packages/sandbox/control.mts';

/** Settings that are not drawn, and why. */
export const NOT_DRAWN: Record<string, string> = {
	timeScale: 'the clock of the sandbox, not a habit of a deployment',
	localOrigins: 'an address of the test, not a habit of a deployment',
	'rateLimit.preset': 'the other settings of the limit are drawn one by one',
	'quotas.clicks': 'no job makes clicks',
	'quotas.bios': 'no job makes bio pages',
	'quotas.domains': 'no job makes domains',
	'legacy.maxUploadBytes': 'no job uploads',
	recordRequests: 'for people who watch the sandbox',
};

/** Settings that cannot be combined: why, when, and the change that makes them possible. */
const IMPOSSIBLE: Array<
	[reason: string, when: (settings: Settings) => boolean, instead: SettingsPatch]
> = [
	[
		'a window of a minute is only slow',
		({ rateLimit: { limit, windowSeconds } }) => limit !== null && windowSeconds === 60,
		{ rateLimit: { windowSeconds: 0.2 } },
	],

	[
		'an outdated list cannot show which rows a batch made before it was refused',
		({ listDelayMs, bulk }) => listDelayMs > 0 && bulk.rowByRow !== 'no',
		{ listDelayMs: 0 },
	],
	[
		"a failure under HTTP 200 doesn't say what an empty response has deleted",
		({ failuresAs200, deletions }) => failuresAs200 && deletions === 'empty',
		{ deletedTwice: 'accepted' },
	],
	[
		'without the same id, a click that comes twice looks like two',
		({ deliveredTwice, deliveryId }) => deliveredTwice && deliveryId === 'perAttempt',
		{ deliveredTwice: false },
	],
];

const DRAWN = listSettings().filter(({ name }) => !(name in NOT_DRAWN));

for (const { name, values } of DRAWN) {
	if (values.length > 1) continue;
	throw new Error(
		`${name} needs values to draw (packages/sandbox/settings.mts), or a reason why not`,
	);
}

/** Draws the default of each setting two times out of three. Failing schedules shrink to it. */
const values = fc.record(
	Object.fromEntries(
		DRAWN.map(({ name, values: [usual, ...others] }) => [
			name,
			fc.constantFrom(...others.flatMap(() => [usual, usual]), ...others),
		]),
	),
);

/** The settings of a deployment that differ from the sandbox's own. */
export const deployments: fc.Arbitrary<SettingsPatch> = values.map((drawn) =>
	toPatch(Object.entries(drawn)),
);

/** Makes a patch of settings by their path, without defaults and impossible combinations. */
export function toPatch(entries: Array<[name: string, value: unknown]>): SettingsPatch {
	const usual = new Map(listSettings().map(({ name, values: [first] }) => [name, first]));
	const patch: Record<string, unknown> = {};
	for (const [name, value] of entries) {
		if (JSON.stringify(value) === JSON.stringify(usual.get(name))) continue;
		const [group, key] = name.split('.');
		if (key === undefined) patch[name] = value;
		else patch[group] = { ...(patch[group] as object | undefined), [key]: value };
	}
	return makePossible(patch as SettingsPatch);
}

/** Changes settings that cannot be combined. */
function makePossible(patch: SettingsPatch) {
	let possible: SettingsPatch = patch;
	for (const [, when, instead] of IMPOSSIBLE) {
		if (!when(changeSettings(getDefaultSettings(), possible))) continue;
		const groups = Object.entries(instead).map(([name, value]: [string, unknown]) => {
			const before = (possible as Record<string, unknown>)[name];
			const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
			return [name, isGroup ? { ...(before as object), ...value } : value];
		});
		possible = { ...possible, ...Object.fromEntries(groups) } as SettingsPatch;
	}
	return possible;
}

/** Returns the settings of a patch by their path. */
export function toEntries(patch: SettingsPatch): Array<[name: string, value: unknown]> {
	return Object.entries(patch).flatMap(([name, value]): Array<[string, unknown]> => {
		const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
		if (!isGroup) return [[name, value]];
		return Object.entries(value).map(([key, inner]) => [`${name}.${key}`, inner]);
	});
}
