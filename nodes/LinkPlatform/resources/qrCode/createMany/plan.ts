import type { IDataObject } from 'n8n-workflow';
import { Failure } from '../../../api/failure';
import { fill } from '../../../api/fill';
import { responseMessages } from '../../../api/messages';
import type { NewQrCode } from '../design';
import { qrCodeMessages } from '../messages';
import type { Entry } from './answer';
import { groupBy, type NumberedRow } from './compare';

/**
 * Plans the next step of each row from the facts about it. A request sends one batch, or one row alone.
 *
 * | its last request                  | looked up     | then                                                   |
 * |-----------------------------------|---------------|--------------------------------------------------------|
 * | none yet                          |               | a batch; alone if it has a design or a repeated name   |
 * | returned its entry, maybe in a    |               | the QR code, or its refusal                            |
 * | refusal                           |               |                                                        |
 * | returned an entry that proves     | not yet       | look up, once all requests are back                    |
 * | nothing, or no entry, or got lost |               |                                                        |
 * |                                   | found         | the QR code                                            |
 * |                                   | none, unclear | failed, "may exist"                                    |
 * | got lost, or was sent alone and   |               | failed, "may exist": a look-up can't tell which it is  |
 * | returned no QR code, and the name |               |                                                        |
 * | is repeated                       |               |                                                        |
 * | was not sent                      |               | failed                                                 |
 * | was refused for the account       |               | failed; "may exist" if it was in a batch (but not 401) |
 * | was refused, and the row was sent |               | failed                                                 |
 * | alone, or is the only one quoted  |               |                                                        |
 * | was refused in other words        | not yet       | look up                                                |
 * |                                   | found         | the QR code                                            |
 * |                                   | unclear       | failed, "may exist"                                    |
 * |                                   | none          | alone; but once with the rest of its batch, if another |
 * |                                   |               | row was quoted or the rate limit ended it              |
 *
 * Refused for the account: 401, 402, 403, or a quota. Numbers in a refusal are ignored, because services count from 0 or
 * 1, rows or quotas. So there are never more QR codes than rows, and at most as many requests as there are batches
 * (including a rest), rows of refused batches and rows of repeated names, and one look-up of each row.
 */
export function planRows(rows: NewRow[], known: KnownRow[], batchSize: number) {
	const steps = rows.map((row, rowIndex) => planRow(row, rowIndex, known[rowIndex]));
	const rowsFor = (wanted: Next) =>
		[...steps.keys()].filter((place) => toNext(steps[place]) === wanted);
	const rests = groupBy(rowsFor('rest'), (place) => known[place].answer);
	return {
		send: [
			...chunk(rowsFor('batch'), batchSize).map((batch): Sending => ({ rows: batch, as: 'batch' })),
			...rowsFor('alone').map((row): Sending => ({ rows: [row], as: 'alone' })),
			...[...rests.values()].map((rest): Sending => ({ rows: rest, as: 'rest' })),
		],
		lookUp: rowsFor('lookUp'),
		outcomes: steps.map((step) => ('next' in step ? undefined : step)),
	};
}

/** A QR code to be created. */
export interface NewRow extends NewQrCode {
	/** True if another row of the run has the same name. */
	isRepeated: boolean;
	/** The QR codes that had its name before; undefined if nobody looked. */
	lookedUp?: { before: Set<string> };
}

export interface Sending {
	/** The numbers of the rows. */
	rows: number[];
	as: 'batch' | 'rest' | 'alone';
}

/** The answer to a request. */
export interface Answer extends Sending {
	/** The entries by row. A refusal may also have entries. */
	entries?: Map<number, Entry>;
	/** Link Platform's clock before the request, in ms. */
	clock?: number;
	failure?: Failure;
	/** The words beside the entries of a response that isn't a refusal. */
	serviceMessage?: string;
	/** The row that a refusal quotes, if it quotes exactly one. */
	quoted?: number;
}

/** The facts about a row: the answer to its last request, and the result of the look-up after that. */
export interface KnownRow {
	answer?: Answer;
	found?: Found;
}

