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
	/** IDs of the QR codes that already had this name before the create request; undefined if that wasn't checked. */
	lookedUp?: { before: Set<string> };
}

export interface Sending {
	/** The numbers of the rows. */
	rows: number[];
	as: 'batch' | 'rest' | 'alone';
}

/** The response to a request, or its failure. */
export interface Answer extends Sending {
	/** The entries of the response, by row number. A refusal may also have entries. */
	entries?: Map<number, Entry>;
	/** The time before the request by Link Platform's clock, in ms. */
	clock?: number;
	failure?: Failure;
	/** The message of a response that isn't a refusal, outside of its entries. */
	serviceMessage?: string;
	/** The number of the row that a refusal quotes, if it quotes exactly one. */
	quoted?: number;
}

/** What is known about a row: the response to its last request, and the result of looking it up after that. */
export interface KnownRow {
	answer?: Answer;
	found?: Found;
}

/**
 * The result of looking up a row: its QR code, or that the result is unclear. An empty object means that none was
 * found.
 */
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
		// The quota may be used up in the middle of a batch, so earlier rows of the batch may have been created.
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

/** Returns the failure of a row that is neither in the response nor in the list of QR codes. */
function toMissing({ row: { name } }: NewRow, serviceMessage = ''): Failure {
	const missing = Failure.unusable(qrCodeMessages.resultMissing, { name }).asMayBeDone();
	if (serviceMessage === '') return missing;
	return missing.withAdvice(fill(responseMessages.said, { reason: serviceMessage }).message);
}

function withMayExist(failure: Failure): Failure {
	return failure.withAdvice(qrCodeMessages.batchMayExist.message).asMayBeDone();
}

/**
 * Adds the advice to send rows one by one, because one bad row may make Link Platform answer the whole batch with a 5xx
 * status.
 */
function withBatchAdvice(failure: Failure, { rows, failure: stated }: Answer): Failure {
	const hasStumbled = rows.length > 1 && (stated?.status ?? 0) >= 500;
	return hasStumbled ? failure.withAdvice(qrCodeMessages.oneByOne.message) : failure;
}

/** True if the failure of a row is final, because looking it up or sending it again wouldn't help. */
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

/** True for a refusal that concerns the account, so that every row would get it. */
function isOfAccount({ status = 0, kind, details }: Failure): boolean {
	return kind === 'refused' && ([401, 402, 403].includes(status) || details.reason === 'plan');
}

function chunk(values: number[], size: number): number[][] {
	const count = Math.ceil(values.length / size);
	return Array.from({ length: count }, (_, index) =>
		values.slice(index * size, (index + 1) * size),
	);
}

/** Field names that a refusal may quote. They must not be mistaken for the name of a row. */
const FIELDS = ['name', 'url', 'qrs'];

/**
 * Returns the number of the row whose URL, or whose name in quotation marks, is in a refusal. Returns undefined unless
 * there is exactly one such row.
 */
export function findQuoted(message: string, rows: NumberedRow[]): number | undefined {
	const quoted = rows.filter(([, { name, url }]) => {
		const [, afterUrl] = message.split(url);
		const isWholeUrl = afterUrl !== undefined && !/^[\w/%#?&=-]/.test(afterUrl);
		return isWholeUrl || (!FIELDS.includes(name) && message.includes(`"${name}"`));
	});
	return quoted.length === 1 ? quoted[0][0] : undefined;
}
