/** Runs a schedule, and lists the flaws that a user would complain about. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { NodeResult } from '../../packages/n8n-harness/index.mts';
import { getDefaultSettings } from '../../packages/sandbox/control.mts';
import { changeSettings } from '../../packages/sandbox/settings.mts';
import { getPairs } from '../support/sent.mts';
import { getShown } from '../support/shown.mts';
import type { TriggerWorld } from '../support/trigger.mts';
import { createMany } from './jobs/createMany.mts';
import { getMany } from './jobs/getMany.mts';
import { createLinks, upsert } from './jobs/links.mts';
import { getTriggerFlaws } from './jobs/trigger.mts';
import type { JobOf, Job, Schedule } from './schedule.mts';
import { getWords, plain, type Run, type Work } from './work.mts';

/** Runs a schedule, and returns the flaws of its outcome. The list is empty if the package works correctly. */
export async function getFlaws(world: TriggerWorld, schedule: Schedule) {
	const { sandbox } = world;
	const { service, pace, job } = schedule;
	await world.restore();
	const settings = changeSettings(getDefaultSettings(), service.settings);
	const webhookSecret = randomBytes(12).toString('hex');
	const credential = {
		...(await sandbox.freshCredential()),
		...(settings.keyHeaders === 'x-api-key' ? { sendKeyAs: 'header' } : {}),
		webhookSecret,
	};
	const password = randomBytes(12).toString('hex');
	const run: Run = { world, schedule, settings, password };
	const { continues, ...limits } = pace;
	const timeout = isStalled(service) ? 2 : 100;
	/** Switches the sandbox from its plain settings to the settings and faults of the schedule. */
	const begin = async () => {
		await sandbox.change({ ...getDefaultSettings(), ...service.settings });
		await sandbox.fault(...service.faults);
		// Wait until every list shows the records that the preparation created.
		await pause(settings.listDelayMs);
		await sandbox.forget();
	};
	const paced = { ...credential, ...limits, timeout };
	if (job.kind === 'trigger') return await getTriggerFlaws(run, paced, job, begin);
	const work = await PREPARE[job.kind](run, job as never);
	await begin();
	const result = await world.run(work.resource, work.operation, work.parameters, {
		items: work.items,
		pace: { ...limits, timeout },
		credentials: { linkPlatformApi: credential },
		onError: continues ? 'continueErrorOutput' : 'stopWorkflow',
	});
	await sandbox.clearFaults();
	await sandbox.change(plain());
	const shown = getShown(result);
	const secrets = [credential.apiKey, webhookSecret, password];
	return [
		...getMiscounts(result, schedule, work.items.length),
		...secrets.filter((secret) => shown.includes(secret)).map(() => `${job.kind} shows a secret`),
		...causelessIn(result, run, work),
		...(await work.flaws(result)),
	];
}

const PREPARE: {
	[Kind in Exclude<Job['kind'], 'trigger'>]: (run: Run, job: JobOf<Kind>) => Promise<Work>;
} = { createMany, getMany, createLinks, upsert };

/** True if some responses never end. Otherwise, no request may time out, even on a busy machine. */
const isStalled = ({ faults }: Schedule['service']) =>
	faults.some(({ action }) => 'type' in action && action.type === 'stall');

/**
 * Returns failures that no fault or limit explains. Ignores Create Many, because Link Platform may refuse its rows for
 * their content.
 */
function causelessIn(
	result: NodeResult,
	{ schedule: { service, pace, job }, settings }: Run,
	{ mayFail = false }: Work,
) {
	const isHindered = service.faults.length > 0 || pace.maxWait < 600 || settings.quotas.urls < 1000;
	if (isHindered || mayFail || job.kind === 'createMany') return [];
	const words = getWords(result);
	return words === '' ? [] : [`${job.kind} fails without a cause: ${words}`];
}

/** Checks that every input has one result or one failure with a reason. */
function getMiscounts(result: NodeResult, { pace, job }: Schedule, count: number) {
	const { items, errorItems, error } = result;
	if (!pace.continues && error) {
		return error.message === '' ? ['the run fails without a reason'] : [];
	}
	if (error) return [`the run fails although it is to continue: ${error.message}`];
	// An operation that returns a list has one input and any number of output items.
	const isList = job.kind === 'getMany';
	const distinct = isList
		? [...new Set(getPairs(items)), ...getPairs(errorItems)]
		: getPairs([...items, ...errorItems]).toSorted((a, b) => a - b);
	const every = Array.from({ length: count }, (_, n) => n);
	const isEmpty = isList && distinct.length === 0;
	const isReasoned = errorItems.every(
		({ json }) => typeof json.error === 'string' && json.error !== '',
	);
	return [
		...(isEmpty || isDeepStrictEqual(distinct, every)
			? []
			: [`inputs 0 to ${count - 1} end as ${distinct.join(' ')}`]),
		...(isReasoned ? [] : ['an item fails without a reason']),
	];
}
