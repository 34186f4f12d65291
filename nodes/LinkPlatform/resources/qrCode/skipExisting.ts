import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { Failure, toFailure } from '../../api/failure';
import { mapConcurrent } from '../../runner/mapConcurrent';
import type { Input } from '../../runner/input';
import type { Limits } from '../../runner/operation';
import type { NewQrJob } from './batchRun';
import { getTargetUrl, groupBy, toPlain, toTargetKey } from './compare';
import { Existing, MOST_OTHERS, readTargets } from './existing';
import { qrCodeMessages } from './messages';

/** An input item of Create Many on its way. */
export interface RowJob extends NewQrJob {
	input: Input;
	/** A QR code that the account had before, and where it leads if that is known. */
	existing?: { record: IDataObject; target?: unknown };
	/** The row that has the name and target first, whose QR code this one shares. */
	first?: RowJob;
}

/**
 * If existing QR codes are to be skipped, finds the rows that need no new one: the account has one of that name and
 * target, or an earlier row does. A row that cannot be looked up fails: it might become a second one.
 */
export async function skipExisting(jobs: RowJob[], client: Client, limits: Limits): Promise<void> {
	const wanted: RowJob[] = [];
	for (const [first, ...repeated] of groupBy(jobs, toKey).values()) {
		for (const job of repeated) if (isSkipping(job)) job.first = first;
		if (isSkipping(first)) wanted.push(first);
	}
	const groups = [...groupBy(wanted, ({ row }) => toPlain(row.name)).values()];
	const existing = new Existing(client, groups.length);
	const outcomes = await mapConcurrent(
		groups,
		async (group) => await findExisting(group, existing, limits),
		limits,
	);
	outcomes.forEach((outcome, at) => {
		if (outcome.status === 'fulfilled') return;
		const failure = toFailure(outcome.reason).withAdvice(qrCodeMessages.nothingCreated.message);
		for (const job of groups[at]) job.failure = failure;
	});
}

/** Gives rows of one name the QR codes that the account has for them. */
async function findExisting(group: RowJob[], existing: Existing, limits: Limits): Promise<void> {
	const found = await existing.byName(group[0].row.name);
	for (const job of group) job.isNewName = found.length === 0;
	// The name decides where the list has no targets, but not between several.
	const isOne = group.length === 1 && found.length === 1;
	const read = isOne
		? found.map((record) => ({ record, target: getTargetUrl(record) }))
		: await readTargets(found.slice(0, group.length + MOST_OTHERS), existing, limits);
	const byTarget = groupBy(read, ({ target }) => toTargetKey(target));
	const [newest] = byTarget.get('') ?? [];
	for (const job of group) {
		const same = byTarget.get(toTargetKey(job.row.url))?.[0];
		if (!same && newest && group.length > 1)
			job.failure = Failure.input(qrCodeMessages.sameName, { name: job.row.name });
		else job.existing = same ?? newest;
	}
}

/** True if an existing QR code counts as the row's. */
export function isSkipping({ input }: RowJob): boolean {
	return input.boolean('skipExisting');
}

function toKey({ row }: RowJob): string {
	return JSON.stringify([toPlain(row.name), toTargetKey(row.url)]);
}
