import type { INodeProperties } from 'n8n-workflow';
import { parseQuota, toPlain } from '../../../api/dialect';
import { getPayload, isRecord } from '../../../api/envelope';
import { Failure, toFailure } from '../../../api/failure';
import { isSameTarget, toTargetKey } from '../../../api/identity';
import { toRequest } from '../../../api/route';
import { inAccount } from '../../../runner/accounts';
import { number } from '../../../runner/fields';
import type { Input } from '../../../runner/input';
import { inTurn } from '../../../api/inTurn';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import type { Output } from '../../../runner/operation';
import { withImage } from '../image';
import { qrCodeMessages } from '../messages';
import { changeTarget, getStatedTarget } from '../target';
import { groupBy } from './compare';
import { lookUp, type LookedUp, type LookUps } from './lookUp';
import type { QrCode } from './report';
import type { RowJob } from './rows';
import { createRows, mustStop, type Session } from './run';

export const batchSize: INodeProperties = number('Batch Size', 'batchSize', {
	default: 50,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	description: 'QR codes per request',
});

/** Creates the QR codes of the rows of one account, and adds what became of each to its results. */
export async function createInAccount(jobs: RowJob[], session: Session): Promise<void> {
	const settle = async () => await settleRows(jobs, session);
	const { client, announce } = session.context;
	if (!jobs.some(isLookedUp)) return await settle();
	// Between looking up what exists and creating the rest, another execution would create the same: n8n starts a
	// schedule again while its last run goes on, and what it had begun once more when it restarts.
	const line = `${client.account} qrCodes`;
	await inTurn(line, settle, () => announce(qrCodeMessages.waitsInLine.message));
}

/** The items of rows whose QR codes are there, with their images if wanted. */
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

/** Looks up what exists, changes where it leads if wanted, and creates the rest as far as the plan has room. */
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
		if ('failure' in result) results.set(input, result);
		else results.set(input, toShared(result));
	}
}

function toShared({ record, target, created, remark }: QrCode): QrCode {
	return { record, target, created: false, remark: created ? undefined : remark };
}

/** Creates the QR codes of these rows, and adds them to the results. `missing` has all that were to be created. */
async function createMissing(
	rows: RowJob[],
	missing: RowJob[],
	lookUps: LookUps,
	session: Session,
): Promise<void> {
	const { results, context } = session;
	const given = rows[0]?.input.collection('additionalFields').batchSize;
	const size = Number(given ?? batchSize.default);
	const named = groupBy(missing, ({ row }) => toPlain(row.name));
	const created = rows.map((job) => {
		const isRepeated = (named.get(toPlain(job.row.name)) ?? []).length > 1;
		return { ...job, isRepeated, lookedUp: lookUps.get(job) };
	});
	for (const [at, outcome] of (await createRows(created, size, session)).entries()) {
		if (!outcome) continue;
		const { input, row, lookedUp } = created[at];
		if ('failure' in outcome) {
			results.set(input, outcome);
			continue;
		}
		const { record } = outcome;
		const target = getStatedTarget(record, row.url) ?? row.url;
		const { decision } = lookedUp ?? {};
		const isAnother = decision?.next === 'create' && decision.isAnother;
		const remark = isSameTarget(target, row.url) ? (isAnother ? 'another' : undefined) : 'replaced';
		results.set(input, { record, target, created: true, remark });
		const isOther = toPlain(record.name ?? row.name) !== toPlain(row.name);
		if (isOther) context.addHint(qrCodeMessages.otherName.message);
	}
}

/** Makes QR codes of the account lead to the URLs of their rows. */
async function changeTargets(lookUps: LookUps, session: Session): Promise<void> {
	const { context, results, limits } = session;
	const change = async ([job, { decision, linkId }]: [RowJob, LookedUp]) => {
		if (decision.next !== 'repoint' || linkId === undefined) return;
		const { record, target: previousUrl } = decision.namesake;
		const target = await changeTarget(linkId, job.row.url, context);
		results.set(job.input, { record, target, created: false, previousUrl });
	};
	const changes = [...lookUps];
	const outcomes = await mapConcurrent(changes, change, limits);
	outcomes.forEach((outcome, at) => {
		if (outcome.status === 'fulfilled') return;
		results.set(changes[at][0].input, { failure: toFailure(outcome.reason) });
	});
}

/** The rows that share the QR code of an earlier row, which has their name and target. */
function findRepeated(jobs: RowJob[]): Map<RowJob, RowJob> {
	const toKey = ({ row }: RowJob) => JSON.stringify([toPlain(row.name), toTargetKey(row.url)]);
	const repeated = new Map<RowJob, RowJob>();
	for (const [first, ...others] of groupBy(jobs, toKey).values()) {
		for (const job of others.filter(isLookedUp)) repeated.set(job, first);
	}
	return repeated;
}

/** False for a row that gets a QR code of its own in any case. */
function isLookedUp({ mode }: RowJob): boolean {
	return mode !== 'create';
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
