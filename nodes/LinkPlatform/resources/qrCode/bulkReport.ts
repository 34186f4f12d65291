import { Failure, toFailure } from '../../api/failure';
import { fill } from '../../api/fill';
import type { Accounts } from '../../runner/accounts';
import { inRow } from '../../runner/inRow';
import type { Input } from '../../runner/input';
import type { OperationContext } from '../../runner/operation';
import { qrCodeMessages } from './messages';
import type { RowJob } from './skipExisting';

/** Rows that a message names; of the others it has the number. */
const MOST_NAMED = 10;
const LONGEST_NAME = 60;
/** In ms: a shorter pause is not worth a word. */
const NOTABLE_PAUSE = 3_000;
const MINUTE = 60_000;

/** The failure of a run that is to stop because some of its rows can't be used: all of them, by row and name. */
export function toUnusable(jobs: RowJob[]): Failure {
	const bad = jobs.flatMap((job) => (job.failure ? [{ ...job, failure: job.failure }] : []));
	if (jobs.length === 1) return bad[0].failure;
	const named = bad.slice(0, MOST_NAMED).map(({ input, row, failure: { message } }) => {
		const { rowUnusable, namelessRow } = qrCodeMessages;
		const place = getRow(input);
		const name = row.name.slice(0, LONGEST_NAME);
		return name
			? fill(rowUnusable, { row: place, name, message }).message
			: fill(namelessRow, { row: place, message }).message;
	});
	const more = bad.length - named.length;
	const rest = more > 0 ? [fill(qrCodeMessages.moreRows, { count: toText(more) }).message] : [];
	return Failure.input(qrCodeMessages.rowsUnusable, {
		bad: toText(bad.length),
		count: toText(jobs.length),
		rows: [...named, ...rest].join('. '),
	});
}

/** A row that can't be used, with its number, unless it comes from a sheet: the runner adds that one. */
export function nameRow(failure: Failure, { input }: RowJob): Failure {
	return input.sheetRow === undefined ? inRow(failure, input.itemIndex + 1) : failure;
}

/** The outcomes of a run that is to stop, the first failure with what was created before it. */
export function nameStop<Value>(
	outcomes: Array<PromiseSettledResult<Value>>,
	jobs: RowJob[],
): Array<PromiseSettledResult<Value>> {
	const at = outcomes.findIndex((outcome) => outcome?.status === 'rejected');
	return outcomes.map((outcome, place) =>
		place === at && outcome.status === 'rejected'
			? { ...outcome, reason: toStopped(toFailure(outcome.reason), jobs[at], jobs) }
			: outcome,
	);
}

/** In which row it was, what was created, and that it can be run again. */
function toStopped(failure: Failure, { input }: RowJob, jobs: RowJob[]): Failure {
	if (jobs.length === 1) return failure;
	// What was refused before anything was sent names its rows itself.
	const isOfRow = failure.kind !== 'input';
	const { message } = isOfRow ? inRow(failure, getRow(input)) : failure;
	const { runAgain, runAgainSkipping, stopped } = qrCodeMessages;
	const { created, existed } = count(jobs);
	return failure.reworded(
		fill(stopped, {
			message: message.replace(/\.$/, ''),
			outcome: describe(created, existed),
			missing: toText(jobs.length - created - existed),
			count: toText(jobs.length),
			again: (input.boolean('skipExisting') ? runAgain : runAgainSkipping).message,
		}),
	);
}

/** As people count it. */
function getRow({ sheetRow, itemIndex }: Input): number | string {
	return sheetRow ?? itemIndex + 1;
}

/** Says in one line what became of the rows, and how long the run paused. */
export function addOutcomeHint(
	jobs: RowJob[],
	outcomes: Array<PromiseSettledResult<unknown>>,
	{ addHint, msWaited }: Accounts,
): void {
	if (jobs.length === 1) return;
	const done = jobs.filter((_, at) => outcomes[at].status === 'fulfilled');
	const { created, existed } = count(done);
	const paused = msWaited < NOTABLE_PAUSE ? [] : [describePause(msWaited)];
	const outcome = [describe(created, existed, jobs.length - done.length), ...paused].join('; ');
	addHint(fill(qrCodeMessages.outcome, { outcome }).message, 'info');
	const elsewhere = done.filter((job) => isCreated(job) && job.isNewName === false).length;
	if (elsewhere > 0)
		addHint(fill(qrCodeMessages.otherTarget, { count: toText(elsewhere) }).message);
}

/** Says how long the run will take, if the limit is known and it is more than a minute. */
export function announceDuration(requests: number, { client, announce }: OperationContext): void {
	const { limit } = client;
	if (limit === undefined || requests <= limit) return;
	const minutes = Math.round(requests / limit);
	const time = minutes === 1 ? '1 minute' : `${toText(minutes)} minutes`;
	const values = { requests: toText(requests), time, limit: toText(limit) };
	announce(fill(qrCodeMessages.duration, values).message);
}

/** True if the run has created the row's QR code. */
export function isCreated({ existing, first, isOld }: RowJob): boolean {
	return !existing && !first && !isOld;
}

function count(jobs: RowJob[]): { created: number; existed: number } {
	const done = jobs.filter(({ record, existing, first }) => {
		return record ?? existing ?? first?.record ?? first?.existing;
	});
	const created = done.filter(isCreated).length;
	return { created, existed: done.length - created };
}

/** `478 created, 12 already existed, 10 failed`, without what there is none of. */
function describe(created: number, existed: number, failed = 0): string {
	const parts = [
		{ words: qrCodeMessages.created, count: created },
		{ words: qrCodeMessages.existed, count: existed },
		{ words: qrCodeMessages.failed, count: failed },
	];
	const present = parts.filter(({ count: one }, at) => one > 0 || at === 0);
	return present
		.map(({ words, count: one }) => fill(words, { count: toText(one) }).message)
		.join(', ');
}

function describePause(ms: number): string {
	const { pausedSeconds, pausedMinutes } = qrCodeMessages;
	return ms < 2 * MINUTE
		? fill(pausedSeconds, { time: Math.round(ms / 1_000) }).message
		: fill(pausedMinutes, { time: Math.round(ms / MINUTE) }).message;
}

function toText(number: number): string {
	return number.toLocaleString('en-US');
}
