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

/** The decision about a row whose name was looked up. */
export interface LookedUp {
	decision: Decision;
	/** The IDs of the QR codes that have the name. */
	before: Set<string>;
	/** The link to change, if the QR code is to lead elsewhere. */
	linkId?: string;
}

export type LookUps = Map<RowJob, LookedUp>;

/**
 * Looks up the names of these rows, no two of which have the same name and URL. Adds two kinds of rows to the results:
 * rows that keep an existing QR code, and rows that fail because of 'If Name Exists' or a failed look-up. Resolves with
 * the others.
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
			// A row that its name fails doesn't end the others, so that a run that stops can name all such rows.
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
