import type { IDataObject } from 'n8n-workflow';
import { Failure } from '../../../api/failure';
import { isAboutQuota } from '../../../api/failures';
import { fill } from '../../../api/fill';
import { responseMessages } from '../../../api/messages';
import type { NewQrCode } from '../design';
import { qrCodeMessages } from '../messages';
import type { Entry } from './answer';
import { groupBy, type NumberedRow } from './compare';

/**
 * What is to be done about each row, by what is known of it. A request is one batch, or one row by itself.
 *
 * | its last request                  | looked up     | then                                                   |
 * |-----------------------------------|---------------|--------------------------------------------------------|
 * | none yet                          |               | a batch; alone if it has a design or a repeated name   |
 * | came back with its entry, also    |               | the QR code, or its refusal                            |
 * | in a refusal                      |               |                                                        |
 * | came back with an entry that      | not yet       | look up, once all requests are back                    |
 * | states neither, or without one,   |               |                                                        |
 * | or got lost                       |               |                                                        |
 * |                                   | found         | the QR code                                            |
 * |                                   | none, unclear | failed, "may exist"                                    |
 * | got lost, or came back alone      |               | failed, "may exist": a look-up can't tell which it is  |
 * | without its QR code, and the name |               |                                                        |
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
 * Refused for the account: 401, 402, 403, or in words about a quota. No number in a refusal is read: services count from
 * 0 or 1, rows or quotas. So there are never more QR codes than rows, and at most as many requests as batches (a rest is
 * one, too), rows of refused batches and rows of repeated names, and a look-up of each.
 */
export function planRows(rows: NewRow[], known: KnownRow[], batchSize: number) {
	const steps = rows.map((row, at) => planRow(row, at, known[at]));
	const at = (wanted: Next) => [...steps.keys()].filter((place) => toNext(steps[place]) === wanted);
	const rests = groupBy(at('rest'), (place) => known[place].answer);
	return {
		send: [
			...chunk(at('batch'), batchSize).map((batch): Sending => ({ rows: batch, as: 'batch' })),
			...at('alone').map((row): Sending => ({ rows: [row], as: 'alone' })),
			...[...rests.values()].map((rest): Sending => ({ rows: rest, as: 'rest' })),
		],
		lookUp: at('lookUp'),
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
	said?: string;
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
export function planRow(row: NewRow, at: number, { answer, found }: KnownRow): Step {
	const isAlone = row.isRepeated || Object.keys(row.design).length > 0;
	if (!answer) return { next: isAlone ? 'alone' : 'batch' };
	const { failure, as, quoted } = answer;
	const entry = answer.entries?.get(at);
	if (entry && !('said' in entry)) return entry;
	if (failure && isFinal(failure, answer, at, row)) {
		// A quota may be used up in the middle of a batch.
		const mayExist = as !== 'alone' && isOfAccount(failure) && failure.status !== 401;
		return { failure: mayExist ? withMayExist(failure) : failure };
	}
	if (!found) return { next: 'lookUp' };
	if (found.record) return { record: found.record };
	const missing = failure ?? toMissing(row, entry?.said || answer.said);
	if (missing.kind === 'unknown') return { failure: withBatchAdvice(missing, answer) };
	if (found.isUnclear) return { failure: withMayExist(missing) };
	const isRest = quoted !== undefined || missing.kind === 'limited';
	return { next: isRest && as === 'batch' ? 'rest' : 'alone' };
}

/** Returns the failure of a row that is neither in the response nor in the list. */
function toMissing({ row: { name } }: NewRow, said = ''): Failure {
	const missing = Failure.unusable(qrCodeMessages.resultMissing, { name });
	if (said === '') return missing;
	return missing.withAdvice(fill(responseMessages.said, { reason: said }).message);
}

function withMayExist(failure: Failure): Failure {
	return failure.withAdvice(qrCodeMessages.batchMayExist.message);
}

/** Adds the advice to send rows one by one, because one bad row may break its whole batch with a 5xx. */
function withBatchAdvice(failure: Failure, { rows, failure: stated }: Answer): Failure {
	const hasStumbled = rows.length > 1 && (stated?.status ?? 0) >= 500;
	return hasStumbled ? failure.withAdvice(qrCodeMessages.oneByOne.message) : failure;
}

/** True if nothing is left to look up or to try. */
function isFinal(failure: Failure, { rows, quoted }: Answer, at: number, row: NewRow): boolean {
	if (failure.kind === 'unknown') return row.isRepeated;
	const isUnsent = failure.kind === 'unsent' || failure.kind === 'waitLimit';
	return isUnsent || rows.length === 1 || quoted === at || isOfAccount(failure);
}

/** True for a refusal that every row would get. */
function isOfAccount({ status = 0, kind, message }: Failure): boolean {
	return kind === 'refused' && ([401, 402, 403].includes(status) || isAboutQuota(message));
}

function chunk(values: number[], size: number): number[][] {
	const count = Math.ceil(values.length / size);
	return Array.from({ length: count }, (_, at) => values.slice(at * size, (at + 1) * size));
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
