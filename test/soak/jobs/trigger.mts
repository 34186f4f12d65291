import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { until } from '../../../tools/until.mts';
import type { JobOf } from '../schedule.mts';
import { plain, type Run } from '../work.mts';
import { subscribe } from './webhooks.mts';

/** Publishes a trigger, delivers, lets hours pass, takes it back; what a user would complain about. */
export async function getTriggerFlaws(
	run: Run,
	credential: object,
	{ origin, checks, clicks, scans, others, isFiltered, isLimited }: JobOf<'trigger'>,
	begin: () => Promise<void>,
): Promise<string[]> {
	const { world, schedule, settings } = run;
	const { sandbox, host } = world;
	const own = host.baseUrl;
	for (let n = 0; n < others; n += 1) await subscribe(run, `https://example.com/${n}`);
	host.credentials = { linkPlatformApi: credential } as never;
	if (origin !== '') host.baseUrl = origin;
	const flaws: string[] = [];
	const { faults } = schedule.service;
	const mine = async () =>
		(await sandbox.webhooks()).filter(({ url }) => url.includes('/webhook/'));
	try {
		await begin();
		if (origin !== '') {
			await sandbox.change({ localOrigins: { [new URL(origin).origin]: own } });
		}
		const published = await world
			.publish({
				events: ['link.clicked', 'qr.scanned'],
				filters: isFiltered ? { linkId: '1' } : {},
				options: isLimited ? { maxAge: 1 } : {},
			})
			.catch((reason: Error) => reason);
		if (published instanceof Error) {
			const isHindered = faults.length > 0 || mayBeRefused(run);
			if (published.message === '') flaws.push('publishing fails without a reason');
			if (!isHindered) flaws.push(`publishing fails without a cause: ${published.message}`);
			return flaws;
		}
		for (let n = 0; n < checks; n += 1) {
			// An hour is longer than any list lags behind.
			await pause(settings.listDelayMs);
			await world.check(published);
		}
		await pause(settings.listDelayMs);
		if (faults.length > 0) {
			// What the faults left behind is put right by the next check.
			await sandbox.clearFaults();
			await world.check(published);
		}
		const subscribed = await mine();
		const active = subscribed.filter((one) => one.active);
		if (subscribed.length > 1) {
			flaws.push(`${checks} checks leave ${subscribed.length} webhooks`);
		}
		if (active.length === 0 && !mayBeRefused(run)) flaws.push('no webhook is active');
		if (active.length === 1) {
			for (let n = 0; n < clicks; n += 1) await sandbox.visit('/launch');
			for (let n = 0; n < scans; n += 1) await sandbox.visit('/q/poster');
			// The link behind a QR code is another one.
			const expected = isFiltered ? clicks : clicks + 2 * scans;
			const isIncluded = settings.planEvents === null;
			if (isIncluded && expected > 0) {
				await until('deliveries', async () => {
					const all = await sandbox.deliveries();
					return all.length > 0 && all.every(({ attempts }) => attempts.length > 0);
				}).catch(() => {});
				// A repair shows as an execution, too.
				const run = () =>
					world.started().filter(({ mode, status }) => mode === 'webhook' && status === 'success');
				await until('executions', () => run().length >= expected, 2000).catch(() => {});
				await pause(30);
				if (run().length !== expected) {
					flaws.push(`${expected} events run ${run().length} executions`);
				}
				const ids = run().map(({ items: [{ json }] }) => getLinkId(json));
				const known = ids.filter((id) => id === '1').length;
				if (run().length === expected && known !== clicks) {
					flaws.push(`${clicks} clicks come out with the link ${ids.join()}`);
				}
			}
		}
		const reason = await published.unpublish().then(
			() => undefined,
			(thrown: Error) => thrown,
		);
		const left = await mine();
		if (left.length > 0 && !reason && faults.length === 0) {
			flaws.push(`unpublishing leaves ${left.length} webhooks, unreported`);
		}
		return flaws;
	} finally {
		await sandbox.clearFaults();
		await sandbox.change(plain());
		host.baseUrl = own;
		const foreign = (await sandbox.webhooks()).filter(({ url }) => !url.includes('/webhook/'));
		if (foreign.length !== others) flaws.push('a webhook of somebody else is gone');
	}
}

/** The link of a click that came out, as text. */
export function getLinkId(json: IDataObject): string {
	const { linkId } = json;
	return typeof linkId === 'string' ? linkId : JSON.stringify(linkId);
}

/** Whether a deployment like this may refuse to subscribe, or hides what the trigger has to know. */
export function mayBeRefused(run: Run): boolean {
	const { settings } = run;
	const { planEvents, webhookLimit, listDelayMs } = settings;
	return planEvents !== null || webhookLimit !== null || listDelayMs > 0;
}
