import type { IDataObject } from 'n8n-workflow';
import { toFailure, type Failure } from '../../api/failure';
import { toRequest } from '../../api/route';
import { toRecord } from '../../runner/items';
import type { OperationContext } from '../../runner/operation';
import { qrCodeMessages } from './messages';
import { creationRequest, type NewQrCode } from './design';
import { findUntaken } from './existing';
import { matchRows } from './matchRows';

/** A QR code to be created, and what became of it. */
export interface NewQrJob extends NewQrCode {
	record?: IDataObject;
	failure?: Failure;
}

/** What the requests of a run have in common; `taken` are the ids that a row has already. */
export interface BatchRun {
	context: OperationContext;
	stopEarly: boolean;
	/** Whether any row has failed; kept here, since to look through all of them before each request adds up. */
	hasFailed: boolean;
	taken: Set<unknown>;
}

/** Whether nothing more is to be sent. */
export function mustStop({ stopEarly, hasFailed }: BatchRun): boolean {
	return stopEarly && hasFailed;
}

function setOutcome(
	job: NewQrJob,
	outcome: Pick<NewQrJob, 'record' | 'failure'>,
	run: BatchRun,
): void {
	Object.assign(job, outcome);
	run.hasFailed ||= job.failure !== undefined;
}

/**
 * Creates QR codes with one request; each job ends with its record or its failure. They are sent again, in
 * halves, only if they were too many, or if the refusal is about single rows and what exists already was
 * looked up. So there are never more QR codes than rows.
 */
export async function createBatch(jobs: NewQrJob[], run: BatchRun): Promise<void> {
	const { context, taken } = run;
	if (mustStop(run) || jobs.length === 0) return;
	const request = toRequest('POST /api/qr/bulk');
	const qrs = jobs.map(({ row }) => ({ ...row }));
	try {
		const matches = matchRows(qrs, await context.client.send({ ...request, body: { qrs } }));
		jobs.forEach((job, index) => setOutcome(job, matches[index], run));
		for (const { record } of jobs) if (record) taken.add(record.id);
	} catch (thrown) {
		const failure = toFailure(thrown);
		const { isTooLarge } = failure;
		if (jobs.length === 1 || !(isTooLarge || isAboutRows(failure, jobs))) {
			const isOpen = jobs.length > 1 && mayHaveCreated(failure);
			const advised = isOpen ? failure.withAdvice(qrCodeMessages.batchMayExist.message) : failure;
			for (const job of jobs) setOutcome(job, { failure: advised }, run);
			return;
		}
		// A deployment may have created the rows before the one that it refuses.
		const open = isTooLarge ? jobs : await withoutExisting(jobs, failure, run);
		// All that is left may be the bad ones, or none of the batch was created: never the same batch again.
		const middle = Math.ceil(open.length / 2);
		await createBatch(open.slice(0, middle), run);
		await createBatch(open.slice(middle), run);
	}
}

/** Creates a QR code with a request of its own: the only way to give it a design. */
export async function createAlone(job: NewQrJob, run: BatchRun): Promise<void> {
	if (mustStop(run)) return;
	try {
		setOutcome(job, { record: toRecord(await run.context.client.send(creationRequest(job))) }, run);
	} catch (thrown) {
		setOutcome(job, { failure: toFailure(thrown) }, run);
	}
}

/** `Row 3`, `qrs[3].url`, `item #3`, or `3.url: …` of the fields. */
const PLACES =
	/\b(?:rows?|items?|entry|entries|qrs?|index|line)\b\W{0,3}(\d{1,6})\b|(?:^|; )(\d{1,6})(?:\.\w+)?: /gi;

/**
 * True if a refusal is about single rows: it names a place, a target or a name of this batch. Only then
 * may the others be sent again: a plan or a quota refuses them all, in words that may have numbers too.
 */
function isAboutRows({ isAboutValues, message }: Failure, jobs: NewQrJob[]): boolean {
	if (!isAboutValues) return false;
	const places = [...message.matchAll(PLACES)].map(([, place, field]) => Number(place ?? field));
	return (
		places.some((place) => place <= jobs.length) ||
		jobs.some(({ row }) => message.includes(row.url) || message.includes(`"${row.name}"`))
	);
}

/** A quota, often reported with a 403, may run out in the middle; a wrong key or address stops everything at once. */
function mayHaveCreated({ kind, status = 0 }: Failure): boolean {
	return kind === 'refused' && ![401, 404, 405, 413].includes(status);
}

/**
 * The jobs whose QR code certainly doesn't exist; the others get its record. If that is unclear, the
 * job fails: a row to check is better than a second QR code.
 */
async function withoutExisting(
	jobs: NewQrJob[],
	refusal: Failure,
	run: BatchRun,
): Promise<NewQrJob[]> {
	for (const job of jobs) {
		try {
			const { record, isUnclear } = await findUntaken(run.context.client, job.row, run.taken);
			const failure =
				!record && isUnclear ? refusal.withAdvice(qrCodeMessages.batchMayExist.message) : undefined;
			setOutcome(job, { record, failure }, run);
			if (record) run.taken.add(record.id);
		} catch (thrown) {
			const failure = toFailure(thrown).withAdvice(qrCodeMessages.batchMayExist.message);
			setOutcome(job, { failure }, run);
		}
	}
	return jobs.filter(({ record, failure }) => !record && !failure);
}
