import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getPayload, isRecord } from '../../api/envelope';
import { toFailure, type Failure } from '../../api/failure';
import { readList } from '../../api/paging';
import { toRequest } from '../../api/route';
import { mapConcurrent } from '../../operations/mapConcurrent';
import type { Input } from '../../operations/input';
import type { BulkOperation, OperationContext, Output } from '../../operations/operation';
import { name, targetUrl } from './fields';
import { imageRequest, withImage } from './image';
import { downloadFields } from './imageFields';
import { qrCodeList } from './list';
import { isNamed, leadsTo, matchRows, newestFirst, type Row } from './matchRows';
import { readability } from './readability';

const DEFAULT_BATCH = 50;

/** One input item on its way: what it asks for, and what became of it. */
interface Job {
	input: Input;
	row: Row;
	record?: IDataObject;
	failure?: Failure;
}

/**
 * Creates QR codes in batches (`POST /api/qr/bulk`), then fetches their images if wanted. Each input item
 * ends as its own QR code or its own failure, and there are never more QR codes than rows: a batch is sent
 * again, in halves, only where it was too large, or where the refusal is about single rows and what exists
 * already was looked up.
 */
export const createMany: BulkOperation = {
	routes: [
		'POST /api/qr/bulk',
		'GET /api/qr/{qrCodeId}/download',
		// Only after a refusal that is about single rows.
		'GET /api/qrs',
		'GET /api/qr/{qrCodeId}',
	],
	fields: [
		name,
		targetUrl,
		{
			displayName: 'Batch Size',
			name: 'batchSize',
			type: 'number',
			default: DEFAULT_BATCH,
			typeOptions: { minValue: 1, numberPrecision: 0 },
			description: 'How many QR codes to create with one request',
		},
		...downloadFields,
	],
	warnings: readability,
	runAll: async (inputs, context, limits) => {
		const jobs = inputs.map(toJob);
		const ready = jobs.filter(({ failure }) => failure === undefined);
		const mustStop = () => limits.stopEarly && jobs.some(({ failure }) => failure !== undefined);
		const size = ready[0]?.input.number('batchSize') ?? DEFAULT_BATCH;
		const batches = toBatches(ready, size);
		const taken = new Set<unknown>();
		await mapConcurrent(
			batches,
			async (batch) => await createBatch(batch, { context, mustStop, taken }),
			limits,
		);
		// Without "continue" the run fails as a whole: the images would be fetched for nothing.
		if (mustStop()) return jobs.map(({ failure }) => toOutcome(failure));
		return await mapConcurrent(jobs, async (job) => await finish(job, context), limits);
	},
};

async function finish(
	{ input, record = {}, failure }: Job,
	call: OperationContext,
): Promise<Output[]> {
	if (failure) throw failure;
	return [await withImage(record, input, call)];
}

function toOutcome(failure?: Failure): PromiseSettledResult<Output[]> {
	return failure ? { status: 'rejected', reason: failure } : { status: 'fulfilled', value: [] };
}

/** All values are read and checked before the first request, so that a bad row costs none. */
function toJob(input: Input): Job {
	const row = { name: '', url: '' };
	try {
		row.name = input.string('name');
		row.url = input.string('url');
		if (input.boolean('downloadImage')) imageRequest(0, input);
		return { input, row };
	} catch (thrown) {
		return { input, row, failure: toFailure(thrown) };
	}
}

/** What the batches of a run have in common; `taken` are the ids that a row has already. */
interface BatchRun {
	context: OperationContext;
	mustStop: () => boolean;
	taken: Set<unknown>;
}

