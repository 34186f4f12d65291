import type { IDataObject } from 'n8n-workflow';
import { asFailure } from '../../api/failure';
import type { Failure } from '../../api/failure';
import { inOrder } from '../../operation/inOrder';
import type { Input } from '../../operation/input';
import type { Bulk, Call, Output } from '../../operation/operation';
import { locate } from '../../operation/request';
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
export const createMany: Bulk = {
	calls: ['POST /api/qr/bulk', 'GET /api/qr/{qrCodeId}/download'],
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
	advice: readability,
	runAll: async (inputs, call, limits) => {
		const jobs = inputs.map(jobOf);
		const ready = jobs.filter(({ failure }) => failure === undefined);
		const mustStop = () => limits.stopEarly && jobs.some(({ failure }) => failure !== undefined);
		const size = ready[0]?.input.number('batchSize') ?? DEFAULT_BATCH;
		const batches = batchesOf(ready, size);
		await inOrder(batches, async (batch) => await createBatch(batch, call, mustStop), limits);
		// Without "continue" the run fails as a whole: the images would be fetched for nothing.
		if (mustStop()) return jobs.map(({ failure }) => outcomeOf(failure));
		return await inOrder(jobs, async (job) => await finish(job, call), limits);
	},
};

async function finish({ input, record = {}, failure }: Job, call: Call): Promise<Output[]> {
	if (failure) throw failure;
	return [await withImage(record, input, call)];
}

function outcomeOf(failure?: Failure): PromiseSettledResult<Output[]> {
	return failure ? { status: 'rejected', reason: failure } : { status: 'fulfilled', value: [] };
}

/** All values are read and checked before the first request, so that a bad row costs none. */
function jobOf(input: Input): Job {
	const row = { name: '', url: '' };
	try {
		row.name = input.text('name');
		row.url = input.text('url');
		if (input.flag('downloadImage')) imageRequest(0, input);
		return { input, row };
	} catch (thrown) {
		return { input, row, failure: asFailure(thrown) };
	}
}

async function createBatch(jobs: Job[], call: Call, mustStop: () => boolean): Promise<void> {
	if (mustStop()) return;
	const request = locate('POST /api/qr/bulk');
	const qrs = jobs.map(({ row }) => ({ ...row }));
	try {
		const matches = matchRows(qrs, await call.client.send({ ...request, body: { qrs } }));
		jobs.forEach((job, index) => Object.assign(job, matches[index]));
	} catch (thrown) {
		const failure = asFailure(thrown);
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
	return kind === 'refusal' && ['200', '400', '413', '422'].includes(String(details.httpCode));
}

function batchesOf(jobs: Job[], size: number): Job[][] {
	const count = Math.ceil(jobs.length / size);
	return Array.from({ length: count }, (_, index) => jobs.slice(index * size, (index + 1) * size));
}
