/** Runs a schedule, and lists what a user would have to complain about. */
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
import { createLinks, lookUp, upsert } from './jobs/links.mts';
import { getPollingFlaws } from './jobs/polling.mts';
import { getTriggerFlaws } from './jobs/trigger.mts';
import { getWaitFlaws } from './jobs/wait.mts';
import { cleanUp, ensureActive } from './jobs/webhooks.mts';
import type { JobOf, Job, Schedule } from './schedule.mts';
import { getWords, plain, type Run, type Work } from './work.mts';

/** What is wrong with the outcome of a schedule; nothing if the package works. */
export async function getFlaws(world: TriggerWorld, schedule: Schedule): Promise<string[]> {
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
	/** From now on the service is the drawn one. */
	const begin = async () => {
		await sandbox.change({ ...getDefaultSettings(), ...service.settings });
		await sandbox.fault(...service.faults);
		// What the preparation made is no news.
		await pause(settings.listDelayMs);
		await sandbox.forget();
	};
	const whole = { ...credential, ...limits, timeout };
	if (job.kind === 'trigger') return await getTriggerFlaws(run, whole, job, begin);
	if (job.kind === 'wait') return await getWaitFlaws(run, whole, job, begin);
	if (job.kind === 'polling') return await getPollingFlaws(run, whole, job, begin);
	const work = await PREPARE[job.kind](run, job as never);
	await begin();
	const result = await world.run(work.resource, work.operation, work.parameters, {
		items: work.items,
		pace: { ...limits, timeout },
		credentials: { linkPlatformApi: credential },
		onError: continues ? 'continueErrorOutput' : 'stopWorkflow',
	});
	await sandbox.clearFaults();
	const counts = await sandbox.counts();
	await sandbox.change(plain());
	const shown = getShown(result);
	const secrets = [credential.apiKey, webhookSecret, password];
	return [
		...getMiscounts(result, schedule, work.items.length),
		...secrets.filter((secret) => shown.includes(secret)).map(() => `${job.kind} shows a secret`),
		...causelessIn(result, run, work),
		...(await work.flaws(result, counts)),
	];
}

const PREPARE: {
	[Kind in Exclude<Job['kind'], 'trigger' | 'wait' | 'polling'>]: (
		run: Run,
		job: JobOf<Kind>,
	) => Promise<Work>;
} = { createMany, getMany, createLinks, upsert, lookUp, ensureActive, cleanUp };

/** In a schedule without faults, no request may time out, even on a busy machine. */
const isStalled = ({ faults }: Schedule['service']) =>
	faults.some(({ action }) => 'type' in action && action.type === 'stall');

/** Without a fault or a limit nothing may fail; rows of Create Many may be refused for their content. */
function causelessIn(
	result: NodeResult,
	{ schedule: { service, pace, job }, settings }: Run,
	{ mayFail = false }: Work,
): string[] {
	const isHindered = service.faults.length > 0 || pace.maxWait < 600 || settings.quotas.urls < 1000;
	if (isHindered || mayFail || job.kind === 'createMany') return [];
	const words = getWords(result);
	return words === '' ? [] : [`${job.kind} fails without a cause: ${words}`];
}

/** Every input is one result or one failure with a reason; a list is one or the other. */
function getMiscounts(result: NodeResult, { pace, job }: Schedule, count: number): string[] {
	const { items, errorItems, error } = result;
	if (!pace.continues && error) {
		return error.message === '' ? ['the run fails without a reason'] : [];
	}
	if (error) return [`the run fails although it is to continue: ${error.message}`];
	// One input, and as many records as there are.
	const isList = job.kind === 'getMany' || job.kind === 'cleanUp';
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
