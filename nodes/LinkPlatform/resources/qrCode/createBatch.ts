import { toFailure, type Failure } from '../../api/failure';
import { toRequest } from '../../api/route';
import { toRecord } from '../../runner/items';
import { mapConcurrent } from '../../runner/mapConcurrent';
import { isOpen, toRows, type Batch, type BatchRun, type NewQrJob } from './batchRun';
import { readEntries } from './bulkResponse';
import { giveEntries } from './entries';
import { creationRequest } from './design';
import { qrCodeMessages } from './messages';
import { readRefusal } from './refusal';
import { settle } from './settle';

/**
 * Creates QR codes in batches; each job ends with its record or its failure. In rounds: what became of rows that are
 * in doubt is looked up once for all batches of a round, then what certainly doesn't exist is sent again, without
 * the rows that were refused. So there are never more QR codes than rows.
 */
export async function createBatches(jobs: NewQrJob[], size: number, run: BatchRun): Promise<void> {
	for (let open = jobs; open.length > 0 && !run.mustStop; open = open.filter(isOpen)) {
		const batches = toBatches(open, Math.min(size, run.mostRows));
		await mapConcurrent(batches, async (batch) => await send(batch, run), run.limits);
		if (run.mustStop) nameRefused(batches, run);
		else await settle(batches, run, async (batch) => await send(batch, run));
	}
}

/** Creates a QR code with a request of its own: the only way to give it a design. */
export async function createAlone(job: NewQrJob, run: BatchRun): Promise<void> {
	if (run.mustStop) return;
	try {
		const request = creationRequest(job);
		run.finish(job, { record: toRecord(await run.context.client.send(request), request) });
	} catch (thrown) {
		run.finish(job, { failure: explain(toFailure(thrown)) });
	}
}

function toBatches(jobs: NewQrJob[], size: number): Batch[] {
	const count = Math.ceil(jobs.length / size);
	return Array.from({ length: count }, (_, at) => ({
		jobs: jobs.slice(at * size, (at + 1) * size),
	}));
}

/** Sends a batch once. Its rows stay open if it was too large, or if what became of them is in doubt. */
async function send(batch: Batch, run: BatchRun): Promise<void> {
	const { jobs } = batch;
	if (run.mustStop || jobs.length > run.mostRows) return;
	const qrs = jobs.map(({ row }) => ({ ...row }));
	const isPartial = jobs.length > 1;
	const request = { ...toRequest('POST /api/qr/bulk'), body: { qrs }, isPartial };
	try {
		batch.entries = readEntries(await run.context.client.send(request), qrs);
		giveEntries(batch, batch.entries, run);
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (failure.isTooLarge && isPartial) {
			run.mostRows = Math.min(run.mostRows, Math.ceil(jobs.length / 2));
		} else if (isPartial && (failure.kind === 'limited' || isAboutRows(failure, jobs))) {
			batch.refusal = failure;
			run.hasFailed ||= failure.kind !== 'limited';
		} else {
			const explained = explain(failure);
			const isDoubtful = isPartial && mayHaveCreated(failure);
			const advised = isDoubtful ? explained.withAdvice(MAY_EXIST) : explained;
			for (const job of jobs) run.finish(job, { failure: advised });
		}
	}
}

const MAY_EXIST = qrCodeMessages.batchMayExist.message;

/** A refusal because of the plan with what to do about that: its status is also that of a missing scope. */
function explain(failure: Failure): Failure {
	const isOfPlan = failure.status === 403 && /\b(quota|limit|plan)/i.test(failure.message);
	return isOfPlan ? failure.reworded({ description: qrCodeMessages.checkQuota.message }) : failure;
}

/** True if a refusal is about single rows of these. */
function isAboutRows(failure: Failure, jobs: NewQrJob[]): boolean {
	if (!failure.isAboutValues && failure.status !== 409) return false;
	const { places, numbers } = readRefusal(failure, toRows(jobs));
	return places.length + numbers.length > 0;
}

/** A quota, often reported with a 403, may run out in the middle; a wrong key or address stops everything at once. */
function mayHaveCreated({ kind, status = 0 }: Failure): boolean {
	return kind === 'refused' && ![401, 404, 405, 413].includes(status);
}

/** In a run that stops: the row that a refusal is about, as far as its words show. */
function nameRefused(batches: Batch[], run: BatchRun): void {
	for (const { jobs, refusal } of batches) {
		if (!refusal || refusal.kind === 'limited') continue;
		const { places, numbers } = readRefusal(refusal, toRows(jobs));
		const job = jobs[[...places, ...numbers][0]] ?? jobs[0];
		run.finish(job, { failure: refusal.withAdvice(MAY_EXIST) });
	}
}
