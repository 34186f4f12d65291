import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { Publication } from '../../../packages/n8n-harness/index.mts';
import { until } from '../../../tools/until.mts';
import type { JobOf } from '../schedule.mts';
import { plain, type Run } from '../work.mts';

type TriggerJob = JobOf<'trigger'>;

/** Switches the sandbox to its plain settings, and creates a webhook as somebody else would. */
async function subscribe({ world }: Run, url: string) {
	await world.change(plain());
	await world.call('/api/webhooks/subscribe', { url, events: ['link.clicked', 'qr.scanned'] });
}

const isOwn = ({ url }: { url: string }) => url.includes('/webhook/');

/** Publishes a trigger, lets hours pass, delivers events, and unpublishes the trigger. Returns the flaws found. */
export async function getTriggerFlaws(
	run: Run,
	credential: object,
	job: TriggerJob,
	begin: () => Promise<void>,
) {
	const { sandbox, host } = run.world;
	const { baseUrl } = host;
	for (let n = 0; n < job.others; n += 1) await subscribe(run, `https://example.com/${n}`);
	host.credentials = { linkPlatformApi: credential } as never;
	if (job.origin !== '') host.baseUrl = job.origin;
	const flaws: string[] = [];
	try {
		await begin();
		if (job.origin !== '') {
			await sandbox.change({ localOrigins: { [new URL(job.origin).origin]: baseUrl } });
		}
		flaws.push(...(await getFlawsOfPublication(run, job)));
	} finally {
		await sandbox.clearFaults();
		await sandbox.change(plain());
		host.baseUrl = baseUrl;
	}
	const foreign = (await sandbox.webhooks()).filter((webhook) => !isOwn(webhook));
	if (foreign.length !== job.others) flaws.push('a webhook of somebody else is gone');
	return flaws;
}

async function getFlawsOfPublication(run: Run, job: TriggerJob) {
	const { world, schedule } = run;
	const published = await world
		.publish({
			events: ['link.clicked', 'qr.scanned'],
			filters: job.isFiltered ? { linkId: '1' } : {},
		})
		.catch((reason: Error) => reason);
	if (published instanceof Error) {
		if (published.message === '') return ['publishing fails without a reason'];
		const isHindered = schedule.service.faults.length > 0 || mayBeRefused(run);
		return isHindered ? [] : [`publishing fails without a cause: ${published.message}`];
	}
	await passHours(run, job, published);
	return [
		...(await getFlawsOfSubscriptions(run, job)),
		...(await getFlawsOfUnpublishing(run, job, published)),
	];
}

/** Runs the hourly checks. After faults, also runs a check without faults, which repairs the damage. */
async function passHours({ world, schedule, settings }: Run, job: TriggerJob, own: Publication) {
	for (let n = 0; n < job.checks; n += 1) {
		// Wait until the list is up to date, because no list is a whole hour out of date.
		await pause(settings.listDelayMs);
		await world.check(own);
	}
	await pause(settings.listDelayMs);
	if (schedule.service.faults.length === 0) return;
	await world.clearFaults();
	await world.check(own);
}

async function getFlawsOfSubscriptions(run: Run, job: TriggerJob) {
	const { world } = run;
	const own = (await world.webhooks()).filter(isOwn);
	const active = own.filter((webhook) => webhook.active);
	return [
		...(own.length > 1 ? [`${job.checks} checks leave ${own.length} webhooks`] : []),
		...(active.length === 0 && !mayBeRefused(run) ? ['no webhook is active'] : []),
		...(active.length === 1 ? await getFlawsOfEvents(run, job) : []),
	];
}

/** Visits a link and a QR code, and compares the executions with the events of the visits. */
async function getFlawsOfEvents({ world, settings }: Run, job: TriggerJob) {
	const { sandbox } = world;
	const { clicks, scans, isFiltered } = job;
	for (let n = 0; n < clicks; n += 1) await sandbox.visit('/launch');
	for (let n = 0; n < scans; n += 1) await sandbox.visit('/poster');
	// A scan also counts as a click on the QR code's link, which isn't the link that the trigger filters by.
	const expected = isFiltered ? clicks : clicks + 2 * scans;
	if (settings.planEvents !== null || expected === 0) return [];
	await until('deliveries', async () => {
		const all = await sandbox.deliveries();
		return all.length > 0 && all.every(({ attempts }) => attempts.length > 0);
	}).catch(() => {});
	// Ignore failed executions, because a repair of the webhook adds a failed execution.
	const getRuns = () =>
		world.started().filter(({ mode, status }) => mode === 'webhook' && status === 'success');
	await until('executions', () => getRuns().length >= expected, 2000).catch(() => {});
	await pause(30);
	const runs = getRuns();
	if (runs.length !== expected) return [`${expected} events run ${runs.length} executions`];
	const ids = runs.map(({ items: [{ json }] }) => getLinkId(json));
	const own = ids.filter((id) => id === '1').length;
	return own === clicks ? [] : [`${clicks} clicks are returned with the links ${ids.join()}`];
}

async function getFlawsOfUnpublishing(
	{ world, schedule, settings }: Run,
	{ origin }: TriggerJob,
	published: Publication,
) {
	// No heartbeat reaches another origin, so n8n doesn't save the ID of a renewal, and a masked URL doesn't tell it.
	if (settings.webhookUrls === 'masked' && origin !== '') return [];
	const reason = await published.unpublish().catch((thrown: Error) => thrown);
	const left = (await world.webhooks()).filter(isOwn);
	const isUnreported = left.length > 0 && !reason && schedule.service.faults.length === 0;
	return isUnreported ? [`unpublishing leaves ${left.length} webhooks, unreported`] : [];
}

/** Returns the ID of a click's link as a string. */
function getLinkId(json: IDataObject) {
	const { linkId } = json;
	return typeof linkId === 'string' ? linkId : JSON.stringify(linkId);
}

/** True if the deployment may refuse the trigger's subscription, or hides data that the trigger needs. */
function mayBeRefused({ settings: { planEvents, webhookLimit, listDelayMs } }: Run) {
	return planEvents !== null || webhookLimit !== null || listDelayMs > 0;
}
