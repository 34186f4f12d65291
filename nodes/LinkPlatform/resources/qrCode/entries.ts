import { getMessage, omit } from '../../api/envelope';
import { Failure, toFailure } from '../../api/failure';
import { fill } from '../../api/fill';
import { mapConcurrent } from '../../runner/mapConcurrent';
import { openOf, toRows, type Batch, type BatchRun, type NewQrJob } from './batchRun';
import { isRefused, type Entry } from './bulkResponse';
import { getTargetUrl, toPlain } from './compare';
import type { Existing } from './existing';
import { matchRows } from './matchRows';
import { qrCodeMessages } from './messages';

const { lookUpFailed, notCreated, resultMissing, rowRefused } = qrCodeMessages;

/** Gives the open rows of a batch their entries, and keeps the entries that are left. */
export function giveEntries(batch: Batch, entries: Entry[], run: BatchRun): void {
	const jobs = openOf(batch);
	const matching = matchRows(toRows(jobs), entries);
	for (const [at, entry] of matching.entries.entries()) {
		if (entry) run.finish(jobs[at], toOutcome(entry));
	}
	batch.entries = matching.open;
}

function toOutcome(entry: Entry): Pick<NewQrJob, 'record' | 'failure'> {
	if (!isRefused(entry)) return { record: omit(entry, ['error', 'message', 'index', 'row']) };
	return { failure: toRowFailure(getMessage(entry)) };
}

function toRowFailure(said: string): Failure {
	const { message, description } = rowRefused;
	return Failure.refused({ message: said || message, description });
}

/**
 * Finds out about which rows the entries of good responses are that don't say so themselves: their QR codes' records
 * say what they don't. Rows that may still be about any of several entries fail; rows without any stay open.
 */
export async function identifyEntries(
	batches: Batch[],
	existing: Existing,
	run: BatchRun,
): Promise<void> {
	for (const batch of batches) await readOn(batch, existing, run);
}

/** Completes the entries of QR codes first by the list, then by their own records, as far as rows are open. */
async function readOn(batch: Batch, existing: Existing, run: BatchRun): Promise<void> {
	const sources = [
		async (entry: Entry) => (isNamed(entry) ? undefined : await existing.byId(entry.id)),
		async (entry: Entry) => await existing.inDetail(entry.id),
	];
	let reason: string | undefined;
	for (const read of sources) {
		if (openOf(batch).length === 0 || getCreated(batch).length === 0) return;
		const complete = async (entry: Entry): Promise<Entry> => {
			const found = await read(entry);
			if (!found) return entry;
			const name = isNamed(entry) ? entry.name : found.name;
			return { ...entry, name, target: getTargetUrl(entry) ?? getTargetUrl(found) };
		};
		const created = getCreated(batch);
		const outcomes = await mapConcurrent(created, complete, run.limits);
		const completed = created.map((entry, at) => {
			const outcome = outcomes[at];
			if (outcome?.status === 'fulfilled') return outcome.value;
			// What did not run any more comes after one that failed.
			reason ??= toFailure(outcome.reason).message;
			return entry;
		});
		giveEntries(batch, [...completed, ...getRefused(batch)], run);
	}
	if (getCreated(batch).length === 0) return;
	for (const job of openOf(batch)) run.finish(job, { failure: toMissing(job, reason) });
}

/** A row of which the response doesn't show what became of it, and why that couldn't be found out. */
export function toMissing({ row }: NewQrJob, reason?: string): Failure {
	const failure = Failure.unusable(resultMissing, { name: row.name });
	return reason ? failure.withAdvice(fill(lookUpFailed, { reason }).message) : failure;
}

/** Fails rows that a good response leaves out and that don't exist, with the words of its entries about no row. */
export function failMissing(batch: Batch, run: BatchRun): void {
	const said = [...new Set(getRefused(batch).map(getMessage))].join('; ');
	for (const job of openOf(batch)) {
		const failure = said ? toRowFailure(said) : Failure.refused(notCreated, { name: job.row.name });
		run.finish(job, { failure });
	}
}

/** The entries of QR codes that are about no row yet. */
function getCreated({ entries = [] }: Batch): Entry[] {
	return entries.filter((entry) => entry.id !== undefined && !isRefused(entry));
}

function getRefused({ entries = [] }: Batch): Entry[] {
	return entries.filter(isRefused);
}

function isNamed({ name }: Entry): boolean {
	return toPlain(name) !== '';
}
