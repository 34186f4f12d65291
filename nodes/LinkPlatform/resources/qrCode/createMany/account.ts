import type { INodeProperties } from 'n8n-workflow';
import { fill } from '../../../api/fill';
import { number } from '../../../runner/fields';
import type { Input } from '../../../runner/input';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import type { Output } from '../../../runner/operation';
import { withImage } from '../image';
import { qrCodeMessages } from '../messages';
import { inTurn } from '../../../runner/inTurn';
import { readRoom } from './quota';
import { announceDuration, type QrCode, type Result, type Results } from './report';
import { createRows, mustStop, type NewRow, type Session } from './run';
import { isSkipping, skipExisting, type RowJob, type Skipping } from './skipExisting';

export const batchSize: INodeProperties = number('Batch Size', 'batchSize', {
	default: 50,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	description: 'QR codes per request',
});

/** Creates the QR codes of the rows of one account, and adds what became of each to the results. */
export async function createInAccount(
	jobs: RowJob[],
	session: Session,
	results: Results,
): Promise<void> {
	const create = async () => await createMissing(jobs, session, results);
	const { client, announce } = session.context;
	if (!jobs.some(isSkipping)) return await create();
	// Between looking up what exists and creating the rest, another execution would create the same: n8n starts a
	// schedule again while its last run goes on, and what it had begun once more when it restarts.
	await inTurn(client.account, create, () => announce(qrCodeMessages.waitsInLine.message));
}

/** The items of rows whose QR codes are there, with their images if wanted. */
export async function toItems(
	inputs: Input[],
	{ context, limits, progress }: Session,
	results: Results,
): Promise<Array<PromiseSettledResult<Output[]>>> {
	const finish = async (input: Input) => {
		const result = results.get(input) as Result;
		if ('failure' in result) throw result.failure;
		const { record, target, created } = result;
		const { imageByRunningAgain, imageByDownload } = qrCodeMessages;
		const again = input.boolean('skipExisting') ? imageByRunningAgain : imageByDownload;
		const output = await withImage(record, input, context, again.message);
		return [{ ...output, json: { ...output.json, targetUrl: target, created } }];
	};
	return await mapConcurrent(inputs, finish, { ...limits, progress });
}

/** Creates what 'Skip Existing' doesn't find, as far as the plan has room. */
async function createMissing(jobs: RowJob[], session: Session, results: Results): Promise<void> {
	const skipped = await skipExisting(jobs, session);
	const missing: Array<RowJob & NewRow> = [];
	for (const job of jobs) {
		const { failure, existing, first, isNewName }: Skipping = skipped.get(job) ?? {};
		if (failure) results.set(job.input, { failure });
		else if (existing) results.set(job.input, toExisting(existing));
		else if (!first) missing.push({ ...job, isNewName });
	}
	if (mustStop(session)) return;
	const { room, failure } = (await readRoom(missing.length, session.context)) ?? {};
	const rows = missing.slice(0, room);
	if (failure) {
		session.progress.hasFailed = true;
		for (const { input } of missing.slice(room)) results.set(input, { failure });
	}
	if (mustStop(session)) return;
	const given = jobs[0]?.input.collection('additionalFields').batchSize;
	const size = Number(given ?? batchSize.default);
	announce(rows, jobs, size, session);
	for (const [at, outcome] of (await createRows(rows, size, session)).entries()) {
		const { input, row, isNewName } = rows[at];
		const made = { target: row.url, created: true, hasNamesake: isNewName === false };
		if (outcome) results.set(input, 'record' in outcome ? { ...outcome, ...made } : outcome);
	}
	for (const [{ input }, { first }] of skipped) {
		const result = first && results.get(first.input);
		if (result) results.set(input, toRepeated(result));
	}
}

/** Says that designs take requests of their own, and how long all will take. */
function announce(rows: NewRow[], jobs: RowJob[], size: number, { context }: Session): void {
	const { length: alone } = rows.filter(({ design }) => Object.keys(design).length > 0);
	const count = alone.toLocaleString('en-US');
	if (alone > 1) context.addHint(fill(qrCodeMessages.oneByOne, { count }).message, 'info');
	const { length: images } = jobs.filter(({ input }) => input.boolean('downloadImage'));
	announceDuration(Math.ceil((rows.length - alone) / size) + alone + images, context);
}

function toExisting({ record, target }: NonNullable<Skipping['existing']>): QrCode {
	return { record, target: target === undefined ? null : String(target), created: false };
}

/** Of a row that shares the QR code of the first with its name and target. */
function toRepeated(first: Result): Result {
	if (!('failure' in first)) return { ...first, created: false, hasNamesake: false };
	const { failure } = first;
	const { message } = fill(qrCodeMessages.firstRowFailed, { message: failure.message });
	return { failure: failure.reworded({ message }) };
}
