import type { IDataObject } from 'n8n-workflow';
import { Failure } from '../../../api/failure';
import { fill } from '../../../api/fill';
import type { Accounts } from '../../../runner/accounts';
import { inRow } from '../../../runner/inRow';
import type { Input } from '../../../runner/input';
import type { OperationContext } from '../../../runner/operation';
import { qrCodeMessages } from '../messages';

/** What became of the QR codes of the rows; nothing of those that a run which stopped didn't reach. */
export type Results = Map<Input, Result>;
export type Result = { failure: Failure } | QrCode;

export interface QrCode {
	record: IDataObject;
	/** Where it leads; null for one that existed before and doesn't say. */
	target: string | null;
	created: boolean;
	/** Whether the account has QR codes of its name that lead elsewhere. */
	hasNamesake?: boolean;
}

type Outcomes = Array<PromiseSettledResult<unknown>>;

/** Rows that a message names; of the others it has the number. */
const MOST_NAMED = 10;
const LONGEST_NAME = 60;
/** In ms: a shorter pause is not worth a word. */
const NOTABLE_PAUSE = 3_000;
const MINUTE = 60_000;

/** The failure of a run that is to stop because some of its rows can't be used: all of them, by row and name. */
export function toUnusable(inputs: Input[], results: Results): Failure {
	const bad = inputs.flatMap((input) => {
		const result = results.get(input);
		return result && 'failure' in result ? [{ input, failure: result.failure }] : [];
	});
	if (inputs.length === 1) return bad[0].failure;
	const { rowUnusable, namelessRow, moreRows, rowsUnusable } = qrCodeMessages;
	const named = bad.slice(0, MOST_NAMED).map(({ input, failure: { message } }) => {
		const [row, name] = [getRow(input), getName(input).slice(0, LONGEST_NAME)];
		return name
			? fill(rowUnusable, { row, name, message }).message
			: fill(namelessRow, { row, message }).message;
	});
	const more = bad.length - named.length;
	const rest = more > 0 ? [fill(moreRows, { count: toText(more) }).message] : [];
	return Failure.input(rowsUnusable, {
		bad: toText(bad.length),
		count: toText(inputs.length),
		rows: [...named, ...rest].join('. '),
	});
}

/** Empty if there is none that can be read. */
function getName(input: Input): string {
	try {
		return input.string('name');
	} catch {
		return '';
	}
}

/** In which row it was, unless it comes from a sheet: the runner adds that one. */
export function nameRow(failure: Failure, { sheetRow, itemIndex }: Input): Failure {
	return sheetRow === undefined ? inRow(failure, itemIndex + 1) : failure;
}

/** The failure that stopped a run: in which row it was, what was created, and that it can be run again. */
export function toStopped(
	failure: Failure,
	input: Input,
	inputs: Input[],
	results: Results,
	outcomes: Outcomes,
): Failure {
	if (inputs.length === 1) return failure;
	// What was refused before anything was sent names its rows itself.
	const { message } = failure.kind === 'input' ? failure : inRow(failure, getRow(input));
	const { runAgain, runAgainSkipping, stopped, stoppedAtImage } = qrCodeMessages;
	const counts = count(inputs, results, outcomes);
	const values = { message: message.replace(/\.$/, ''), outcome: describe(counts) };
	// What to do about an image is in its description.
	const isOfImage = 'record' in (results.get(input) ?? {});
	if (isOfImage) return failure.reworded(fill(stoppedAtImage, values));
	const again = (input.boolean('skipExisting') ? runAgain : runAgainSkipping).message;
	const missing = toText(inputs.length - counts.created - counts.existed);
	return failure.reworded(
		fill(stopped, { ...values, missing, count: toText(inputs.length), again }),
	);
}

/** As people count it. */
function getRow({ sheetRow, itemIndex }: Input): number | string {
	return sheetRow ?? itemIndex + 1;
}

/** Says in one line what became of the rows, and how long the run paused. */
export function addOutcomeHint(
	inputs: Input[],
	results: Results,
	outcomes: Outcomes,
	{ addHint, msWaited }: Accounts,
): void {
	if (inputs.length === 1) return;
	const counts = count(inputs, results, outcomes);
	const failed = inputs.length - counts.created - counts.existed;
	const paused = msWaited < NOTABLE_PAUSE ? [] : [describePause(msWaited)];
	const outcome = [describe(counts, failed), ...paused].join('; ');
	addHint(fill(qrCodeMessages.outcome, { outcome }).message, 'info');
	const elsewhere = [...results.values()].filter((one) => 'record' in one && one.hasNamesake);
	if (elsewhere.length > 0) {
		const values = { count: toText(elsewhere.length) };
		addHint(fill(qrCodeMessages.otherTarget, values).message);
	}
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

interface Counts {
	created: number;
	existed: number;
	/** Of those, the ones whose image was wanted and is missing, also because the run stopped before. */
	withoutImage: number;
}

function count(inputs: Input[], results: Results, outcomes: Outcomes): Counts {
	const counts = { created: 0, existed: 0, withoutImage: 0 };
	for (const [at, input] of inputs.entries()) {
		const result = results.get(input);
		if (!result || 'failure' in result) continue;
		counts[result.created ? 'created' : 'existed'] += 1;
		const isWhole = outcomes[at]?.status === 'fulfilled' || !input.boolean('downloadImage');
		if (!isWhole) counts.withoutImage += 1;
	}
	return counts;
}

/** `478 created, 12 already existed, 10 failed`, without what there is none of. */
function describe(counts: Counts, failed = 0): string {
	const parts = [
		{ words: qrCodeMessages.created, count: counts.created },
		{ words: qrCodeMessages.existed, count: counts.existed },
		{ words: qrCodeMessages.withoutImage, count: counts.withoutImage },
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
