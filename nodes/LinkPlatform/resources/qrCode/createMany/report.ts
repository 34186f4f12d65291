import type { IDataObject } from 'n8n-workflow';
import { Failure, joinSentences, toFailure } from '../../../api/failure';
import { fill } from '../../../api/fill';
import type { Accounts } from '../../../runner/accounts';
import { getRow, inRow } from '../../../runner/rows';
import type { Input } from '../../../runner/input';
import type { Output } from '../../../runner/operation';
import { qrCodeMessages } from '../messages';
import { addNamesHint } from '../target';
import { groupBy } from './groupBy';

/** The results by row. A row has no result if the run stopped before it. */
export type Results = Map<Input, Result>;
export type Result = { failure: Failure } | QrCode;

export interface QrCode {
	record: IDataObject;
	/** The target URL of the QR code. Null for an existing QR code with an unknown target. */
	target: string | null;
	created: boolean;
	/** Fields of the output that say that the target was changed, and from where. */
	changed?: IDataObject;
	/** The name of a new QR code as it was sent. */
	name?: string;
	/** The output item of the row, once its image is downloaded. */
	output?: Output;
	/** A hint about this row. If several rows have the same hint, it is shown only once, with the number of rows. */
	remark?: `${string}{count}, e.g. {example}${string}`;
}

/** The maximum number of rows that a message lists. The message still counts all rows. */
export const MOST_NAMED = 10;

/** Returns one failure for a run that stops. Its message names all rows that have a failure. */
export function toUnusable(inputs: Input[], failures: Array<Failure | undefined>): Failure {
	if (inputs.length === 1) return failures[0] as Failure;
	const bad = failures.flatMap((failure, rowIndex) =>
		failure ? inRow(failure, getRow(inputs[rowIndex])).message : [],
	);
	const rows = bad.slice(0, MOST_NAMED).join('. ');
	return Failure.input(qrCodeMessages.rowsUnusable, {
		bad: bad.length,
		count: inputs.length,
		rows,
	});
}

/**
 * Returns the failure that stopped a run. Its message names the row, counts the results so far, and advises to run
 * again.
 */
export function toStopped(
	input: Input,
	thrown: unknown,
	inputs: Input[],
	results: Results,
): Failure {
	const failure = toFailure(thrown);
	if (inputs.length === 1) return failure;
	// If a value was rejected before anything was created, the message already names the QR code, and running again
	// doesn't help.
	const isEarly = failure.kind === 'input';
	const { message } = isEarly ? failure : inRow(failure, getRow(input));
	const outcome = describe(inputs, results, qrCodeMessages.left);
	const { runAgain, runAgainKeeping } = qrCodeMessages;
	const again = input.string('ifNameExists') === 'create' ? runAgainKeeping : runAgain;
	// If only the image failed, the description already says how to get it.
	const isOfImage = 'record' in (results.get(input) ?? {});
	const advice = isEarly || isOfImage ? undefined : again;
	return failure.reworded({ message: joinSentences(message, outcome, advice) });
}

/** Adds a hint with the number of rows for each result, and a hint for each kind of row that the user should check. */
export function addOutcomeHints(inputs: Input[], results: Results, { addHint }: Accounts): void {
	if (inputs.length > 1) {
		const outcome = describe(inputs, results, qrCodeMessages.failed);
		addHint(fill(qrCodeMessages.outcome, { outcome }), 'info');
	}
	const codes = [...results.values()].filter((result) => 'record' in result);
	for (const [remark, alike] of groupBy(codes, (code) => code.remark)) {
		if (!remark) continue;
		const [{ record, target }] = alike;
		const example = `"${String(record.name)}"${target === null ? '' : ` leads to ${target}`}`;
		addHint(fill(remark, { count: alike.length, example }));
	}
	addNamesHint(codes, addHint);
}

/**
 * Returns the counts, e.g. `478 created, 12 already existed, 10 failed`. `rest` is the text for rows without a QR code.
 */
function describe(inputs: Input[], results: Results, rest: Count): string {
	const codes = inputs.flatMap((input) => {
		const result = results.get(input);
		if (!result || 'failure' in result) return [];
		return { ...result, lacksImage: !result.output && input.boolean('downloadImage') };
	});
	const { created, existed, updated, withoutImage } = qrCodeMessages;
	const existing = codes.filter((code) => !code.created);
	const changed = existing.filter((code) => code.changed);
	const counts: Array<[Count, number]> = [
		[created, codes.length - existing.length],
		[existed, existing.length - changed.length],
		[updated, changed.length],
		[withoutImage, codes.filter(({ lacksImage }) => lacksImage).length],
		[rest, inputs.length - codes.length],
	];
	return counts
		.filter(([words, count]) => words === created || count > 0)
		.map(([words, count]) => fill(words, { count }))
		.join(', ');
}

/** A phrase that counts rows, e.g. '{count} failed'. */
type Count = `{count} ${string}`;

/** Returns the outcome of a row that gets no output item: the row's failure, or an empty list. */
export function toOutcome(result?: Result): PromiseSettledResult<Output[]> {
	const failure = getFailure(result);
	return failure ? { status: 'rejected', reason: failure } : { status: 'fulfilled', value: [] };
}

export function getFailure(result?: Result): Failure | undefined {
	return result && 'failure' in result ? result.failure : undefined;
}
