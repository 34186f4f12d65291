import { toPlain } from '../../../api/dialect';
import { toFailure } from '../../../api/failure';
import { isSameTarget, toIdKey } from '../../../api/identity';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import { qrCodeMessages } from '../messages';
import { findLink } from '../target';
import { Existing } from './existing';
import { groupBy } from './groupBy';
import { decide, type LookedUp, type Namesake } from './names';
import type { QrCode } from './report';
import type { Job } from './rows';
import type { Session } from './session';

/**
 * Looks up the names of these rows; each pair of name and URL must occur only once. Settles rows that keep an existing
 * QR code, and rows that fail because of 'If Name Exists' or a failed look-up.
 */
export async function lookUp(jobs: Job[], session: Session): Promise<void> {
	const existing = new Existing(session.context.client, jobs.length === 1 ? 1 : Infinity);
	const named = groupBy(jobs, ({ row }) => toPlain(row.name));
	const work = async (job: Job) => {
		const { input, row } = job;
		const urls = (named.get(toPlain(row.name)) ?? []).map((one) => one.row.url);
		try {
			job.lookedUp = await lookUpRow(job, urls, existing, session);
			const { decision } = job.lookedUp;
			if (decision.next === 'keep') session.settle(input, toKept(row.url, decision.namesake));
		} catch (thrown) {
			const failure = toFailure(thrown);
			const advice = failure.kind === 'input' ? '' : qrCodeMessages.nothingCreated.message;
			session.settle(input, { failure: failure.withAdvice(advice) });
		}
	};
	await mapConcurrent(jobs, work, session.limits);
}

async function lookUpRow(
	{ row, mode }: Job,
	urls: string[],
	existing: Existing,
	{ context }: Session,
): Promise<LookedUp> {
	const read = async (records: Namesake['record'][]) =>
		await existing.withTargets(records, row.url, mode === 'keep');
	const searched = await read(await existing.searchName(row.name));
	const isThere = searched.some(({ target = '' }) => isSameTarget(target, row.url));
	const namesakes = isThere ? searched : await read(await existing.byName(row.name));
	const decision = decide(row, mode, namesakes, urls);
	const before = new Set(namesakes.map(({ record }) => toIdKey(record.id)));
	if (decision.next !== 'repoint') return { decision, before };
	const details = await existing.readDetails(decision.namesake.record);
	return { decision, before, linkId: await findLink(details, context.account) };
}

function toKept(url: string, { record, target }: Namesake): QrCode {
	const leadsElsewhere = target !== undefined && !isSameTarget(target, url);
	const remark = leadsElsewhere ? qrCodeMessages.keptElsewhere : undefined;
	return { record, target: target ?? null, created: false, remark };
}
