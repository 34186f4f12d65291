import type { IDataObject } from 'n8n-workflow';
import { parseQuota } from '../../../api/dialect';
import { Failure, toFailure } from '../../../api/failure';
import { toNameKey, toTargetKey } from '../../../api/identity';
import { inTurn } from '../../../api/inTurn';
import { toRequest } from '../../../api/route';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import { sendForRecord } from '../../../runner/requests';
import { withImage } from '../image';
import { qrCodeMessages } from '../messages';
import { changeTarget, withTargetUrl } from '../target';
import { toExpected } from './check';
import { createRows } from './createRows';
import { groupBy } from './groupBy';
import { lookUp } from './lookUp';
import { isLookedUp, type Job } from './rows';
import type { Session } from './session';

/** Creates the QR codes of one account, and stores the results of its rows. */
export async function createInAccount(session: Session): Promise<void> {
	const { client } = session.context;
	const settle = async () => await settleRows(session);
	// Wait for other executions, because they could create the same QR codes between the look-up and the creation. n8n
	// starts a scheduled workflow even if its previous run hasn't ended, and repeats interrupted runs after a restart.
	const line = `${client.account} qrCodes`;
	await (session.jobs.some(isLookedUp) ? inTurn(line, settle) : settle());
	// If the run stops, don't download images: nobody would see them.
	if (session.mustStop || session.isCheck) return;
	await mapConcurrent(session.jobs, async (job) => await finish(job, session), session.limits);
}

/** Stores the output item of a row that has a QR code, with the image if the user wants it. */
async function finish(job: Job, session: Session): Promise<void> {
	const { failure, ...result } = session.results.get(job.input) ?? {};
	if (failure || !result.record || result.output) return;
	const { record, target: targetUrl, created = false, changed } = result;
	try {
		const { json, binary } = await withImage(record, job.input, session.context);
		const output = { json: { ...json, targetUrl, created, ...changed }, binary };
		session.settle(job, { ...result, output });
	} catch (thrown) {
		session.settle(job, { ...result, failure: toFailure(thrown) });
	}
}

/**
 * Looks up existing QR codes, and changes their targets if 'If Name Exists' says so. Then creates the missing QR
 * codes, as far as the plan's quota allows.
 */
async function settleRows(session: Session): Promise<void> {
	// Rows with the same name and URL share one QR code, except with 'Create Another'.
	const groups = groupBy(session.jobs, (job, index) => {
		const { name, url } = job;
		return isLookedUp(job) ? JSON.stringify([toNameKey(name), toTargetKey(url)]) : index;
	});
	const firstRows = [...groups.values()].map(([first]) => first);
	await lookUp(session.getOpen(firstRows).filter(isLookedUp), session);
	if (session.mustStop) return;
	const open = session.getOpen(firstRows);
	await takeRoom(
		open.filter(({ toUpdate }) => !toUpdate),
		session,
	);
	if (session.isCheck) {
		for (const job of session.getOpen(open)) session.settle(job, toExpected(job));
	} else {
		await changeTargets(open, session);
		await createRows(firstRows, session);
	}
	for (const [first, ...others] of groups.values()) {
		const result = session.results.get(first.input);
		if (!result) continue;
		const { record, target, failure } = result;
		// The other rows of the group share the QR code of the first one.
		for (const job of session.getOpen(others)) session.settle(job, { record, target, failure });
	}
}

/** Changes the targets of existing QR codes to the URLs of their rows. QR codes that share a link have one URL. */
async function changeTargets(jobs: Job[], session: Session): Promise<void> {
	const changes = new Map<string, Promise<string>>();
	const change = async (job: Job) => {
		const { url, toUpdate } = job;
		if (!toUpdate) return;
		const { record, target: previousUrl, linkId } = toUpdate;
		try {
			const changing = changes.get(linkId) ?? changeTarget(linkId, url, session.context);
			changes.set(linkId, changing);
			const target = await changing;
			const changed: IDataObject = { updated: true };
			if (previousUrl !== undefined) changed.previousUrl = previousUrl;
			session.settle(job, { record: withTargetUrl(record, target), target, changed });
		} catch (thrown) {
			session.settle(job, { failure: toFailure(thrown) });
		}
	};
	await mapConcurrent(jobs, change, session.limits);
}

/**
 * Marks the rows that exceed the plan's quota as failed, according to the usage statistics. If the key can't read the
 * statistics, or they don't include this quota, no row fails.
 */
async function takeRoom(jobs: Job[], session: Session): Promise<void> {
	const { length: count } = jobs;
	const { client } = session.context;
	if (count < 2) return;
	const request = toRequest('GET /api/account/stats');
	const usage = await sendForRecord(client, request).catch((): IDataObject => ({}));
	const { used = 0, limit, remaining } = parseQuota(usage.qrs) ?? {};
	const room = remaining ?? Infinity;
	// If the quota is 0 and nothing is used, the quota may be unlimited. If more is used than the quota allows, Link
	// Platform evidently doesn't enforce it.
	if (!limit || used > limit || room >= count) return;
	const failure = Failure.input(qrCodeMessages.overQuota, { remaining: room, count, used, limit });
	for (const job of jobs.slice(room)) session.settle(job, { failure });
}
