import { toPlain } from '../../../api/dialect';
import { toFailure } from '../../../api/failure';
import { isSameTarget, toIdKey } from '../../../api/identity';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import { qrCodeMessages } from '../messages';
import { findLink } from '../target';
import { groupBy } from './compare';
import { Existing } from './existing';
import { decide, type Decision, type Namesake } from './names';
import type { QrCode } from './report';
import type { RowJob } from './rows';
import type { Session } from './run';

/** The decision about a row after looking up its name. */
export interface LookedUp {
	decision: Decision;
	/** The IDs of the QR codes that have the name. */
	before: Set<string>;
	/** ID of the link whose target has to change, if the QR code should lead to another URL. */
	linkId?: string;
}

export type LookUps = Map<RowJob, LookedUp>;

/**
 * Looks up the names of these rows; each pair of name and URL must occur only once. Adds a result for rows that keep an
 * existing QR code, and for rows that fail because of 'If Name Exists' or a failed lookup. Resolves with the other
 * rows.
 */
export async function lookUp(jobs: RowJob[], session: Session): Promise<LookUps> {
	const { context, results, limits } = session;
	const { progress } = limits;
	const existing = new Existing(context.client, jobs.length === 1 ? 1 : Infinity);
	const lookUps: LookUps = new Map();
	const named = groupBy(jobs, ({ row }) => toPlain(row.name));
	const work = async (job: RowJob) => {
		const urls = (named.get(toPlain(job.row.name)) ?? []).map(({ row }) => row.url);
		try {
			const lookedUp = await lookUpRow(job, urls, existing, session);
			const { decision } = lookedUp;
			if (decision.next === 'keep') results.set(job.input, toKept(job, decision.namesake));
			else lookUps.set(job, lookedUp);
		} catch (thrown) {
			const failure = toFailure(thrown);
			const isByName = failure.kind === 'input';
			const advice = isByName ? '' : qrCodeMessages.nothingCreated.message;
			results.set(job.input, { failure: failure.withAdvice(advice), isByName });
			// A failure because of 'If Name Exists' doesn't end the lookup of other rows, so that a run that stops can
			// list all such rows.
			progress.hasFailed ||= !isByName;
		}
	};
	await mapConcurrent(jobs, work, limits);
	progress.hasFailed ||= jobs.some(({ input }) => 'failure' in (results.get(input) ?? {}));
	return lookUps;
}

async function lookUpRow(
	{ row, mode }: RowJob,
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

function toKept({ row }: RowJob, { record, target: stated }: Namesake): QrCode {
	const target = stated ?? null;
	const leadsElsewhere = target !== null && !isSameTarget(target, row.url);
	return { record, target, created: false, remark: leadsElsewhere ? 'keptElsewhere' : undefined };
}