/** The result of a look-up: the QR code, nothing certain, or nothing at all. */
export type Found = { record?: IDataObject; isUnclear?: boolean };

export type Outcome = { record: IDataObject } | { failure: Failure };
type Next = Sending['as'] | 'lookUp';
export type Step = { next: Next } | Outcome;

function toNext(step: Step): Next | undefined {
	return 'next' in step ? step.next : undefined;
}

/** Returns the next step of one row. */
export function planRow(row: NewRow, rowIndex: number, { answer, found }: KnownRow): Step {
	const isAlone = row.isRepeated || Object.keys(row.design).length > 0;
	if (!answer) return { next: isAlone ? 'alone' : 'batch' };
	const { failure, as, quoted } = answer;
	const entry = answer.entries?.get(rowIndex);
	if (entry && !('serviceMessage' in entry)) return entry;
	if (failure && isFinal(failure, answer, rowIndex, row)) {
		// A quota may be used up in the middle of a batch.
		const mayExist = as !== 'alone' && isOfAccount(failure) && failure.status !== 401;
		return { failure: mayExist ? withMayExist(failure) : failure };
	}
	if (!found) return { next: 'lookUp' };
	if (found.record) return { record: found.record };
	const missing = failure ?? toMissing(row, entry?.serviceMessage || answer.serviceMessage);
	if (missing.kind === 'unknown') return { failure: withBatchAdvice(missing, answer) };
	if (found.isUnclear) return { failure: withMayExist(missing) };
	const isRest = quoted !== undefined || missing.kind === 'limited';
	return { next: isRest && as === 'batch' ? 'rest' : 'alone' };
}

/** Returns the failure of a row that is neither in the response nor in the list. */
function toMissing({ row: { name } }: NewRow, serviceMessage = ''): Failure {
	const missing = Failure.unusable(qrCodeMessages.resultMissing, { name }).asMayBeDone();
	if (serviceMessage === '') return missing;
	return missing.withAdvice(fill(responseMessages.said, { reason: serviceMessage }).message);
}

function withMayExist(failure: Failure): Failure {
	return failure.withAdvice(qrCodeMessages.batchMayExist.message).asMayBeDone();
}

/** Adds the advice to send rows one by one, because one bad row may break its whole batch with a 5xx. */
function withBatchAdvice(failure: Failure, { rows, failure: stated }: Answer): Failure {
	const hasStumbled = rows.length > 1 && (stated?.status ?? 0) >= 500;
	return hasStumbled ? failure.withAdvice(qrCodeMessages.oneByOne.message) : failure;
}

/** True if nothing is left to look up or to try. */
function isFinal(
	failure: Failure,
	{ rows, quoted }: Answer,
	rowIndex: number,
	row: NewRow,
): boolean {
	if (failure.kind === 'unknown') return row.isRepeated;
	const isUnsent = failure.kind === 'unsent' || failure.kind === 'waitLimit';
	return isUnsent || rows.length === 1 || quoted === rowIndex || isOfAccount(failure);
}

/** True for a refusal that every row would get. */
function isOfAccount({ status = 0, kind, details }: Failure): boolean {
	return kind === 'refused' && ([401, 402, 403].includes(status) || details.reason === 'plan');
}

function chunk(values: number[], size: number): number[][] {
	const count = Math.ceil(values.length / size);
	return Array.from({ length: count }, (_, index) =>
		values.slice(index * size, (index + 1) * size),
	);
}

/** Field names that a refusal may quote. They don't name a row. */
const FIELDS = ['name', 'url', 'qrs'];

/** Returns the number of the row whose URL or quoted name is in a refusal; undefined unless there is exactly one. */
export function findQuoted(message: string, rows: NumberedRow[]): number | undefined {
	const quoted = rows.filter(([, { name, url }]) => {
		const [, afterUrl] = message.split(url);
		const isWholeUrl = afterUrl !== undefined && !/^[\w/%#?&=-]/.test(afterUrl);
		return isWholeUrl || (!FIELDS.includes(name) && message.includes(`"${name}"`));
	});
	return quoted.length === 1 ? quoted[0][0] : undefined;
}
