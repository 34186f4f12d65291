import type { JobOf } from '../schedule.mts';
import { type Run } from '../work.mts';
import { getLinkId } from './trigger.mts';

/** Links of the sandbox by their IDs; only the first was clicked before. */
const PATHS = { 1: '/launch', 2: '/guide' };
/** Seconds: longer than a click waits for its details. */
const PATIENCE = 1_000;

/** Publishes a polling trigger, and clicks links between its polls; returns what a user would complain about. */
export async function getPollingFlaws(
	{ world, settings, schedule: { service } }: Run,
	credential: object,
	{ rounds, restarts }: JobOf<'polling'>,
	begin: () => Promise<void>,
): Promise<string[]> {
	const { sandbox, host, started } = world;
	host.credentials = { linkPlatformApi: credential } as never;
	const parameters = { event: 'link.clicked' };
	const trigger = host.createPolled({ node: 'linkPlatformPollingTrigger', parameters });
	const { clockSkewSeconds: skew } = settings.rateLimit;
	const shift = async (seconds: number) =>
		await sandbox.change({ rateLimit: { limit: null, clockSkewSeconds: skew + seconds } });
	/** The ID of the link that each visitor clicked. */
	const visitors: string[] = [];
	await begin();
	await sandbox.clearFaults();
	// Clicks in the second of the first poll may be older than it.
	await shift(-1);
	const refused = await trigger.activate().catch((reason: Error) => reason);
	// A list that contradicts itself is not read at all.
	const mayFail = settings.figures !== 'right';
	if (refused) return mayFail ? [] : [`publishing fails: ${refused.message}`];
	await sandbox.change({ rateLimit: { clockSkewSeconds: skew, ...service.settings.rateLimit } });
	await sandbox.fault(...service.faults);
	for (const round of rounds) {
		for (const id of round) {
			await sandbox.visit(PATHS[id], { 'user-agent': String(visitors.length) });
			visitors.push(String(id));
		}
		await (restarts ? trigger.restart() : trigger.poll());
	}
	await sandbox.clearFaults();
	// A refused poll loses nothing, but the pause that it asked for may be longer than the trigger waits.
	host.credentials = { linkPlatformApi: { ...credential, maxWait: 600 } } as never;
	for (const seconds of [0, PATIENCE, PATIENCE]) {
		await shift(seconds);
		await trigger.poll();
	}
	const clicks = started().flatMap(({ items }) => items.map(({ json }) => json));
	const detailed = clicks.filter(({ details }) => details !== false);
	const agents = detailed.map(({ userAgent }) => Number(userAgent));
	const isOther = detailed.some((click, index) => visitors[agents[index]] !== getLinkId(click));
	const returned = clicks.map(getLinkId).sort().join();
	const expected = visitors.toSorted().join();
	return [
		...(returned === expected
			? []
			: [`clicks of the links ${expected} are returned as ${returned}`]),
		...(new Set(agents).size === agents.length ? [] : ['two clicks have the same details']),
		...(isOther ? ['a click has the details of another'] : []),
	];
}
