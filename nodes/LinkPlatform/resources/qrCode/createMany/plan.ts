import type { IDataObject } from 'n8n-workflow';
import { Failure } from '../../../api/failure';
import { isAboutQuota } from '../../../api/failures';
import { fill } from '../../../api/fill';
import { responseMessages } from '../../../api/messages';
import type { NewQrCode } from '../design';
import { qrCodeMessages } from '../messages';
import { groupBy, type NumberedRow } from './compare';

/**
 * What is to be done about each row, by what is known of it. A request is one batch, or one row by itself.
 *
 * | its last request                  | looked up     | then                                                   |
 * |-----------------------------------|---------------|--------------------------------------------------------|
 * | none yet                          |               | a batch; alone if it has a design or a repeated name   |
 * | came back with its entry          |               | the QR code, or its refusal                            |
 * | came back without, or got lost    | not yet       | look up, once all requests are back                    |
 * |                                   | found         | the QR code                                            |
 * |                                   | none, unclear | failed, "may exist"                                    |
 * | got lost, and the name is repeated|               | failed, "may exist": a look-up can't tell which it is  |
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
	const at = (wanted: Step) => [...steps.keys()].filter((place) => steps[place] === wanted);
	const rests = groupBy(at('rest'), (place) => known[place].answer);
	return {
		send: [
			...chunk(at('batch'), batchSize).map((batch): Sending => ({ rows: batch, as: 'batch' })),
			...at('alone').map((row): Sending => ({ rows: [row], as: 'alone' })),
			...[...rests.values()].map((rest): Sending => ({ rows: rest, as: 'rest' })),
		],
		lookUp: at('lookUp'),
		outcomes: steps.map((step): Outcome | undefined =>
			typeof step === 'object' ? step : undefined,
		),
	};
}

/** A QR code to be created. */
export interface NewRow extends NewQrCode {
	/** Whether another row of the run has its name. */
	isRepeated: boolean;
	/** True if the account is known to have had none of its name before. */
	isNewName: boolean;
}

export interface Sending {
	/** By their numbers. */
	rows: number[];
	as: 'batch' | 'rest' | 'alone';
}

/** What a request came back with. */
export interface Answer extends Sending {
	/** By row; a refusal may have some, too. */
	entries?: Map<number, IDataObject | Failure>;
	failure?: Failure;
	/** What a response that is no refusal says beside its entries. */
	said?: string;
	/** The only row that a refusal quotes. */
	quoted?: number;
}

/** What is known of a row: the answer to its last request, and what the look-up after that found. */
export interface KnownRow {
	answer?: Answer;
	found?: Found;
}

/** What a look-up found: the QR code, or nothing certain, or neither. */
export type Found = { record?: IDataObject; isUnclear?: boolean };

export type Outcome = { record: IDataObject } | { failure: Failure };
type Step = Sending['as'] | 'lookUp' | Outcome;

/** The next step of one row. */
export function planRow(row: NewRow, at: number, { answer, found }: KnownRow): Step {
	const isAlone = row.isRepeated || Object.keys(row.design).length > 0;
	if (!answer) return isAlone ? 'alone' : 'batch';
	const { batchMayExist, resultMissing } = qrCodeMessages;
	const { failure, as, quoted, said } = answer;
	const entry = answer.entries?.get(at);
	if (entry) return entry instanceof Failure ? { failure: entry } : { record: entry };
	if (failure && isFinal(failure, answer, at, row)) {
		// A quota may end in the middle of a batch.
		const mayExist = as !== 'alone' && isOfAccount(failure) && failure.status !== 401;
		return { failure: mayExist ? failure.withAdvice(batchMayExist.message) : failure };
	}
	if (!found) return 'lookUp';
	if (found.record) return { record: found.record };
	const words = said ? fill(responseMessages.said, { reason: said }).message : '';
	const { name } = row.row;
	const missing = failure ?? Failure.unusable(resultMissing, { name }).withAdvice(words);
	if (missing.kind === 'unknown') return { failure: missing };
	if (found.isUnclear) return { failure: missing.withAdvice(batchMayExist.message) };
	const isRest = quoted !== undefined || missing.kind === 'limited';
	return isRest && as === 'batch' ? 'rest' : 'alone';
}

/** Whether there is nothing more to find out, or to try. */
function isFinal(failure: Failure, { rows, quoted }: Answer, at: number, row: NewRow): boolean {
	if (failure.kind === 'unknown') return row.isRepeated;
	const isUnsent = failure.kind === 'unsent' || failure.kind === 'waitLimit';
	return isUnsent || rows.length === 1 || quoted === at || isOfAccount(failure);
}

/** A refusal that would be the same for each of the rows. */
function isOfAccount({ status = 0, kind, message }: Failure): boolean {
	return kind === 'refused' && ([401, 402, 403].includes(status) || isAboutQuota(message));
}

function chunk(values: number[], size: number): number[][] {
	const count = Math.ceil(values.length / size);
	return Array.from({ length: count }, (_, at) => values.slice(at * size, (at + 1) * size));
}

/** The only one of these rows whose name (in quotes) or URL a refusal has; undefined if there is none, or several. */
export function findQuoted(message: string, rows: NumberedRow[]): number | undefined {
	const quoted = rows.filter(([, { name, url }]) => {
		const [, afterUrl] = message.split(url);
		const isWholeUrl = afterUrl !== undefined && !/^[\w/%#?&=-]/.test(afterUrl);
		return isWholeUrl || message.includes(`"${name}"`);
	});
	return quoted.length === 1 ? quoted[0][0] : undefined;
}
