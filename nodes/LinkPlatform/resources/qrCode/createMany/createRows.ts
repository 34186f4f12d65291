import type { Client } from '../../../api/client';
import { getMessage } from '../../../api/envelope';
import { toFailure } from '../../../api/failure';
import { isSameTarget, toNameKey } from '../../../api/identity';
import { toRequest } from '../../../api/route';
import { whole } from '../../../runner/fields';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import { creationRequest } from '../design';
import { qrCodeMessages } from '../messages';
import { getStatedTarget } from '../target';
import { readEntries, readRefusal, readSingle } from './answer';
import { Existing } from './existing';
import { groupBy } from './groupBy';
import { findQuoted, planRow, planRows } from './plan';
import type { Answer, Found, NewRow, Sending, Step } from './plan';
import type { Result } from './report';
import type { Job } from './rows';
import type { Session } from './session';

export const batchSize = whole('Batch Size', 'batchSize', 1, {
	default: 50,
	description: 'QR codes per request',
});

/**
 * Creates the QR codes of the rows that have no result yet. Follows the plan until each row has one, or the run has to
 * stop.
 */
export async function createRows(jobs: Job[], session: Session): Promise<void> {
	const { context, limits } = session;
	const { batchSize: size = batchSize.default } =
		jobs[0]?.input.collection('additionalFields') ?? {};
	const named = groupBy(jobs, ({ name }) => toNameKey(name));
	const rows = session.getOpen(jobs).map((job): NewRow => {
		return { ...job, isRepeated: named.get(toNameKey(job.name))?.length !== 1 };
	});
	const update = (row: NewRow, known: Pick<NewRow, 'answer' | 'found'>) => {
		const step = planRow(Object.assign(row, known));
		if (!('next' in step)) session.settle(row, toResult(row, step));
	};
	const send = async (sending: Sending) => {
		const answer = await getAnswer(sending, context.client);
		for (const row of sending.rows) update(row, { answer, found: undefined });
	};
	while (!session.mustStop) {
		const plan = planRows(session.getOpen(rows), Number(size));
		await mapConcurrent(plan.send, send, limits);
		if (plan.send.length > 0) continue;
		if (plan.lookUp.length === 0) return;
		// No request is in progress here, so reading the list once gives the right result for all rows.
		const existing = new Existing(context.account, plan.lookUp.length);
		const lookUp = async (row: NewRow) => {
			const found = await existing.findCreated(row).catch((): Found => ({ isUnclear: true }));
			update(row, { found });
		};
		await mapConcurrent(plan.lookUp, lookUp, limits);
	}
}

/** Sends a batch of rows, or a single row. */
async function getAnswer({ rows, as }: Sending, client: Client): Promise<Answer> {
	const body = { qrs: rows.map(({ name, url }) => ({ name, url })) };
	const batch = { ...toRequest('POST /api/qr/bulk'), body, isPartial: rows.length > 1 };
	let clock = NaN;
	const onSend = () => void (clock = client.now);
	try {
		const isAlone = as === 'alone';
		const request = isAlone ? creationRequest(rows[0]) : batch;
		const response = await client.send({ ...request, onSend });
		const read = isAlone ? readSingle(response, rows[0]) : readEntries(response, rows);
		return { rows, as, clock, ...read, serviceMessage: getMessage(response) };
	} catch (thrown) {
		const failure = toFailure(thrown);
		const quoted = failure.kind === 'refused' ? findQuoted(failure.message, rows) : undefined;
		return { rows, as, clock, failure, quoted, ...readRefusal(failure.body, rows, clock) };
	}
}

function toResult({ url, isAnother }: NewRow, outcome: Exclude<Step, { next: string }>): Result {
	if ('failure' in outcome) return outcome;
	const { record } = outcome;
	const target = getStatedTarget(record, url) ?? url;
	const another = isAnother ? qrCodeMessages.createdAnother : undefined;
	const remark = isSameTarget(target, url) ? another : qrCodeMessages.targetsReplaced;
	return { record, target, created: true, remark };
}
