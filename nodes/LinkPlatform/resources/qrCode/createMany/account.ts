import type { INodeProperties } from 'n8n-workflow';
import { parseQuota, toPlain } from '../../../api/dialect';
import { getPayload, isRecord } from '../../../api/envelope';
import { Failure, toFailure } from '../../../api/failure';
import { toRequest } from '../../../api/route';
import { inAccount } from '../../../runner/accounts';
import { number } from '../../../runner/fields';
import type { Input } from '../../../runner/input';
import { inTurn } from '../../../api/inTurn';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import type { Output } from '../../../runner/operation';
import type { NewQrCode } from '../design';
import { withImage } from '../image';
import { qrCodeMessages } from '../messages';
import { groupBy, toUrlKey } from './compare';
import { Existing } from './existing';
import type { Result } from './report';
import { createRows, mustStop, type Session } from './run';

export const batchSize: INodeProperties = number('Batch Size', 'batchSize', {
	default: 50,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	description: 'QR codes per request',
});

/** An input item of Create Many, all its values read and checked. */
export interface RowJob extends NewQrCode {
	input: Input;
}

/** Creates the QR codes of the rows of one account, and adds what became of each to its results. */
export async function createInAccount(jobs: RowJob[], session: Session): Promise<void> {
	const create = async () => await createMissing(jobs, session);
	const { client, announce } = session.context;
	if (!jobs.some(isSkipping)) return await create();
	// Between looking up what exists and creating the rest, another execution would create the same: n8n starts a
	// schedule again while its last run goes on, and what it had begun once more when it restarts.
	await inTurn(client.account, create, () => announce(qrCodeMessages.waitsInLine.message));
}

/** The items of rows whose QR codes are there, with their images if wanted. */
export async function toItems(
	inputs: Input[],
	{ context, limits, results }: Session,
): Promise<Array<PromiseSettledResult<Output[]>>> {
	const finish = async (input: Input) => {
		const result = results.get(input) as Result;
		if ('failure' in result) throw result.failure;
		const { record, target, created } = result;
		const output = await withImage(record, input, context);
		return [{ ...output, json: { ...output.json, targetUrl: target, created } }];
	};
	return await mapConcurrent(inputs, finish, limits);
}

/** Creates what 'Skip Existing' doesn't find, as far as the plan has room. */
async function createMissing(jobs: RowJob[], session: Session): Promise<void> {
	const { results } = session;
	const repeated = findRepeated(jobs);
	const own = jobs.filter((job) => !repeated.has(job));
	const newNames = await skipExisting(own.filter(isSkipping), session);
	if (mustStop(session)) return;
	const missing = own.filter(({ input }) => !results.has(input));
	const rows = await takeRoom(missing, session);
	if (mustStop(session)) return;
	const given = rows[0]?.input.collection('additionalFields').batchSize;
	const size = Number(given ?? batchSize.default);
	const named = groupBy(missing, ({ row }) => toPlain(row.name));
	const looked = rows.map((job) => {
		const isRepeated = (named.get(toPlain(job.row.name)) ?? []).length > 1;
		return { ...job, isRepeated, isNewName: newNames.has(job) };
	});
	for (const [at, outcome] of (await createRows(looked, size, session)).entries()) {
		const { input, row, isNewName } = looked[at];
		const hasNamesake = isSkipping(rows[at]) && !isNewName;
		const made = { target: row.url, created: true, hasNamesake };
		if (outcome) results.set(input, 'record' in outcome ? { ...outcome, ...made } : outcome);
		const { name = row.name } = outcome && 'record' in outcome ? outcome.record : row;
		const isOther = toPlain(name) !== toPlain(row.name);
		if (isOther) session.context.addHint(qrCodeMessages.otherName.message);
	}
	for (const [{ input }, first] of repeated) {
		const result = results.get(first.input);
		const shared = { created: false, hasNamesake: false };
		if (result) results.set(input, 'record' in result ? { ...result, ...shared } : result);
	}
}

/** The rows that share the QR code of an earlier row, which has their name and target. */
function findRepeated(jobs: RowJob[]): Map<RowJob, RowJob> {
	const toKey = ({ row }: RowJob) => JSON.stringify([toPlain(row.name), toUrlKey(row.url)]);
	const repeated = new Map<RowJob, RowJob>();
	for (const [first, ...others] of groupBy(jobs, toKey).values()) {
		for (const job of others.filter(isSkipping)) repeated.set(job, first);
	}
	return repeated;
}

/**
 * Adds the QR codes that the account has of these rows' names and targets to the results. A row that cannot be looked
 * up fails: it might become a second one. Resolves with the rows of whose name the account has none.
 */
async function skipExisting(jobs: RowJob[], session: Session): Promise<Set<RowJob>> {
	const newNames = new Set<RowJob>();
	const groups = [...groupBy(jobs, ({ row }) => toPlain(row.name)).values()];
	const existing = new Existing(session.context.client, groups.length);
	const look = async (group: RowJob[]) => {
		const { name } = group[0].row;
		const named = await existing.byName(name);
		for (const job of named.length === 0 ? group : []) newNames.add(job);
		// The name decides where the list has no targets, but not between several.
		const isOne = group.length === 1 && named.length === 1;
		const told = await existing.withTargets(named, isOne);
		const byTarget = groupBy(told, ({ target }) => toUrlKey(target));
		const [untold] = byTarget.get('') ?? [];
		if (untold && group.length > 1) throw Failure.input(qrCodeMessages.sameName, { name });
		for (const job of group) {
			const [found = untold] = byTarget.get(toUrlKey(job.row.url)) ?? [];
			if (!found) continue;
			const { record, target = null } = found;
			session.results.set(job.input, { record, target, created: false });
		}
	};
	const outcomes = await mapConcurrent(groups, look, session.limits);
	outcomes.forEach((outcome, at) => {
		if (outcome.status === 'fulfilled') return;
		const { message } = qrCodeMessages.nothingCreated;
		const failure = toFailure(outcome.reason).withAdvice(message);
		for (const { input } of groups[at]) session.results.set(input, { failure });
	});
	return newNames;
}

/** True if an existing QR code counts as the row's. */
function isSkipping({ input }: RowJob): boolean {
	return input.boolean('skipExisting');
}

/**
 * The rows that the plan has room for, as far as the usage statistics show it; the others fail. A key that may not read
 * them, or statistics without figures, are no obstacle.
 */
async function takeRoom(rows: RowJob[], session: Session): Promise<RowJob[]> {
	const { length: count } = rows;
	const { client, account } = session.context;
	if (count < 2) return rows;
	const body = await client.send(toRequest('GET /api/account/stats')).catch(() => undefined);
	const usage = getPayload(body);
	const { used = 0, limit, remaining } = (isRecord(usage) && parseQuota(usage.qrs)) || {};
	// An unused quota of 0 may be how an unlimited one is stated.
	if (!limit || typeof remaining !== 'number' || remaining >= count) return rows;
	const values = { remaining, count, used, limit };
	const failure = inAccount(Failure.input(qrCodeMessages.overQuota, values), account.name);
	session.limits.progress.hasFailed = true;
	for (const { input } of rows.slice(remaining)) session.results.set(input, { failure });
	return rows.slice(0, remaining);
}
