import type { IDataObject } from 'n8n-workflow';
import { scalarToText } from '../../../api/envelope';
import { Failure } from '../../../api/failure';
import { fill } from '../../../api/fill';
import { toIdKey } from '../../../api/identity';
import { responseMessages } from '../../../api/messages';
import type { NewQrCode } from '../design';
import { qrCodeMessages } from '../messages';
import type { Entries } from './answer';
import { groupBy } from './groupBy';
import type { Job } from './rows';

/**
 * Plans the next step of each row from the facts about it. A request sends one batch, or one row alone.
 *
 * | The row's last request            | Its look-up   | Next step                                              |
 * |-----------------------------------|---------------|--------------------------------------------------------|
 * | none yet                          |               | send it in a batch, or alone if it has a design or a   |
 * |                                   |               | repeated name                                          |
 * | returned its entry, maybe in a    |               | done: the QR code, or its refusal                      |
 * | refusal                           |               |                                                        |
 * | returned a QR code that was there |               | failed                                                 |
 * | before                            |               |                                                        |
 * | returned an entry that proves     | not yet       | look it up, once all requests have ended               |
 * | nothing, or no entry, or got lost |               |                                                        |
 * |                                   | found         | done: the QR code                                      |
 * |                                   | none, unclear | failed, "may exist"                                    |
 * | got lost, or was sent alone and   |               | failed, "may exist": a look-up can't tell which QR     |
 * | returned no QR code, and the name |               | code belongs to which row                              |
 * | is repeated                       |               |                                                        |
 * | was not sent                      |               | failed                                                 |
 * | was refused because of the        |               | failed; "may exist" if it was in a batch (but not 401) |
 * | account                           |               |                                                        |
 * | was refused, and the row was sent |               | failed                                                 |
 * | alone, or is the only one quoted  |               |                                                        |
 * | was refused in other words        | not yet       | look it up                                             |
 * |                                   | found         | done: the QR code                                      |
 * |                                   | unclear       | failed, "may exist"                                    |
 * |                                   | none          | send it alone; but once in another batch (`rest`), if  |
 * |                                   |               | another row was quoted or the rate limit ended it;     |
 * |                                   |               | failed, "may exist", if the refusal shows a QR code of |
 * |                                   |               | its name that may be new                               |
 *
 * "Because of the account" means 401, 402, 403, or a quota. Numbers in a refusal are ignored, because services count
 * from 0 or 1, and count rows or quotas. So there are never more QR codes than rows. The number of requests is at most
 * that of the batches (including `rest`), of the rows in refused batches, and of the rows with repeated names, plus one
 * look-up of each row.
 */
export function planRows(rows: NewRow[], batchSize: number): { send: Sending[]; lookUp: NewRow[] } {
	const next = groupBy(rows, (row) => {
		const step = planRow(row);
		return 'next' in step ? step.next : undefined;
	});
	const inRequestsOf = (size: number, as: Sending['as']): Sending[] => {
		const requests = groupBy(next.get(as) ?? [], (_, index) => Math.floor(index / size));
		return [...requests.values()].map((sent) => ({ rows: sent, as }));
	};
	const send = [
		...inRequestsOf(batchSize, 'batch'),
		...inRequestsOf(batchSize, 'rest'),
		...inRequestsOf(1, 'alone'),
	];
	return { send, lookUp: next.get('lookUp') ?? [] };
}

/**
 * A QR code to be created, with the response to its last request, and the result of the look-up after that request.
 */
export interface NewRow extends Job {
	/** True if another row of the run has the same name. */
	isRepeated: boolean;
	answer?: Answer;
	found?: Found;
}

export interface Sending {
	rows: NewRow[];
	as: 'batch' | 'rest' | 'alone';
}

/** The response to a request, or the failure of the request. A refusal may also have entries. */
export interface Answer extends Sending, Entries {
	/** The message of the response, outside of its entries. */
	serviceMessage?: string;
	failure?: Failure;
	/** The row that a refusal quotes, if it quotes exactly one. */
	quoted?: NewQrCode;
	/** Link Platform's clock when the request was sent, in ms since 1970; NaN if it isn't known. */
	clock: number;
}

/**
 * The result of looking up a row. If the row's QR code was found, `record` is set. If that can't be determined,
 * `isUnclear` is true. Otherwise, no QR code was found.
 */
export interface Found {
	record?: IDataObject;
	isUnclear?: boolean;
}

export type Step =
	| { next: Sending['as'] | 'lookUp' }
	| { record: IDataObject }
	| { failure: Failure };

