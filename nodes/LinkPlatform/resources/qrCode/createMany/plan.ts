import { toPlain } from '../../../api/dialect';
import type { IDataObject } from 'n8n-workflow';
import { getMessage } from '../../../api/envelope';
import { Failure } from '../../../api/failure';
import { isAboutQuota } from '../../../api/failures';
import { fill } from '../../../api/fill';
import { qrCodeMessages } from '../messages';
import { isRefused, type Entries } from './answer';
import { groupBy, type Row } from './compare';

/**
 * What is to be done about each row, by what is known of it. A request is one batch, or one row by itself.
 *
 * | its last request       | looked up     | then                                                            |
 * |------------------------|---------------|-----------------------------------------------------------------|
 * | none                   |               | a batch; by itself if it has a design, or another row its name  |
 * | has its entry          |               | the QR code, or its refusal                                     |
 * | has no entry for it    | not yet       | look up, once all requests are back                             |
 * | or got lost            | found         | the QR code                                                     |
 * |                        | none, unclear | failed, "may exist"                                             |
 * | was not sent           |               | failed                                                          |
 * | refused, by itself     |               | failed                                                          |
 * | refused for the account|               | failed                                                          |
 * | refused, and its words quote this row alone | | failed                                                  |
 * | refused in other words | not yet       | look up                                                         |
 * |                        | found         | the QR code                                                     |
 * |                        | unclear       | failed, "may exist"                                             |
 * |                        | none          | again with the rest of its batch, if another row was quoted or  |
 * |                        |               | the rate limit ended it; in halves, if it was too large;        |
 * |                        |               | otherwise by itself, so that each row is refused by itself      |
 *
 * No number in a refusal is read: services count from 0 or 1, rows or quotas. So there are never more QR codes than
 * rows, and at most as many requests as batches, rows of refused batches and rows of repeated names, and a look-up of each.
 */
export function planRows(rows: PlannedRow[], known: KnownRow[], batchSize: number): Plan {
	const steps = rows.map((row, at) => planRow(row, at, known[at]));
	const at = (wanted: Step) => [...steps.keys()].filter((place) => steps[place] === wanted);
	const rests = groupBy(at('rest'), (place) => known[place].answers.at(-1));
	return {
		send: [
			...chunk(at('batch'), batchSize).map((batch) => ({ batch })),
			...at('alone').map((row) => ({ row })),
			...[...rests].flatMap(([answer, rest]) => toRest(rest, answer)),
		],
		lookUp: at('lookUp'),
		outcomes: steps.map((step) => (typeof step === 'object' ? step : undefined)),
	};
}

export interface PlannedRow {
	row: Row;
	/** Whether it has a design, which a batch cannot have. */
	isDesigned: boolean;
	/** Whether another row of the run has its name. */
	isRepeated: boolean;
}

/** What a request came back with. */
export interface Answer extends Partial<Entries> {
	/** Its rows, by their numbers. */
	rows: number[];
	failure?: Failure;
	/** The only row that a refusal quotes. */
	quoted?: number;
}

/** What is known of a row: the answers to its requests, and what the look-up after the last one found. */
export interface KnownRow {
	answers: Answer[];
	found?: Found;
}

/** What a look-up found: the QR code, or nothing certain, or neither. */
export interface Found {
	record?: IDataObject;
	isUnclear?: boolean;
	/** Why it could not be read. */
	reason?: string;
}

export type Outcome = { record: IDataObject } | { failure: Failure };
export type Sending = { batch: number[] } | { row: number };
type Step = 'batch' | 'alone' | 'rest' | 'lookUp' | Outcome;

export interface Plan {
	send: Sending[];
	lookUp: number[];
	outcomes: Array<Outcome | undefined>;
}

/** Of one batch, by its quotes: after each, the others are looked up. */
const MOST_REFUSALS = 4;

