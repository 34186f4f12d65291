import type { Failure } from '../../api/failure';
import { fill } from '../../api/fill';
import { mapConcurrent } from '../../runner/mapConcurrent';
import { isOpen, openOf, toRows, type Batch, type BatchRun, type NewQrJob } from './batchRun';
import { failMissing, identifyEntries, toMissing } from './entries';
import { Existing } from './existing';
import { isBegun, lookUp } from './lookUp';
import { qrCodeMessages } from './messages';
import { readRefusal, toReason, type Base } from './refusal';

/** Sends a batch once. */
type Send = (batch: Batch) => Promise<void>;

interface Refused extends Batch {
	refusal: Failure;
}

/**
 * Finds out what became of the rows that a round left open. A service may have created those before the one that it
 * refuses, or until the rate limit ended a batch. Rows that a refusal names fail with its words; what certainly
 * doesn't exist stays open, so that it is sent again.
 */
export async function settle(batches: Batch[], run: BatchRun, send: Send): Promise<void> {
	await identifyEntries(batches, run);
	const refused = batches.filter((batch): batch is Refused => batch.refusal !== undefined);
	const limited = refused.filter(({ refusal }) => refusal.kind === 'limited');
	const named = refused.filter(({ refusal }) => refusal.kind !== 'limited');
	for (const batch of named) failNamed(batch, run);
	const good = batches.filter(({ entries }) => entries);
	const doubtful = [
		...named.filter((batch) => !isHarmless(batch, run)),
		...(await findBegun(limited, run)),
	];
	const refusals = new Map<NewQrJob, Failure>(
		doubtful.flatMap((batch) => openOf(batch).map((job) => [job, batch.refusal] as const)),
	);
	await lookUp([...good.flatMap(openOf), ...refusals.keys()], run, (job, reason) => {
		const refusal = refusals.get(job);
		return refusal ? toDoubtful(refusal, reason) : toMissing(job, reason);
	});
	const absent = new Set(doubtful.flatMap(openOf));
	for (const batch of good) failMissing(batch, run);
	for (const batch of named) await excludeNamed(batch, run, send);
	for (const batch of doubtful) noteHarmless(batch, absent, run);
}

/** Batches that the rate limit ended after the first row: they are created one after the other. */
async function findBegun(limited: Refused[], run: BatchRun): Promise<Refused[]> {
	const existing = new Existing(run.context.client, limited.length);
	const outcomes = await mapConcurrent(
		limited,
		async ({ jobs: [{ row }] }) => await isBegun(row, existing, run),
		run.limits,
	);
	return limited.filter((_, at) => outcomes[at]?.status !== 'fulfilled' || outcomes[at].value);
}

/** The places of the rows that a refusal names, as far as it is known how it counts them. */
function getPlaces({ jobs, refusal }: Refused, run: BatchRun): number[] {
	return readRefusal(refusal, toRows(jobs), run.bases.get(toReason(refusal))).places;
}

function failNamed(batch: Refused, run: BatchRun): void {
	const { jobs, refusal } = batch;
	const named = getPlaces(batch, run).map((place) => jobs[place]);
	for (const job of named.filter(isOpen)) run.finish(job, { failure: refusal });
}

/**
 * Fails the rows that a refusal names, if necessary after finding out how it counts them. If that stays unknown, all
 * rows fail that it may be about, so never the same batch is sent again.
 */
async function excludeNamed(batch: Refused, run: BatchRun, send: Send): Promise<void> {
	const { jobs, refusal } = batch;
	const reason = toReason(refusal);
	const { numbers } = readRefusal(refusal, toRows(jobs), run.bases.get(reason));
	if (numbers.length > 0) {
		const base = await findBase(jobs[Math.min(...numbers) - 1], run, send);
		if (base !== undefined) run.bases.set(reason, base);
	}
	failNamed(batch, run);
	if (jobs.every(isOpen)) for (const job of jobs) run.finish(job, { failure: refusal });
}

/** How a refusal counts rows, seen by the row before that of its first number: that one is bad if it counts from 1. */
async function findBase(job: NewQrJob, run: BatchRun, send: Send): Promise<Base | undefined> {
	const isDoubtful = job.failure !== undefined;
	const batch: Batch = { jobs: [job] };
	if (isOpen(job)) await send(batch);
	if (isOpen(job)) await settle([batch], run, send);
	if (job.record) return 0;
	return !isDoubtful && job.failure?.isAboutValues ? 1 : undefined;
}

/** The rows before the first one that a refusal names, and those behind it that it doesn't name. */
function getSides(batch: Refused, run: BatchRun): Array<[side: string, jobs: NewQrJob[]]> {
	const places = getPlaces(batch, run);
	const first = Math.min(...places);
	const others = [...batch.jobs.entries()].filter(([place]) => !places.includes(place));
	const reason = toReason(batch.refusal);
	return [
		[`before: ${reason}`, others.filter(([place]) => place < first).map(([, job]) => job)],
		[`after: ${reason}`, others.filter(([place]) => place > first).map(([, job]) => job)],
	];
}

/** Whether a refusal for this reason is known to leave nothing of its batch. */
function isHarmless(batch: Refused, run: BatchRun): boolean {
	if (getPlaces(batch, run).length === 0) return false;
	return getSides(batch, run).every(([side, jobs]) => jobs.length === 0 || run.harmless.has(side));
}

function noteHarmless(batch: Refused, absent: Set<NewQrJob>, run: BatchRun): void {
	if (getPlaces(batch, run).length === 0) return;
	for (const [side, jobs] of getSides(batch, run)) {
		if (jobs.length > 0 && jobs.every((job) => absent.has(job))) run.harmless.add(side);
	}
}

/** The refusal first, then why it couldn't be looked up. */
function toDoubtful(refusal: Failure, reason: string | undefined): Failure {
	const { batchMayExist, lookUpFailed } = qrCodeMessages;
	const looked = reason ? refusal.withAdvice(fill(lookUpFailed, { reason }).message) : refusal;
	return looked.withAdvice(batchMayExist.message);
}
