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
	// Nothing is sent before the last question, so what was read once answers all of them.
	const existing = new Existing(run.context.client, batches.flatMap(openOf).length);
	await identifyEntries(batches, existing, run);
	const refused = batches.filter((batch): batch is Refused => batch.refusal !== undefined);
	const limited = refused.filter(({ refusal }) => refusal.kind === 'limited');
	const named = refused.filter(({ refusal }) => refusal.kind !== 'limited');
	for (const batch of named) if (getPlaces(batch, run).length === 1) failNamed(batch, run);
	const good = batches.filter(({ entries }) => entries);
	const doubtful = [
		...named.filter((batch) => !isHarmless(batch, run)),
		...(await findBegun(limited, existing, run)),
	];
	const refusals = new Map<NewQrJob, Failure>(
		doubtful.flatMap((batch) => openOf(batch).map((job) => [job, batch.refusal] as const)),
	);
	await lookUp([...good.flatMap(openOf), ...refusals.keys()], existing, run, (job, reason) => {
		const refusal = refusals.get(job);
		return refusal ? toDoubtful(refusal, reason) : toMissing(job, reason);
	});
	const absent = new Set(doubtful.flatMap(openOf));
	for (const batch of good) failMissing(batch, run);
	for (const batch of named) await excludeNamed(batch, absent, run, send);
}

/** Batches that the rate limit ended after the first row: they are created one after the other. */
async function findBegun(
	limited: Refused[],
	existing: Existing,
	run: BatchRun,
): Promise<Refused[]> {
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
async function excludeNamed(
	batch: Refused,
	absent: Set<NewQrJob>,
	run: BatchRun,
	send: Send,
): Promise<void> {
	const { jobs, refusal } = batch;
	const reason = toReason(refusal);
	const { numbers, base } = readRefusal(refusal, toRows(jobs), run.bases.get(reason));
	const found = numbers.length > 0 ? await findBase(batch, absent, run, send) : base;
	// Sent again, the rest of the batch is refused again, and shows it then.
	if (found === 'later') return;
	if (found !== undefined) run.bases.set(reason, found);
	noteHarmless(batch, absent, run);
	failNamed(batch, run);
	const isUnknown = numbers.length > 0 && found === undefined;
	if (isUnknown || jobs.every(isOpen))
		for (const job of openOf(batch)) run.finish(job, { failure: refusal });
}

/**
 * How a refusal counts rows. Sends the batch as if it counted in the usual way, and with the row that is bad in the
 * other case in a place that only the other count has: so it costs no request if the guess is right.
 */
async function findBase(
	batch: Refused,
	absent: Set<NewQrJob>,
	run: BatchRun,
	send: Send,
): Promise<Base | 'later' | undefined> {
	const { jobs, refusal } = batch;
	const { numbers, usual } = readRefusal(refusal, toRows(jobs));
	const other = usual === 0 ? 1 : 0;
	const bad = numbers.map((number) => jobs[number - usual]);
	const suspect = jobs[usual === 0 ? Math.min(...numbers) - 1 : Math.max(...numbers)];
	// What exists is not bad.
	if (suspect.record) return usual;
	if (bad.some(({ record }) => record)) return other;
	const rest = openOf(batch).filter((job) => job !== suspect && !bad.includes(job));
	// The rest is a smaller batch, so this ends.
	if (!isOpen(suspect)) return 'later';
	const scout: Batch = { jobs: usual === 0 ? [...rest, suspect] : [suspect, ...rest] };
	await send(scout);
	const base = toBase(scout, suspect, usual);
	if (base === usual || base === other) run.bases.set(toReason(refusal), base);
	noteHarmless(batch, absent, run);
	await settle([scout], run, send);
	return base;
}

/** What became of a batch with a suspect shows how rows are counted. */
function toBase(
	{ jobs, entries, refusal }: Batch,
	suspect: NewQrJob,
	usual: Base,
): Base | 'later' | undefined {
	const other = usual === 0 ? 1 : 0;
	if (refusal?.kind === 'limited') return 'later';
	if (refusal) return readRefusal(refusal, toRows(jobs)).base === other ? other : usual;
	if (entries) return usual;
	const isRefusedAlone = jobs.length === 1 && suspect.failure?.isAboutValues;
	return isRefusedAlone ? other : undefined;
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
	const { length } = getPlaces(batch, run);
	// Of several rows that it quotes by one name, it may mean any.
	const mayLack = (jobs: NewQrJob[]) => length === 1 && jobs.length === 0;
	return (
		length > 0 &&
		getSides(batch, run).every(([side, jobs]) => mayLack(jobs) || run.harmless.has(side))
	);
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