/** The next step of one row. */
export function planRow(row: PlannedRow, at: number, { answers, found }: KnownRow): Step {
	const answer = answers.at(-1);
	if (!answer) return row.isDesigned || row.isRepeated ? 'alone' : 'batch';
	const { failure, rows } = answer;
	const entry = answer.of?.get(at);
	if (entry) return toOutcome(entry);
	if (failure && isFinal(failure, answer, at, row)) return { failure: toFinal(failure, rows) };
	if (!found) return 'lookUp';
	if (found.record) return { record: found.record };
	if (!failure) return { failure: toMissing(row.row, answer.said, found) };
	if (failure.kind === 'unknown') return { failure: withReason(failure, found) };
	if (found.isUnclear) {
		return { failure: withReason(failure, found).withAdvice(qrCodeMessages.batchMayExist.message) };
	}
	const isRest = failure.kind === 'limited' || failure.isTooLarge || isQuoting(answers);
	return isRest && rows.length > 1 ? 'rest' : 'alone';
}

function isQuoting(answers: Answer[]): boolean {
	return answers.at(-1)?.quoted !== undefined && answers.length < MOST_REFUSALS;
}

/** Whether there is nothing more to find out, or to try. */
function isFinal(failure: Failure, { rows, quoted }: Answer, at: number, row: PlannedRow): boolean {
	if (failure.kind === 'unknown') return row.isRepeated;
	const isUnsent = failure.kind === 'unsent' || failure.kind === 'waitLimit';
	return isUnsent || rows.length === 1 || quoted === at || isOfAccount(failure);
}

/** A refusal that would be the same for each of the rows. */
function isOfAccount({ status = 0, kind, message }: Failure): boolean {
	return kind === 'refused' && ([401, 402, 403].includes(status) || isAboutQuota(message));
}

/** With what to do about the plan: its status is also that of a missing scope. A quota may end in the middle of a batch. */
function toFinal(failure: Failure, rows: number[]): Failure {
	const isOfPlan = failure.status === 403 && /\b(quota|limit|plan)/i.test(failure.message);
	const { checkQuota, batchMayExist } = qrCodeMessages;
	const explained = isOfPlan ? failure.reworded({ description: checkQuota.message }) : failure;
	const mayExist = rows.length > 1 && isOfAccount(failure) && failure.status !== 401;
	return mayExist ? explained.withAdvice(batchMayExist.message) : explained;
}

function toOutcome(entry: IDataObject): Outcome {
	if (!isRefused(entry)) return { record: entry };
	const { message, description } = qrCodeMessages.rowRefused;
	return { failure: Failure.refused({ message: getMessage(entry) || message, description }) };
}

/** A row that a good response leaves out. */
function toMissing({ name }: Row, said: string | undefined, found: Found): Failure {
	const { resultMissing, notCreated } = qrCodeMessages;
	if (found.isUnclear) return withReason(Failure.unusable(resultMissing, { name }), found);
	const failure = Failure.refused(notCreated, { name });
	return said ? failure.reworded({ message: said }) : failure;
}

/** What failed first, then why it couldn't be looked up. */
function withReason(failure: Failure, { reason }: Found): Failure {
	return reason
		? failure.withAdvice(fill(qrCodeMessages.lookUpFailed, { reason }).message)
		: failure;
}

/** The rest of a batch as one batch, or in halves. */
function toRest(rest: number[], answer?: Answer): Sending[] {
	const size = answer?.failure?.isTooLarge ? Math.ceil(answer.rows.length / 2) : rest.length;
	return chunk(rest, size).map((batch) => ({ batch }));
}

function chunk(values: number[], size: number): number[][] {
	const count = Math.ceil(values.length / size);
	return Array.from({ length: count }, (_, at) => values.slice(at * size, (at + 1) * size));
}

/** The only one of these rows whose name (in quotes) or URL a refusal has; undefined if there is none, or several. */
export function findQuoted(
	{ message }: Failure,
	rows: Array<[number: number, row: Row]>,
): number | undefined {
	const quoted = rows.filter(([, row]) => isQuoted(message, row));
	return quoted.length === 1 ? quoted[0][0] : undefined;
}

function isQuoted(message: string, { name, url }: Row): boolean {
	const at = message.indexOf(url);
	const isWhole = at >= 0 && !/^[\w/%#?&=-]/.test(message.slice(at + url.length));
	return isWhole || message.includes(`"${name}"`);
}

/** The rows as they are planned. */
export function toPlanned(rows: Array<{ row: Row; design: IDataObject }>): PlannedRow[] {
	const named = groupBy(rows, ({ row }) => toPlain(row.name));
	return rows.map(({ row, design }) => ({
		row,
		isDesigned: Object.keys(design).length > 0,
		isRepeated: (named.get(toPlain(row.name)) ?? []).length > 1,
	}));
}
