import type { INodeProperties } from 'n8n-workflow';
import { fill } from '../../api/fill';
import { collection, flag, number } from '../../runner/fields';
import { toFailure, type Failure } from '../../api/failure';
import { includeInputFields, isInputIncluded } from '../../runner/inputFields';
import { mapConcurrent } from '../../runner/mapConcurrent';
import type { Input } from '../../runner/input';
import type { BulkOperation, OperationContext, Output } from '../../runner/operation';
import { qrCodeMessages } from './messages';
import { type BatchRun, createAlone, createBatch, mustStop } from './createBatch';
import { creationFields, readNewQrCode } from './design';
import { name, targetUrl } from './fields';
import { imageRequest, withImage } from './image';
import { downloadFields } from './imageFields';
import { getTargetUrl, isSameUrl } from './compare';
import { readability } from './readability';
import { skipExisting, type RowJob } from './skipExisting';

const batchSize: INodeProperties = number('Batch Size', 'batchSize', {
	default: 50,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	description: 'QR codes per request',
});

/**
 * Creates QR codes in batches (`POST /api/qr/bulk`), or one by one if they have a design, then fetches their
 * images if wanted. Each input item ends as its own QR code or its own failure.
 */
export const createMany: BulkOperation = {
	name: 'Create Many',
	action: 'Create many QR codes',
	description: 'Create a QR code for each input item, in batches, with their images',
	builderHint:
		'Takes all input items at once: never in a loop. Returns the images too. skipExisting makes it safe to run again.',
	routes: [
		'POST /api/qr/bulk',
		'GET /api/qr/{qrCodeId}/download',
		// For 'Skip Existing', and after a refusal that is about single rows.
		'GET /api/qrs',
		'GET /api/qr/{qrCodeId}',
		// For a design, which a batch cannot have.
		'POST /api/qr/add',
	],
	fields: [
		name,
		targetUrl,
		flag('Skip Existing', 'skipExisting', {
			description: 'Whether to return the existing QR code for names that the account already has',
		}),
		...downloadFields.map((field) =>
			field.name === 'downloadImage' ? { ...field, default: true } : field,
		),
		{ ...includeInputFields, default: true },
		collection('Additional Fields', [batchSize, ...creationFields]),
	],
	warnings: readability,
	output: {
		of: 'POST /api/qr/add',
		with: { dataUrl: 'string', targetUrl: 'string?', created: 'boolean' },
	},
	runAll: async (inputs, context, limits) => {
		const jobs = inputs.map(toJob);
		const { stopEarly } = limits;
		const run: BatchRun = {
			context,
			stopEarly,
			hasFailed: jobs.some(isFailed),
			taken: new Set(),
		};
		if (!mustStop(run)) await skipExisting(jobs.filter(isOpen), context.client, limits);
		run.hasFailed = jobs.some(isFailed);
		const open = jobs.filter(isOpen);
		const [plain, designed] = [open.filter((job) => !hasDesign(job)), open.filter(hasDesign)];
		const count = withSeparators(designed.length);
		if (designed.length > 1)
			context.addHint(fill(qrCodeMessages.oneByOne, { count }).message, 'info');
		const size = plain[0]?.input.collection('additionalFields').batchSize ?? batchSize.default;
		const work = [
			...toBatches(plain, size as number).map((batch) => () => createBatch(batch, run)),
			...designed.map((job) => () => createAlone(job, run)),
		];
		await mapConcurrent(work, async (create) => await create(), limits);
		// Without "continue" the run fails as a whole: the images would be fetched for nothing.
		if (mustStop(run)) return jobs.map(({ failure }) => toOutcome(failure));
		addSkipHints(jobs, context);
		return await mapConcurrent(jobs, async (job) => await finish(job, context), limits);
	},
};

/** All values are read and checked before the first request, so that a bad row costs none. */
function toJob(input: Input): RowJob {
	try {
		const job = { input, ...readNewQrCode(input) };
		input.boolean('skipExisting');
		isInputIncluded(input);
		if (input.boolean('downloadImage')) imageRequest(0, input);
		return job;
	} catch (thrown) {
		return { input, row: { name: '', url: '' }, design: {}, failure: toFailure(thrown) };
	}
}

function isFailed({ failure }: RowJob): boolean {
	return failure !== undefined;
}

/** True if a QR code is still to be created. */
function isOpen({ failure, existing, first }: RowJob): boolean {
	return failure === undefined && existing === undefined && first === undefined;
}

function hasDesign({ design }: RowJob): boolean {
	return Object.keys(design).length > 0;
}

function toBatches(jobs: RowJob[], size: number): RowJob[][] {
	const count = Math.ceil(jobs.length / size);
	return Array.from({ length: count }, (_, index) => jobs.slice(index * size, (index + 1) * size));
}

function toOutcome(failure?: Failure): PromiseSettledResult<Output[]> {
	return failure ? { status: 'rejected', reason: failure } : { status: 'fulfilled', value: [] };
}

async function finish(job: RowJob, context: OperationContext): Promise<Output[]> {
	const { input, failure, first } = job;
	if (failure) throw failure;
	if (first?.failure) throw toRepeatedFailure(first.failure);
	const { existing, record = {} } = first ?? job;
	const output = await withImage(existing ?? record, input, context);
	const created = isCreated(job);
	return [{ ...output, json: { ...output.json, targetUrl: getRowTarget(job), created } }];
}

function isCreated({ existing, first }: RowJob): boolean {
	return existing === undefined && first === undefined;
}

/** Where the row's QR code leads; null for one that existed before and doesn't say. */
function getRowTarget({ existing, first, row }: RowJob): string | null {
	if (first) return getRowTarget(first);
	if (!existing) return row.url;
	const target = getTargetUrl(existing);
	return target === undefined ? null : String(target);
}

function toRepeatedFailure(failure: Failure): Failure {
	return failure.reworded(fill(qrCodeMessages.firstRowFailed, { message: failure.message }));
}

function addSkipHints(jobs: RowJob[], { addHint }: OperationContext): void {
	const done = jobs.filter(({ failure, first }) => !(failure ?? first?.failure));
	const skipped = done.filter((job) => !isCreated(job));
	if (skipped.length === 0) return;
	const [created, existed] = [done.length - skipped.length, skipped.length].map(withSeparators);
	addHint(fill(qrCodeMessages.skipped, { created, existed }).message, 'info');
	const elsewhere = skipped.filter((job) => {
		const url = getRowTarget(job);
		return url !== null && !isSameUrl(url, job.row.url);
	});
	if (elsewhere.length === 0) return;
	addHint(fill(qrCodeMessages.otherTarget, { count: withSeparators(elsewhere.length) }).message);
}

function withSeparators(count: number): string {
	return count.toLocaleString('en-US');
}
