import type { IDataObject } from 'n8n-workflow';
import { Failure, joinSentences, toFailure } from '../../../api/failure';
import { fill } from '../../../api/fill';
import type { Accounts } from '../../../runner/accounts';
import { inRow } from '../../../runner/rows';
import type { Input } from '../../../runner/input';
import type { Output } from '../../../runner/operation';
import { qrCodeMessages } from '../messages';

/** The results by row. A row that a stopped run never reached has no result. */
export type Results = Map<Input, Result>;
export type Result = Failed | QrCode;

interface Failed {
	failure: Failure;
	/** True if the row fails because of 'If Name Exists'. */
	isByName?: boolean;
}

export interface QrCode {
	record: IDataObject;
	/** The target URL of the QR code. Null if an existing QR code was kept whose target isn't known. */
	target: string | null;
	created: boolean;
	/** The previous target URL, if the target was changed. */
	previousUrl?: string;
	/** The output item of the row, if an earlier try of the run (Retry On Fail) already finished it. */
	output?: Output;
	/** The kind of hint that counts all rows like this one. */
	remark?: keyof typeof REMARKS;
}

const REMARKS = {
	keptElsewhere: qrCodeMessages.keptElsewhere,
	another: qrCodeMessages.createdAnother,
	replaced: qrCodeMessages.targetsReplaced,
};

/** A run that has ended. */
interface Run {
	/** The input items without empty rows. */
	inputs: Input[];
	results: Results;
	outcomes: Array<PromiseSettledResult<unknown>>;
}

/** The maximum number of rows that a message names. It still counts all of them. */
const MOST_NAMED = 10;

/** Returns one failure for a run that stops; it names all rows with invalid values. */
export function toUnusable(inputs: Input[], failures: Array<Failure | undefined>): Failure {
	if (inputs.length === 1) return failures[0] as Failure;
	const bad = failures.flatMap((failure, rowIndex) => {
		return failure ? inRow(failure, getRow(inputs[rowIndex])).message : [];
	});
	const counts = { bad: toText(bad.length), count: toText(inputs.length) };
	const rows = bad.slice(0, MOST_NAMED).join('. ');
	return Failure.input(qrCodeMessages.rowsUnusable, { ...counts, rows });
}

/** Returns the row number for a message: the row of the sheet if known, otherwise the position of the item, from 1. */
function getRow({ sheetRow, itemIndex }: Input): number | string {
	return sheetRow ?? itemIndex + 1;
}

/**
 * Returns the failure that stopped a run: it names the row and adds the counts so far and the advice to run all rows
 * again. If nothing was changed yet, it names all rows that fail because of 'If Name Exists'.
 */
export function toStopped(input: Input, run: Run): Failure {
	const { inputs, results, outcomes } = run;
	const failure = toFailure((outcomes[input.itemIndex] as PromiseRejectedResult).reason);
	if (inputs.length === 1) return failure;
	const byName = inputs.map((one) => {
		const result = results.get(one);
		return result && 'failure' in result && result.isByName ? result.failure : undefined;
	});
	const isUntouched = ![...results.values()].some(isChange);
	const [first] = byName.filter((one) => one !== undefined);
	if (first && isUntouched) return toUnusable(inputs, byName).withAdvice(first.description);
	// A failure from before the first request already names the rows.
	const { message } = failure.kind === 'input' ? failure : inRow(failure, getRow(input));
	// If only the image failed, the description already says how to get it.
	const isOfImage = 'record' in (results.get(input) ?? {});
	const outcome = describe(run, isOfImage ? undefined : 'left');
	const { runAgain, runAgainKeeping } = qrCodeMessages;
	const again = input.string('ifNameExists') === 'create' ? runAgainKeeping : runAgain;
	const advice = isOfImage ? undefined : again.message;
	return failure.reworded({ message: joinSentences(message, outcome, advice) });
}

function isChange(result: Result): boolean {
	return 'record' in result && (result.created || result.previousUrl !== undefined);
}

/** Adds a hint that counts the results of several rows, and a hint for each kind of row to check. */
export function addOutcomeHints(run: Run, { addHint }: Accounts): void {
	if (run.inputs.length > 1) {
		addHint(fill(qrCodeMessages.outcome, { outcome: describe(run, 'failed') }).message, 'info');
	}
	const made = [...run.results.values()].filter((result) => 'record' in result);
	for (const remark of Object.keys(REMARKS) as Array<keyof typeof REMARKS>) {
		const meant = made.filter((one) => one.remark === remark);
		if (meant.length === 0) continue;
		const { record, target } = meant[0];
		const name = `"${String(record.name)}"`;
		const example = remark === 'another' ? name : `${name} leads to ${String(target)}`;
		addHint(fill(REMARKS[remark], { count: toText(meant.length), example }).message);
	}
}

/** The possible results of a row, in the order of the summary. */
const { created, existed, existedByName, updated, withoutImage, failed, left } = qrCodeMessages;
const FATES = { created, existed, existedByName, updated, withoutImage, failed, left };
type Fate = keyof typeof FATES;

/**
 * Returns e.g. `478 created, 12 already existed, 10 failed`. Rows without a QR code are counted under the label `rest`.
 */
function describe({ inputs, results, outcomes }: Run, rest?: 'failed' | 'left'): string {
	const fates = inputs.flatMap((input): Array<Fate | undefined> => {
		const result = results.get(input);
		if (!result || 'failure' in result) return [rest];
		// If the run stopped before the row's image was downloaded, the row has no outcome.
		const isWhole =
			outcomes[input.itemIndex]?.status === 'fulfilled' || !input.boolean('downloadImage');
		return [toFate(result), isWhole ? undefined : 'withoutImage'];
	});
	return (Object.keys(FATES) as Fate[])
		.map((fate) => ({ fate, count: fates.filter((one) => one === fate).length }))
		.filter(({ fate, count }) => fate === 'created' || count > 0)
		.map(({ fate, count }) => fill(FATES[fate], { count: toText(count) }).message)
		.join(', ');
}

function toFate({ created, previousUrl, target }: QrCode): Fate {
	if (created) return 'created';
	if (previousUrl !== undefined) return 'updated';
	return target === null ? 'existedByName' : 'existed';
}

function toText(number: number): string {
	return number.toLocaleString('en-US');
}
