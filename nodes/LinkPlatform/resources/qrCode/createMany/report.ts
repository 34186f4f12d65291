import type { IDataObject } from 'n8n-workflow';
import { Failure, joinSentences, toFailure } from '../../../api/failure';
import { fill } from '../../../api/fill';
import type { Accounts } from '../../../runner/accounts';
import { inRow } from '../../../runner/rows';
import type { Input } from '../../../runner/input';
import type { Output } from '../../../runner/operation';
import { qrCodeMessages } from '../messages';

/** The results of the rows. Rows that a stopped run never reached have none. */
export type Results = Map<Input, Result>;
export type Result = Failed | QrCode;

interface Failed {
	failure: Failure;
	/** True if the row fails because of 'If Name Exists'. */
	isByName?: boolean;
}

export interface QrCode {
	record: IDataObject;
	/** The URL that it leads to. Null if it existed before and nothing shows that. */
	target: string | null;
	created: boolean;
	/** The URL that it led to before, if that was changed. */
	previousUrl?: string;
	/** Its item, if an earlier try of the run finished it. */
	output?: Output;
	/** The hint that counts all such rows. */
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

/** How many rows a message names. It counts all of them. */
const MOST_NAMED = 10;

/** Returns one failure that names all unusable rows of a run that stops. */
export function toUnusable(inputs: Input[], failures: Array<Failure | undefined>): Failure {
	if (inputs.length === 1) return failures[0] as Failure;
	const bad = failures.flatMap((failure, rowIndex) => {
		return failure ? inRow(failure, getRow(inputs[rowIndex])).message : [];
	});
	const counts = { bad: toText(bad.length), count: toText(inputs.length) };
	const rows = bad.slice(0, MOST_NAMED).join('. ');
	return Failure.input(qrCodeMessages.rowsUnusable, { ...counts, rows });
}

/** Returns the number of a row as people count it. */
function getRow({ sheetRow, itemIndex }: Input): number | string {
	return sheetRow ?? itemIndex + 1;
}

/**
 * Returns the failure of the row that stopped a run, with the row, the counts so far, and the advice to run it again.
 * If nothing was changed yet, it names all rows that 'If Name Exists' fails.
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
	// A failure from before the first request already names its rows.
	const { message } = failure.kind === 'input' ? failure : inRow(failure, getRow(input));
	// The description already says what to do about an image.
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

/** Returns e.g. `478 created, 12 already existed, 10 failed`. Rows without a QR code count as `rest`. */
function describe({ inputs, results, outcomes }: Run, rest?: 'failed' | 'left'): string {
	const fates = inputs.flatMap((input): Array<Fate | undefined> => {
		const result = results.get(input);
		if (!result || 'failure' in result) return [rest];
		// A row has no outcome if the run stopped before.
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
