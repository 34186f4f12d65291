import { getPayload, isRecord } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { toRequest } from '../../api/route';
import { inAccount } from '../../runner/accounts';
import { parseQuota } from '../../api/dialect';
import type { BatchRun, NewQrJob } from './batchRun';
import { qrCodeMessages } from './messages';

/**
 * Fails the rows for which the plan has no room, as far as the usage statistics show it. A key that may not read
 * them, or statistics without figures, are no obstacle.
 */
export async function keepWithinQuota(jobs: NewQrJob[], run: BatchRun): Promise<void> {
	if (jobs.length < 2) return;
	const { used = 0, limit, remaining } = (await readQuota(run)) ?? {};
	// An unused quota of 0 may be how an unlimited one is stated.
	if (!limit || typeof remaining !== 'number' || remaining >= jobs.length) return;
	const values = { remaining, count: jobs.length, used, limit };
	const failure = inAccount(Failure.input(qrCodeMessages.overQuota, values), run.context.account);
	for (const job of jobs.slice(remaining)) run.finish(job, { failure });
}

async function readQuota({ context }: BatchRun) {
	const body = await context.client
		.send(toRequest('GET /api/account/stats'))
		.catch(() => undefined);
	const usage = getPayload(body);
	return isRecord(usage) ? parseQuota(usage.qrs) : undefined;
}
