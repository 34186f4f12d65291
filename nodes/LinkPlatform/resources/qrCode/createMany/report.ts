import type { IDataObject } from 'n8n-workflow';
import { Failure, joinSentences, toFailure } from '../../../api/failure';
import { fill } from '../../../api/fill';
import type { Accounts } from '../../../runner/accounts';
import { getRow, inRow } from '../../../runner/rows';
import type { Input } from '../../../runner/input';
import type { Output } from '../../../runner/operation';
import type { Row } from '../design';
import { qrCodeMessages } from '../messages';
import { addNamesHint } from '../target';
import { groupBy } from './groupBy';

/** The results by row. A row has no result if the run stopped before it. */
export type Results = Map<Input, Result>;

/** The result of a row: its QR code, or its failure. If it has both, only the image of the QR code is missing. */
export interface Result {
	/** The name and URL in the row; undefined if they can't be used. */
	row?: Row;
	record?: IDataObject;
	/** The target URL of the QR code. Null for an existing QR code with an unknown target. */
	target?: string | null;
	created?: boolean;
	/** Fields of the output that say that the target was changed, and from where. */
	changed?: IDataObject;
	/** A hint about this row. If several rows have the same hint, it is shown only once, with the number of rows. */
	remark?: `${string}{count}, e.g. {example}${string}`;
	/** The output item of the row, once its image is downloaded. */
	output?: Output;
	failure?: Failure;
}

/** The maximum number of rows that a message lists. The message still counts all rows. */
export const MOST_NAMED = 10;

/** Returns the failure of a run that stops at this row before it sends anything. Its message names all rows that fail. */
export function toUnusable(input: Input, inputs: Input[], results: Results): Failure {
	const bad = inputs.flatMap((one) => {
		const failure = results.get(one)?.failure;
		return failure ? inRow(failure, getRow(one)).message : [];
	});
	// The failure of an earlier try may have created a QR code, unlike that of an unusable value.
	if (inputs.length === 1 || results.get(input)?.failure?.mayBeDone)
		return toStopped(input, inputs, results);
	const rows = bad.slice(0, MOST_NAMED).join('. ');
	return Failure.input(qrCodeMessages.rowsUnusable, {
		bad: bad.length,
		count: inputs.length,
		rows,
	});
}

/**
 * Returns the failure of a row that stopped a run. Its message names the row, counts the results so far, and advises to
 * run again.
 */
export function toStopped(input: Input, inputs: Input[], results: Results): Failure {
	const { record, ...result } = results.get(input) ?? {};
	const failure = toFailure(result.failure);
	if (inputs.length === 1) return failure;
	// If a value was rejected before anything was created, the message already names the QR code, and running again
	// doesn't help.
	const isEarly = failure.kind === 'input';
	const { message } = isEarly ? failure : inRow(failure, getRow(input));
	const outcome = describe(inputs, results, qrCodeMessages.left);
	const { runAgain, runAgainKeeping } = qrCodeMessages;
	const again = input.string('ifNameExists') === 'create' ? runAgainKeeping : runAgain;
	// If only the image failed, the description already says how to get it.
	const advice = isEarly || record ? undefined : again;
	return failure.reworded({ message: joinSentences(message, outcome, advice) });
}

/** Adds a hint with the number of rows for each result, and a hint for each kind of row that the user should check. */
export function addOutcomeHints(inputs: Input[], results: Results, { addHint }: Accounts): void {
	if (inputs.length > 1) {
		const outcome = describe(inputs, results, qrCodeMessages.failed);
		addHint(fill(qrCodeMessages.outcome, { outcome }), 'info');
	}
	const all = [...results.values()];
	for (const [remark, alike] of groupBy(all, (result) => result.remark)) {
		const [{ record, target }] = alike;
		if (!remark) continue;
		const example = `"${String(record?.name)}"${target ? ` leads to ${target}` : ''}`;
		addHint(fill(remark, { count: alike.length, example }));
	}
	addNamesHint(
		all.filter(({ created }) => created),
		addHint,
	);
}

/**
 * Returns the counts, e.g. `478 created, 12 already existed, 10 failed`. `rest` is the text for rows without a QR code.
 */
function describe(inputs: Input[], results: Results, rest: Count): string {
	const codes = inputs.flatMap((input) => {
		const { record, created, changed, output } = results.get(input) ?? {};
		const lacksImage = !output && input.boolean('downloadImage');
		return record ? { created, changed, lacksImage } : [];
	});
	const { created, existed, updated, withoutImage } = qrCodeMessages;
	const counts: Array<[Count, number]> = [
		[created, codes.filter((code) => code.created).length],
		[existed, codes.filter((code) => !code.created && !code.changed).length],
		[updated, codes.filter(({ changed }) => changed).length],
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

/** Returns the outcome of a row: its failure, or its output item if there is one. */
export function toOutcome({ output, failure }: Result = {}): PromiseSettledResult<Output[]> {
	if (failure) return { status: 'rejected', reason: failure };
	return { status: 'fulfilled', value: output ? [output] : [] };
}
