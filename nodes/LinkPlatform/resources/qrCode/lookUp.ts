import type { IDataObject } from 'n8n-workflow';
import { toFailure, type Failure } from '../../api/failure';
import { parseTimestamp } from '../../api/dialect';
import { mapConcurrent } from '../../runner/mapConcurrent';
import type { BatchRun, NewQrJob } from './batchRun';
import { getTargetUrl, groupBy, leadsTo, toPlain, toTargetKey, type Row } from './compare';
import { MOST_OTHERS, readTargets, type Existing } from './existing';

/** In ms: what is older than the run by more is none of it, in whatever time zone its date is. */
const DAY = 24 * 60 * 60 * 1000;
/** In ms: two clocks rarely differ by more. */
const MINUTE = 60 * 1000;

/**
 * Finds the QR codes of rows that may have been created, by name and target. A row whose QR code certainly doesn't
 * exist stays open; if that is unclear, the row fails: a row to check is better than a second QR code.
 */
export async function lookUp(
	jobs: NewQrJob[],
	existing: Existing,
	run: BatchRun,
	toUnclear: (job: NewQrJob, reason?: string) => Failure,
): Promise<void> {
	const groups = [...groupBy(jobs, ({ row }) => toPlain(row.name)).values()];
	const fail = (job: NewQrJob, reason?: string) =>
		run.finish(job, { failure: toUnclear(job, reason) });
	const find = async (group: NewQrJob[]) => {
		try {
			await findGroup(group, existing, run, fail);
		} catch (thrown) {
			for (const job of group) fail(job, toFailure(thrown).message);
		}
	};
	await mapConcurrent(groups, find, run.limits);
}

/** Rows of one name. */
async function findGroup(
	group: NewQrJob[],
	existing: Existing,
	run: BatchRun,
	fail: (job: NewQrJob) => void,
): Promise<void> {
	const [{ row, isNewName }] = group;
	const found = (await existing.byName(row.name)).filter((record) => mayBeOfRun(record, run));
	// The name alone shows it.
	if (isNewName && group.length === 1 && found.length === 1 && !getTargetUrl(found[0])) {
		run.finish(group[0], { record: found[0] });
		return;
	}
	const toRead = found.slice(0, group.length + MOST_OTHERS);
	const read = await readTargets(toRead, existing, run.limits);
	const isUnclear = toRead.length < found.length || read.some(({ target }) => !target);
	const byTarget = groupBy(read, ({ target }) => toTargetKey(target));
	for (const job of group) {
		const { record } = byTarget.get(toTargetKey(job.row.url))?.shift() ?? {};
		if (record) run.finish(job, { record, isOld: mayBeOld(record, job, run) });
		else if (isUnclear) fail(job);
	}
}

/** Whether the run may have created a QR code, and given it to no row yet. */
function mayBeOfRun({ id, date }: IDataObject, { taken, startedAt }: BatchRun): boolean {
	return !taken.has(String(id)) && (parseTimestamp(date) ?? Infinity) > startedAt - DAY;
}

/** Without 'Skip Existing', nobody looked before. */
function mayBeOld(
	{ date }: IDataObject,
	{ isNewName }: NewQrJob,
	{ startedAt }: BatchRun,
): boolean {
	return isNewName === undefined && (parseTimestamp(date) ?? 0) < startedAt - MINUTE;
}

/** Whether there is already a QR code that this run may have created for the row. */
export async function isBegun(row: Row, existing: Existing, run: BatchRun): Promise<boolean> {
	const found = await existing.byName(row.name);
	return found.some((record) => mayBeOfRun(record, run) && leadsTo(record, row) !== false);
}
