import { getMessage } from '../../../api/envelope';
import { toFailure } from '../../../api/failure';
import { toRequest } from '../../../api/route';
import { mapConcurrent, type Progress } from '../../../runner/mapConcurrent';
import type { OperationContext } from '../../../runner/operation';
import { sendForRecord } from '../../../runner/requests';
import type { Tries } from '../../../runner/tries';
import { creationRequest } from '../design';
import { readEntries } from './answer';
import type { NumberedRow } from './compare';
import { Existing } from './existing';
import type { Results } from './report';
import { findQuoted, planRow, planRows } from './plan';
import type { Answer, Found, KnownRow, NewRow, Outcome, Sending, Step } from './plan';

/** A run of Create Many in one account. */
export interface Session {
	context: OperationContext;
	/** `progress.hasFailed` is true once a row of any account has failed. */
	limits: { concurrency: number; stopEarly: boolean; progress: Progress };
	results: Results;
	/** The results from earlier tries of this run (Retry On Fail). */
	tries: Tries;
}

/** True if the run has to stop, so no more requests may be sent. */
export function mustStop({ limits: { stopEarly, progress } }: Session): boolean {
	return stopEarly && progress.hasFailed;
}

/**
 * Creates QR codes by following the plan until no step is left. Resolves with the outcome of each row; it is undefined
 * for rows whose outcome wasn't known when the run stopped.
 */
export async function createRows(
	rows: NewRow[],
	batchSize: number,
	session: Session,
): Promise<Array<Outcome | undefined>> {
	const { limits } = session;
	const { progress } = limits;
	const known = rows.map((): KnownRow => ({}));
	const send = async (sending: Sending) => {
		const answer = await getAnswer(sending, rows, session);
		for (const rowIndex of sending.rows) {
			known[rowIndex] = { answer };
			progress.hasFailed ||= isFailure(planRow(rows[rowIndex], rowIndex, known[rowIndex]));
		}
	};
	for (;;) {
		const plan = planRows(rows, known, batchSize);
		progress.hasFailed ||= plan.outcomes.some(isFailure);
		if (mustStop(session) || plan.send.length + plan.lookUp.length === 0) return plan.outcomes;
		await mapConcurrent(plan.send, send, limits);
		if (plan.send.length > 0) continue;
		// No request is in progress here, so reading the list once gives the right result for all rows.
		const existing = new Existing(session.context.client, plan.lookUp.length);
		const lookUp = async (rowIndex: number) => {
			const { row, lookedUp } = rows[rowIndex];
			const { clock, failure } = known[rowIndex].answer ?? {};
			const since = { before: lookedUp?.before, clock, isDone: failure === undefined };
			const found = await existing
				.findCreated(row, since)
				.catch((): Found => ({ isUnclear: true }));
			known[rowIndex] = { ...known[rowIndex], found };
		};
		await mapConcurrent(plan.lookUp, lookUp, limits);
	}
}

function isFailure(step?: Step): boolean {
	return step !== undefined && 'failure' in step;
}

/** Sends a batch of rows, or a single row. */
async function getAnswer(sending: Sending, rows: NewRow[], session: Session): Promise<Answer> {
	const { client } = session.context;
	const sent = sending.rows.map((rowIndex): NumberedRow => [rowIndex, rows[rowIndex].row]);
	const { clock } = client;
	try {
		if (sending.as === 'alone') {
			const [rowIndex] = sending.rows;
			const record = await sendForRecord(client, creationRequest(rows[rowIndex]));
			return { ...sending, entries: new Map([[rowIndex, { record }]]) };
		}
		const body = { qrs: sent.map(([, row]) => ({ ...row })) };
		const isPartial = sent.length > 1;
		const response = await client.send({ ...toRequest('POST /api/qr/bulk'), body, isPartial });
		const entries = readEntries(response, sent);
		const serviceMessage = entries.size < sent.length ? getMessage(response) : '';
		return { ...sending, entries, serviceMessage };
	} catch (thrown) {
		const failure = toFailure(thrown);
		const quoted = failure.kind === 'refused' ? findQuoted(failure.message, sent) : undefined;
		return { ...sending, clock, failure, quoted, entries: readEntries(failure.body, sent) };
	}
}
