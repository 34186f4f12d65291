import { getTarget, toPlain } from '../../../api/dialect';
import { Failure, toFailure } from '../../../api/failure';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import type { Input } from '../../../runner/input';
import type { NewQrCode } from '../design';
import { qrCodeMessages } from '../messages';
import { groupBy, toTargetKey } from './compare';
import { Existing, type ExistingQrCode } from './existing';
import { mustStop, type Session } from './run';

/** An input item of Create Many, all its values read and checked. */
export interface RowJob extends NewQrCode {
	input: Input;
}

/** What 'Skip Existing' found out about a row; nothing about one that needs a new QR code whose name is unknown. */
export interface Skipping {
	existing?: ExistingQrCode;
	/** The row that has the name and target first, whose QR code this one shares. */
	first?: RowJob;
	failure?: Failure;
	/** Whether the account has none of its name. */
	isNewName?: boolean;
}

/**
 * If existing QR codes are to be skipped, finds the rows that need no new one: the account has one of that name and
 * target, or an earlier row does. A row that cannot be looked up fails: it might become a second one.
 */
export async function skipExisting(
	jobs: RowJob[],
	session: Session,
): Promise<Map<RowJob, Skipping>> {
	const skipped = new Map<RowJob, Skipping>();
	const wanted: RowJob[] = [];
	for (const [first, ...repeated] of groupBy(jobs, toKey).values()) {
		for (const job of repeated) if (isSkipping(job)) skipped.set(job, { first });
		if (isSkipping(first)) wanted.push(first);
	}
	const groups = [...groupBy(wanted, ({ row }) => toPlain(row.name)).values()];
	const existing = new Existing(session.context, groups.length);
	const look = async (group: RowJob[]) => {
		if (mustStop(session)) return;
		const found = await findExisting(group, existing).catch((thrown: unknown) => {
			session.progress.hasFailed = true;
			const failure = toFailure(thrown).withAdvice(qrCodeMessages.nothingCreated.message);
			return group.map((): Skipping => ({ failure }));
		});
		group.forEach((job, at) => skipped.set(job, found[at]));
	};
	await mapConcurrent(groups, look, session.limits);
	return skipped;
}

/** The QR codes that the account has for rows of one name. */
async function findExisting(group: RowJob[], existing: Existing): Promise<Skipping[]> {
	const [{ row }] = group;
	const found = await existing.byName(row.name);
	const isNewName = found.length === 0;
	// The name decides where the list has no targets, but not between several.
	const isOne = group.length === 1 && found.length === 1;
	const read = isOne
		? found.map((record) => ({ record, target: getTarget(record) }))
		: await existing.readTargets(found, group.length);
	const byTarget = groupBy(read, ({ target }) => toTargetKey(target));
	const [untold] = byTarget.get('') ?? [];
	return group.map((job): Skipping => {
		const [same] = byTarget.get(toTargetKey(job.row.url)) ?? [];
		if (same || !untold || group.length === 1) return { existing: same ?? untold, isNewName };
		return { failure: Failure.input(qrCodeMessages.sameName, { name: row.name }) };
	});
}

/** True if an existing QR code counts as the row's. */
export function isSkipping({ input }: RowJob): boolean {
	return input.boolean('skipExisting');
}

function toKey({ row }: RowJob): string {
	return JSON.stringify([toPlain(row.name), toTargetKey(row.url)]);
}
