import type { IDataObject } from 'n8n-workflow';
import { toFailure } from '../../api/failure';
import type { Failure } from '../../api/failure';
import { mapConcurrent } from '../../operations/mapConcurrent';
import type { Input } from '../../operations/input';
import type { BulkOperation, OperationContext, Output } from '../../operations/operation';
import { toRequest } from '../../api/route';
import { name, targetUrl } from './fields';
import { imageRequest, withImage } from './image';
import { downloadFields } from './imageFields';
import { matchRows } from './matchRows';
import type { Row } from './matchRows';
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
 * ends as its own QR code or its own failure: a batch that is too large is halved, and one that is refused
 * for a single row is halved until that row stands alone.
 */
export const createMany: BulkOperation = {
	routes: ['POST /api/qr/bulk', 'GET /api/qr/{qrCodeId}/download'],
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
	runAll: async (inputs, call, limits) => {
		const jobs = inputs.map(toJob);
		const ready = jobs.filter(({ failure }) => failure === undefined);
		const mustStop = () => limits.stopEarly && jobs.some(({ failure }) => failure !== undefined);
		const size = ready[0]?.input.number('batchSize') ?? DEFAULT_BATCH;
		const batches = toBatches(ready, size);
		await mapConcurrent(batches, async (batch) => await createBatch(batch, call, mustStop), limits);
		// Without "continue" the run fails as a whole: the images would be fetched for nothing.
		if (mustStop()) return jobs.map(({ failure }) => toOutcome(failure));
		return await mapConcurrent(jobs, async (job) => await finish(job, call), limits);
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

async function createBatch(
	jobs: Job[],
	call: OperationContext,
	mustStop: () => boolean,
): Promise<void> {
	if (mustStop()) return;
	const request = toRequest('POST /api/qr/bulk');
	const qrs = jobs.map(({ row }) => ({ ...row }));
	try {
		const matches = matchRows(qrs, await call.client.send({ ...request, body: { qrs } }));
		jobs.forEach((job, index) => Object.assign(job, matches[index]));
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (jobs.length === 1 || !isAboutContent(failure)) {
			for (const job of jobs) job.failure = failure;
			return;
		}
		const middle = Math.ceil(jobs.length / 2);
		await createBatch(jobs.slice(0, middle), call, mustStop);
		await createBatch(jobs.slice(middle), call, mustStop);
	}
}

/** True for a refusal of what the batch holds, or of its size: then nothing of it was created. */
function isAboutContent({ kind, details }: Failure): boolean {
	return kind === 'refused' && ['200', '400', '413', '422'].includes(String(details.httpCode));
}

function toBatches(jobs: Job[], size: number): Job[][] {
	const count = Math.ceil(jobs.length / size);
	return Array.from({ length: count }, (_, index) => jobs.slice(index * size, (index + 1) * size));
}