async function createBatch(jobs: Job[], run: BatchRun): Promise<void> {
	const { context, mustStop, taken } = run;
	if (mustStop() || jobs.length === 0) return;
	const request = toRequest('POST /api/qr/bulk');
	const qrs = jobs.map(({ row }) => ({ ...row }));
	try {
		const matches = matchRows(qrs, await context.client.send({ ...request, body: { qrs } }));
		jobs.forEach((job, index) => Object.assign(job, matches[index]));
		for (const { record } of jobs) if (record) taken.add(record.id);
	} catch (thrown) {
		const failure = toFailure(thrown);
		const isTooLarge = failure.details.httpCode === '413';
		if (jobs.length === 1 || !(isTooLarge || isAboutRows(failure, jobs))) {
			const told = jobs.length > 1 && mayHaveCreated(failure) ? withLookFirst(failure) : failure;
			for (const job of jobs) job.failure = told;
			return;
		}
		// A service may have created the rows before the one that it refuses.
		const open = isTooLarge ? jobs : await withoutExisting(jobs, failure, run);
		// All that is left may be the bad ones, or none of the batch was created: never the same batch again.
		const middle = Math.ceil(open.length / 2);
		await createBatch(open.slice(0, middle), run);
		await createBatch(open.slice(middle), run);
	}
}

/** `Row 3`, `qrs[3].url`, `item #3`, or `3.url: …` of the fields. */
const PLACES =
	/\b(?:rows?|items?|entr(?:y|ies)|qrs?|index|line)\b\W{0,3}(\d{1,6})\b|(?:^|; )(\d{1,6})(?:\.\w+)?: /gi;

/**
 * True where a refusal is about single rows: it names a place, a target or a name of this batch. Only then
 * may the others be sent again: a plan or a quota refuses them all, in words that may hold numbers too.
 */
function isAboutRows({ kind, details, message }: Failure, jobs: Job[]): boolean {
	const isAboutContent = ['200', '400', '422'].includes(String(details.httpCode));
	if (kind !== 'refused' || !isAboutContent) return false;
	const places = [...message.matchAll(PLACES)].map(([, place, field]) => Number(place ?? field));
	return (
		places.some((place) => place <= jobs.length) ||
		jobs.some(({ row }) => message.includes(row.url) || message.includes(`"${row.name}"`))
	);
}

/** A quota, often told with a 403, may have ended in the middle; a wrong key or address stops all before. */
function mayHaveCreated({ kind, details }: Failure): boolean {
	return kind === 'refused' && !['401', '404', '405', '413'].includes(String(details.httpCode));
}

function withLookFirst(failure: Failure): Failure {
	const description = `${failure.description}. Some QR codes of this batch may have been created: look for them with QR Code > Get Many before you repeat it`;
	return failure.reworded({ description });
}

/**
 * The jobs whose QR code is certainly not there; those whose is get its record. Where that cannot be told, the
 * job fails: rather a row to look after than a QR code twice.
 */
async function withoutExisting(jobs: Job[], refusal: Failure, run: BatchRun): Promise<Job[]> {
	for (const job of jobs) {
		try {
			const { record, isUnclear } = await findExisting(job.row, run);
			job.record = record;
			if (record) run.taken.add(record.id);
			else if (isUnclear) job.failure = withLookFirst(refusal);
		} catch (thrown) {
			job.failure = withLookFirst(toFailure(thrown));
		}
	}
	return jobs.filter(({ record, failure }) => !record && !failure);
}

/** A QR code of the row's name and target that no row has yet. Unclear, if there is one that tells no target. */
async function findExisting(
	row: Row,
	{ context: { client }, taken }: BatchRun,
): Promise<{ record?: IDataObject; isUnclear?: boolean }> {
	const listed = await readList(client, qrCodeList, undefined, { search: row.name });
	let isUnclear = false;
	// The account may have had one like it before, and this run has made the newest.
	for (const record of newestFirst(listed.filter(isRecord))) {
		if (taken.has(record.id) || !isNamed(record, row)) continue;
		const isSame = leadsTo(record, row) ?? (await detailLeadsTo(client, record, row));
		if (isSame && !taken.has(record.id)) return { record };
		isUnclear ||= isSame === undefined;
	}
	return { isUnclear };
}

/** The same, by the QR code's own record: lists are documented without the target. */
async function detailLeadsTo(
	client: Client,
	{ id }: IDataObject,
	row: Row,
): Promise<boolean | undefined> {
	if (id === undefined || id === null) return undefined;
	const detail = getPayload(
		await client.send(toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: id })),
	);
	return isRecord(detail) ? leadsTo(detail, row) : undefined;
}

function toBatches(jobs: Job[], size: number): Job[][] {
	const count = Math.ceil(jobs.length / size);
	return Array.from({ length: count }, (_, index) => jobs.slice(index * size, (index + 1) * size));
}
