import type { IDataObject } from 'n8n-workflow';
import { parseQuota, toPlain } from '../../../api/dialect';
import { Failure, toFailure } from '../../../api/failure';
import { isSameTarget, toTargetKey } from '../../../api/identity';
import { toRequest } from '../../../api/route';
import { inAccount } from '../../../runner/accounts';
import { number } from '../../../runner/fields';
import type { Input } from '../../../runner/input';
import { inTurn } from '../../../api/inTurn';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import type { Output } from '../../../runner/operation';
import { sendForRecord } from '../../../runner/requests';
import { withImage } from '../image';
import { qrCodeMessages } from '../messages';
import { changeTarget, getStatedTarget } from '../target';
import { groupBy } from './compare';
import { lookUp, type LookedUp, type LookUps } from './lookUp';
import type { QrCode } from './report';
import type { RowJob } from './rows';
import { createRows, mustStop, type Session } from './run';

export const batchSize = number('Batch Size', 'batchSize', {
	default: 50,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	description: 'QR codes per request',
});

/** Creates the QR codes for the rows of one account, and adds the result of each row to the session. */
export async function createInAccount(jobs: RowJob[], session: Session): Promise<void> {
	const settle = async () => await settleRows(jobs, session);
	const { client, announce } = session.context;
	if (!jobs.some(isLookedUp)) return await settle();
	// Another execution could create the same QR codes between the look-up and the creation: n8n starts a schedule again
	// while its last run continues, and repeats interrupted runs after a restart.
	const line = `${client.account} qrCodes`;
	await inTurn(line, settle, () => announce(qrCodeMessages.waitsInLine.message));
}

/** Returns the output items of the rows that have a QR code, with the images if the user wants them. */
export async function toItems(
	inputs: Input[],
	{ context, limits, results, tries }: Session,
): Promise<Array<PromiseSettledResult<Output[]>>> {
	const finish = async (input: Input): Promise<Output[]> => {
		const result = results.get(input);
		if (!result) return [];
		if ('failure' in result) throw result.failure;
		if (result.output) return [result.output];
		const { record, target, created, previousUrl } = result;
		const output = await withImage(record, input, context);
		const changed = previousUrl === undefined ? {} : { updated: true, previousUrl };
		const json = { ...output.json, targetUrl: target, created, ...changed };
		const finished = { ...output, json };
		tries.set(input, { ...result, output: finished });
		return [finished];
	};
	return await mapConcurrent(inputs, finish, limits);
}

/**
 * Looks up existing QR codes, changes their targets if 'If Name Exists' says so, and creates the missing ones as far as
 * the plan's quota allows.
 */
async function settleRows(jobs: RowJob[], session: Session): Promise<void> {
	const { results } = session;
	const repeated = findRepeated(jobs);
	const own = jobs.filter((job) => !repeated.has(job));
	const lookUps = await lookUp(own.filter(isLookedUp), session);
	if (mustStop(session)) return;
	const missing = own.filter((job) => {
		return !results.has(job.input) && lookUps.get(job)?.decision.next !== 'repoint';
	});
	const rows = await takeRoom(missing, session);
	if (mustStop(session)) return;
	await changeTargets(lookUps, session);
	if (mustStop(session)) return;
	await createMissing(rows, missing, lookUps, session);
	for (const [{ input }, first] of repeated) {
		const result = results.get(first.input);
		if (!result) continue;
		results.set(input, 'failure' in result ? result : toShared(result));
	}
}

/** Returns the result of a row that shares the QR code of an earlier row. */
function toShared({ record, target, created, remark }: QrCode): QrCode {
	return { record, target, created: false, remark: created ? undefined : remark };
}

/**
 * Creates the QR codes of these rows, and adds them to the results. `missing` also includes rows that exceed the plan's
 * quota.
 */
async function createMissing(
	rows: RowJob[],
	missing: RowJob[],
	lookUps: LookUps,
	session: Session,
): Promise<void> {
	const { results, context } = session;
	const size = rows[0]?.input.collection('additionalFields').batchSize ?? batchSize.default;
	const named = groupBy(missing, ({ row }) => toPlain(row.name));
	const created = rows.map((job) => {
		const isRepeated = (named.get(toPlain(job.row.name)) ?? []).length > 1;
		return { ...job, isRepeated, lookedUp: lookUps.get(job) };
	});
	for (const [rowIndex, outcome] of (await createRows(created, Number(size), session)).entries()) {
		const { input, row, lookedUp } = created[rowIndex];
		if (outcome && 'failure' in outcome) results.set(input, outcome);
		if (!outcome || 'failure' in outcome) continue;
		const { record } = outcome;
		const target = getStatedTarget(record, row.url) ?? row.url;
		const { decision } = lookedUp ?? {};
		const isAnother = decision?.next === 'create' && decision.isAnother;
		const remark = isAnother ? 'another' : undefined;
		const isReplaced = !isSameTarget(target, row.url);
		results.set(input, { record, target, created: true, remark: isReplaced ? 'replaced' : remark });
		const isOther = toPlain(record.name ?? row.name) !== toPlain(row.name);
		if (isOther) context.addHint(qrCodeMessages.otherName.message);
	}
}

/** Changes the targets of existing QR codes to the URLs of their rows. */
async function changeTargets(
	lookUps: LookUps,
	{ context, results, limits }: Session,
): Promise<void> {
	const change = async ([{ input, row }, { decision, linkId }]: [RowJob, LookedUp]) => {
		if (decision.next !== 'repoint' || linkId === undefined) return;
		const { record, target: previousUrl } = decision.namesake;
		try {
			const target = await changeTarget(linkId, row.url, context);
			results.set(input, { record, target, created: false, previousUrl });
		} catch (thrown) {
			results.set(input, { failure: toFailure(thrown) });
			limits.progress.hasFailed = true;
		}
	};
	await mapConcurrent([...lookUps], change, limits);
}

/** Maps each repeated row to the first row with the same name and URL, whose QR code it shares. */
function findRepeated(jobs: RowJob[]): Map<RowJob, RowJob> {
	const toKey = ({ row }: RowJob) => JSON.stringify([toPlain(row.name), toTargetKey(row.url)]);
	const repeated = new Map<RowJob, RowJob>();
	for (const [first, ...others] of groupBy(jobs, toKey).values()) {
		for (const job of others.filter(isLookedUp)) repeated.set(job, first);
	}
	return repeated;
}

/** True if the row's name is looked up first. False for 'Create Another', which creates a QR code in any case. */
function isLookedUp({ mode }: RowJob): boolean {
	return mode !== 'create';
}

/**
 * Returns the rows that fit into the plan's quota, according to the usage statistics; the other rows fail. All rows are
 * returned if the key can't read the statistics, or they don't include this quota.
 */
async function takeRoom(rows: RowJob[], session: Session): Promise<RowJob[]> {
	const { length: count } = rows;
	const { client, account } = session.context;
	if (count < 2) return rows;
	const request = toRequest('GET /api/account/stats');
	const usage = await sendForRecord(client, request).catch((): IDataObject => ({}));
	const { used = 0, limit, remaining } = parseQuota(usage.qrs) ?? {};
	// A quota of 0 with nothing used may mean an unlimited quota.
	if (!limit || typeof remaining !== 'number' || remaining >= count) return rows;
	const values = { remaining, count, used, limit };
	const failure = inAccount(Failure.input(qrCodeMessages.overQuota, values), account.name);
	session.limits.progress.hasFailed = true;
	for (const { input } of rows.slice(remaining)) session.results.set(input, { failure });
	return rows.slice(0, remaining);
}