/** Returns the next step of one row. */
export function planRow(row: NewRow): Step {
	const { answer, found } = row;
	const isAlone = row.isRepeated || Object.keys(row.design).length > 0;
	if (!answer) return { next: isAlone ? 'alone' : 'batch' };
	const { failure, as, quoted } = answer;
	const entry = answer.entries.get(row);
	if (entry && !('serviceMessage' in entry)) return toOutcome(entry, row);
	if (failure && isFinal(failure, answer, row)) {
		// Link Platform may reach the quota in the middle of a batch. So the QR codes of earlier rows in the batch
		// may have been created.
		const mayExist = as !== 'alone' && isOfAccount(failure) && failure.status !== 401;
		return { failure: mayExist ? withMayExist(failure) : failure };
	}
	if (!found && !row.isRepeated) return { next: 'lookUp' };
	if (found?.record) return { record: found.record };
	const missing = failure ?? toMissing(row, entry?.serviceMessage || answer.serviceMessage);
	if (missing.kind === 'unknown') return { failure: withBatchAdvice(missing, answer) };
	if (!found || found.isUnclear || entry?.mayBeNew) return { failure: withMayExist(missing) };
	const isRest = quoted !== undefined || missing.kind === 'limited';
	return { next: isRest && as === 'batch' ? 'rest' : 'alone' };
}

/** Returns the outcome in a row's entry. A QR code that the row's look-up has found wasn't created. */
function toOutcome(
	entry: Extract<Step, { record: unknown } | { failure: unknown }>,
	{ name, before }: NewRow,
): Step {
	const id = 'record' in entry ? toIdKey(entry.record.id) : '';
	if (!before?.has(id)) return entry;
	return { failure: Failure.refused(qrCodeMessages.notCreated, { id, name }) };
}

/** Returns the failure of a row that is neither in the response nor in the list of QR codes. */
function toMissing({ name, answer }: NewRow, serviceMessage = ''): Failure {
	const missing = Failure.unusable(qrCodeMessages.resultMissing, { name }).asMayBeDone();
	const names = new Set(answer?.others?.map((one) => `"${scalarToText(one.name)}"`));
	const list = [...names].join(', ');
	const others = list && fill(qrCodeMessages.otherNames, { names: list });
	const said = serviceMessage && fill(responseMessages.said, { reason: serviceMessage });
	return missing.withAdvice(others).withAdvice(said);
}

function withMayExist(failure: Failure): Failure {
	return failure.withAdvice(qrCodeMessages.batchMayExist).asMayBeDone();
}

/**
 * Adds the advice to send rows one by one, because one bad row may make Link Platform respond to the whole batch with a
 * 5xx status.
 */
function withBatchAdvice(failure: Failure, { rows }: Answer): Failure {
	const hasStumbled = rows.length > 1 && (failure.status ?? 0) >= 500;
	return hasStumbled ? failure.withAdvice(qrCodeMessages.oneByOne) : failure;
}

/** True if the failure of a row is final, so that a lookup or another request wouldn't help. */
function isFinal(failure: Failure, { rows, quoted }: Answer, row: NewRow): boolean {
	if (failure.kind === 'unknown') return row.isRepeated;
	// Without a status, nothing has reached Link Platform.
	const isUnsent = failure.kind === 'waitLimit' || failure.status === undefined;
	return isUnsent || rows.length === 1 || quoted === row || isOfAccount(failure);
}

/** True for a refusal that concerns the account, so every row would be refused. */
function isOfAccount({ status = 0, kind, details }: Failure): boolean {
	return kind === 'refused' && ([401, 402, 403].includes(status) || details.reason === 'plan');
}

/** Field names that a refusal may quote. They must not be mistaken for the name of a row. */
const FIELDS = ['name', 'url', 'qrs'];

/**
 * Returns the row that a refusal quotes by its URL, or by its name in quotation marks. Returns undefined if the
 * refusal quotes no row or several rows.
 */
export function findQuoted(message: string, rows: NewQrCode[]): NewQrCode | undefined {
	const quoted = rows.filter(({ name, url }) => {
		const [, afterUrl] = message.split(url);
		const isWholeUrl = afterUrl !== undefined && !/^\.?[\w/%#?&=-]/.test(afterUrl);
		return isWholeUrl || (!FIELDS.includes(name) && message.includes(`"${name}"`));
	});
	return quoted.length === 1 ? quoted[0] : undefined;
}
