import type { IDataObject } from 'n8n-workflow';
import { Failure, joinSentences, toFailure } from '../../../api/failure';
import { fill } from '../../../api/fill';
import type { Accounts } from '../../../runner/accounts';
import { inRow } from '../../../runner/rows';
import type { Input } from '../../../runner/input';
import { qrCodeMessages } from '../messages';

/** What became of the QR codes of the rows; nothing of those that a run which stopped didn't reach. */
export type Results = Map<Input, Result>;
export type Result = { failure: Failure } | QrCode;

interface QrCode {
	record: IDataObject;
	/** Where it leads; null for one that existed before and doesn't say. */
	target: string | null;
	created: boolean;
	/** Whether the account has QR codes of its name that lead elsewhere. */
	hasNamesake?: boolean;
}

/** A run that is over. */
interface Run {
	inputs: Input[];
	results: Results;
	outcomes: Array<PromiseSettledResult<unknown>>;
}

/** Rows that a message names; it has the number of all. */
const MOST_NAMED = 10;

/** The failure of a run that is to stop because some of its rows can't be used: all of them. */
export function toUnusable(inputs: Input[], failures: Array<Failure | undefined>): Failure {
	if (inputs.length === 1) return failures[0] as Failure;
	const bad = failures.flatMap((failure, at) => {
		return failure ? inRow(failure, getRow(inputs[at])).message : [];
	});
	const counts = { bad: toText(bad.length), count: toText(inputs.length) };
	const rows = bad.slice(0, MOST_NAMED).join('. ');
	return Failure.input(qrCodeMessages.rowsUnusable, { ...counts, rows });
}

/** As people count it. */
function getRow({ sheetRow, itemIndex }: Input): number | string {
	return sheetRow ?? itemIndex + 1;
}

/** The failure of this row, which stopped a run: in which row it was, what was created, and that it can be run again. */
export function toStopped(at: number, run: Run): Failure {
	const input = run.inputs[at];
	const failure = toFailure((run.outcomes[at] as PromiseRejectedResult).reason);
	if (run.inputs.length === 1) return failure;
	// What was refused before anything was sent names its rows itself.
	const { message } = failure.kind === 'input' ? failure : inRow(failure, getRow(input));
	// What to do about an image is in its description.
	const isOfImage = 'record' in (run.results.get(input) ?? {});
	const outcome = describe(run, isOfImage ? undefined : 'left');
	const { runAgain, runAgainSkipping } = qrCodeMessages;
	const again = input.boolean('skipExisting') ? runAgain : runAgainSkipping;
	const advice = isOfImage ? undefined : again.message;
	return failure.reworded({ message: joinSentences(message, outcome, advice) });
}

/** Says in one line what became of the rows. */
export function addOutcomeHint(run: Run, { addHint }: Accounts): void {
	addHint(fill(qrCodeMessages.outcome, { outcome: describe(run, 'failed') }).message, 'info');
	const elsewhere = [...run.results.values()].filter((one) => 'record' in one && one.hasNamesake);
	if (elsewhere.length === 0) return;
	addHint(fill(qrCodeMessages.otherTarget, { count: toText(elsewhere.length) }).message);
}

/** `478 created, 12 already existed, 10 failed`, without what there is none of; `rest` is what the others are called. */
function describe({ inputs, results, outcomes }: Run, rest?: 'failed' | 'left'): string {
	const counts = { created: 0, existed: 0, existedByName: 0, withoutImage: 0, failed: 0, left: 0 };
	for (const [at, input] of inputs.entries()) {
		const result = results.get(input);
		if (!result || 'failure' in result) {
			if (rest) counts[rest] += 1;
			continue;
		}
		const existed = result.target === null ? 'existedByName' : 'existed';
		counts[result.created ? 'created' : existed] += 1;
		// Also because the run stopped before.
		const isWhole = outcomes[at]?.status === 'fulfilled' || !input.boolean('downloadImage');
		if (!isWhole) counts.withoutImage += 1;
	}
	const { created, existed, existedByName, withoutImage, failed, left } = qrCodeMessages;
	const words = { created, existed, existedByName, withoutImage, failed, left };
	return (Object.keys(counts) as Array<keyof typeof counts>)
		.filter((word) => word === 'created' || counts[word] > 0)
		.map((word) => fill(words[word], { count: toText(counts[word]) }).message)
		.join(', ');
}

function toText(number: number): string {
	return number.toLocaleString('en-US');
}
