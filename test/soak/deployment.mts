/** Draws random deployments: a value for each setting of the sandbox, except for the settings in NOT_DRAWN. */
import fc from 'fast-check';
import {
	changeSettings,
	listSettings,
	type Settings,
	type SettingsPatch,
} from '../../packages/sandbox/settings.mts';
import { getDefaultSettings } from '../../packages/sandbox/control.mts';

/** Settings that are not drawn, with the reason for each. */
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

/** Impossible combinations of settings: the reason, the condition, and the change that avoids the combination. */
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
		'a name that is rewritten twice has no spelling that a test could expect',
		({ texts, qrNames }) => texts === 'escaped' && !['any', 'unique'].includes(qrNames),
		{ texts: 'asSent' },
	],
	[
		"a failure under HTTP 200 doesn't say what an empty response has deleted",
		({ failuresAs200, deletions }) => failuresAs200 && deletions === 'empty',
		{ deletedTwice: 'accepted' },
	],
	[
		'a message alone leaves no record to compare',
		({ creations }) => creations === 'message',
		{ creations: 'record' },
	],
	[
		'a webhook whose URL is masked, and whose ID no response tells, cannot be recognized',
		({ webhookUrls, subscribeAnswer }) => webhookUrls === 'masked' && subscribeAnswer === 'message',
		{ subscribeAnswer: 'id' },
	],
	[
		'a new webhook cannot be recognized in an outdated list whose URLs are masked',
		({ webhookUrls, listDelayMs }) => webhookUrls === 'masked' && listDelayMs > 0,
		{ listDelayMs: 0 },
	],
];

const DRAWN = listSettings().filter(({ name }) => !(name in NOT_DRAWN));

for (const { name, values } of DRAWN) {
	if (values.length > 1) continue;
	throw new Error(
		`${name} needs values to draw (packages/sandbox/settings.mts), or a reason why not`,
	);
}

/** A generator of settings: each has its default two times out of three. Failing schedules shrink to the defaults. */
const values = fc.record(
	Object.fromEntries(
		DRAWN.map(({ name, values: [usual, ...others] }) => [
			name,
			fc.constantFrom(...others.flatMap(() => [usual, usual]), ...others),
		]),
	),
);

/** A generator of deployments, each with the settings that differ from the sandbox's defaults. */
export const deployments: fc.Arbitrary<SettingsPatch> = values.map((drawn) =>
	toPatch(Object.entries(drawn)),
);

/** Returns a settings patch from paths and values, without defaults and impossible combinations. */
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

/** Returns the patch, with changes that avoid impossible combinations of settings. */
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

/** Returns the paths and values of the settings in a patch. */
export function toEntries(patch: SettingsPatch): Array<[name: string, value: unknown]> {
	return Object.entries(patch).flatMap(([name, value]): Array<[string, unknown]> => {
		const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
		if (!isGroup) return [[name, value]];
		return Object.entries(value).map(([key, inner]) => [`${name}.${key}`, inner]);
	});
}
