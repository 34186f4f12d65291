import { toFailure } from '../../../api/failure';
import { toRequest } from '../../../api/route';
import { toRecord } from '../../../runner/items';
import { mapConcurrent, type Progress } from '../../../runner/mapConcurrent';
import type { Limits, OperationContext } from '../../../runner/operation';
import { creationRequest, type NewQrCode } from '../design';
import { readEntries } from './answer';
import type { Row } from './compare';
import { Existing } from './existing';
import {
	findQuoted,
	planRow,
	planRows,
	toPlanned,
	type Answer,
	type KnownRow,
	type Outcome,
	type Sending,
} from './plan';

/** A QR code to be created. */
export interface NewRow extends NewQrCode {
	/** Whether the account had none of its name before; undefined if nobody looked. */
	isNewName?: boolean;
}

/** The requests of a run to one account. */
export interface Session {
	context: OperationContext;
	limits: Limits;
	/** Whether any row has failed, also of another account. */
	progress: Progress;
	startedAt: number;
}

/** True if nothing more is to be sent. */
export function mustStop({ limits, progress }: Session): boolean {
	return limits.stopEarly && progress.hasFailed;
}

/**
 * Creates the QR codes: does what the plan says until there is nothing left to do. Resolves with what became of each
 * row; undefined if the run stopped before that was known.
 */
export async function createRows(
	rows: NewRow[],
	batchSize: number,
	session: Session,
): Promise<Array<Outcome | undefined>> {
	const planned = toPlanned(rows);
	const known = rows.map((): KnownRow => ({ answers: [] }));
	const note = (answer: Answer) => {
		for (const at of answer.rows) {
			known[at] = { answers: [...known[at].answers, answer] };
			const step = planRow(planned[at], at, known[at]);
			if (typeof step === 'object' && 'failure' in step) session.progress.hasFailed = true;
		}
	};
	for (;;) {
		const { send, lookUp, outcomes } = planRows(planned, known, batchSize);
		session.progress.hasFailed ||= outcomes.some((outcome) => outcome && 'failure' in outcome);
		if (mustStop(session) || send.length + lookUp.length === 0) return outcomes;
		if (send.length > 0) {
			const sendOne = async (sending: Sending) => {
				if (!mustStop(session)) note(await getAnswer(sending, rows, session));
			};
			await mapConcurrent(send, sendOne, session.limits);
			continue;
		}
		// Nothing is on its way, so what is read once answers for all of them.
		const existing = new Existing(session.context, lookUp.length);
		const find = async (at: number) => {
			const { row, isNewName } = rows[at];
			const found = await existing
				.find(row, session.startedAt, isNewName)
				.catch((thrown: unknown) => ({ isUnclear: true, reason: toFailure(thrown).message }));
			known[at] = { ...known[at], found };
		};
		await mapConcurrent(lookUp, find, { concurrency: session.limits.concurrency });
	}
}

/** Sends a batch, or a row by itself. */
async function getAnswer(
	sending: Sending,
	rows: NewRow[],
	{ context: { client } }: Session,
): Promise<Answer> {
	const numbers = 'row' in sending ? [sending.row] : sending.batch;
	const sent = numbers.map((at): [number, Row] => [at, rows[at].row]);
	try {
		if ('row' in sending) {
			const request = creationRequest(rows[sending.row]);
			const record = toRecord(await client.send(request), request);
			return { rows: numbers, of: new Map([[sending.row, record]]) };
		}
		const body = { qrs: sent.map(([, row]) => ({ ...row })) };
		const isPartial = numbers.length > 1;
		const response = await client.send({ ...toRequest('POST /api/qr/bulk'), body, isPartial });
		return { rows: numbers, ...readEntries(response, sent) };
	} catch (thrown) {
		const failure = toFailure(thrown);
		const quoted = failure.kind === 'refused' ? findQuoted(failure, sent) : undefined;
		return { rows: numbers, failure, quoted };
	}
}
