import { toPlain } from '../../../api/dialect';
import { Failure, toFailure } from '../../../api/failure';
import { isSameTarget, toIdKey, toTargetKey } from '../../../api/identity';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import { qrCodeMessages } from '../messages';
import { findLink } from '../target';
import { groupBy } from './compare';
import { Existing } from './existing';
import { decide, type Decision, type Namesake } from './names';
import type { QrCode } from './report';
import type { RowJob } from './rows';
import type { Session } from './run';

/** What the account has of a row's name. */
export interface LookedUp {
	decision: Decision;
	/** The IDs of the QR codes of its name. */
	before: Set<string>;
	/** The link to change, if the QR code is to lead elsewhere. */
	linkId?: string;
}

export type LookUps = Map<RowJob, LookedUp>;

/**
 * Looks up the names of these rows, no two of which have the same name and URL. Adds to the results what is kept, and
 * the rows that fail: by 'If Name Exists', or since they can't be looked up, and might get a second QR code. Resolves
 * with the others.
 */
export async function lookUp(jobs: RowJob[], session: Session): Promise<LookUps> {
	const { context, results, limits } = session;
	const existing = new Existing(context.client, jobs.length === 1 ? 1 : Infinity);
	const lookUps: LookUps = new Map();
	const named = groupBy(jobs, ({ row }) => toPlain(row.name));
	const look = async (job: RowJob) => {
		const urls = (named.get(toPlain(job.row.name)) ?? []).map(({ row }) => row.url);
		lookUps.set(job, await lookUpRow(job, urls, existing, session));
	};
	// What a row's name decides fails it without ending the others, so that a run that stops can name all such rows.
	const work = async (job: RowJob) => {
		await look(job).catch((thrown: unknown) => {
			const failure = toFailure(thrown);
			if (failure.kind !== 'input') throw thrown;
			results.set(job.input, { failure, isByName: true });
		});
	};
	const outcomes = await mapConcurrent(jobs, work, limits);
	outcomes.forEach((outcome, at) => {
		if (outcome.status === 'fulfilled') return;
		const { message } = qrCodeMessages.nothingCreated;
		results.set(jobs[at].input, { failure: toFailure(outcome.reason).withAdvice(message) });
	});
	failSharedLinks(lookUps, session);
	limits.progress.hasFailed ||= jobs.some(({ input }) => 'failure' in (results.get(input) ?? {}));
	for (const [job, { decision }] of lookUps) {
		if (decision.next === 'keep') results.set(job.input, toKept(job, decision.namesake));
		if (results.has(job.input)) lookUps.delete(job);
	}
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
	const searched = await read(await existing.search(row.name));
	const isThere = searched.some(({ target = '' }) => isSameTarget(target, row.url));
	const namesakes = isThere ? searched : await read(await existing.byName(row.name));
	const decision = decide(row, mode, namesakes, urls);
	const before = new Set(namesakes.map(({ record }) => toIdKey(record.id)));
	if (decision.next !== 'repoint') return { decision, before };
	const details = await existing.readDetails(decision.namesake.record);
	return { decision, before, linkId: await findLink(details, context.client) };
}

function toKept({ row }: RowJob, { record, target: stated }: Namesake): QrCode {
	const target = stated ?? null;
	const remark = target !== null && !isSameTarget(target, row.url) ? 'keptElsewhere' : undefined;
	return { record, target, created: false, remark };
}

/** QR codes of one link lead to one place, so rows can't make them lead to two. */
function failSharedLinks(lookUps: LookUps, { results }: Session): void {
	const changes = [...lookUps].filter(([, { linkId }]) => linkId !== undefined);
	for (const sharing of groupBy(changes, ([, { linkId }]) => linkId).values()) {
		const targets = new Set(sharing.map(([{ row }]) => toTargetKey(row.url)));
		if (targets.size === 1) continue;
		for (const [{ input, row }] of sharing) {
			const failure = Failure.input(qrCodeMessages.linkShared, { name: row.name });
			results.set(input, { failure, isByName: true });
		}
	}
}
