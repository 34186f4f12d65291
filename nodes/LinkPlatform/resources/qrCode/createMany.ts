import type { INodeProperties } from 'n8n-workflow';
import { fill } from '../../api/fill';
import type { Accounts } from '../../runner/accounts';
import { collection, flag, number } from '../../runner/fields';
import { toFailure, type Failure } from '../../api/failure';
import { includeInputFields, isInputIncluded } from '../../runner/inputFields';
import { mapConcurrent, type Progress } from '../../runner/mapConcurrent';
import type { Input } from '../../runner/input';
import type { BulkOperation, OperationContext, Output } from '../../runner/operation';
import { qrCodeMessages } from './messages';
import { BatchRun } from './batchRun';
import { createAlone, createBatches } from './createBatch';
import {
	addOutcomeHint,
	announceDuration,
	isCreated,
	nameRow,
	nameStop,
	toUnusable,
} from './bulkReport';
import { creationFields, readNewQrCode } from './design';
import { inTurn } from '../../runner/inTurn';
import { name, targetUrl } from './fields';
import { imageRequest, withImage } from './image';
import { downloadFields } from './imageFields';
import { keepWithinQuota } from './quota';
import { readability } from './readability';
import { isSkipping, skipExisting, type RowJob } from './skipExisting';

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
			default: true,
			description: 'Whether to return an existing QR code of the same name and URL',
		}),
		...downloadFields.map((field) =>
			field.name === 'downloadImage' ? { ...field, default: true } : field,
		),
		{ ...includeInputFields, default: true },
		collection('Additional Fields', [batchSize, ...creationFields], {
			description:
				'A design (colors, Error Correction, logo, margin, size) takes one request per row instead of one per batch',
		}),
	],
	warnings: readability,
	output: {
		of: 'POST /api/qr/add',
		with: { dataUrl: 'string', targetUrl: 'string?', created: 'boolean' },
	},
	runAll: async (inputs, accounts, stopEarly) => {
		const jobs = inputs.map((input) => toJob(input, accounts));
		const bad = jobs.findIndex(isFailed);
		if (stopEarly && bad >= 0) {
			return jobs.map((_, at) => toOutcome(at === bad ? toUnusable(jobs) : undefined));
		}
		for (const job of jobs) job.failure &&= nameRow(job.failure, job);
		const progress = { hasFailed: false };
		const outcomes = await accounts.run(async (own, context) => {
			const limits = { concurrency: context.concurrency, stopEarly };
			const ownJobs = own.map(({ itemIndex }) => jobs[itemIndex]);
			return await runAccount(ownJobs, new BatchRun(context, limits, progress), progress);
		});
		const hasFailed = outcomes.some((outcome) => outcome?.status === 'rejected');
		if (stopEarly && hasFailed) return nameStop(outcomes, jobs);
		addOutcomeHint(jobs, outcomes, accounts);
		return outcomes;
	},
};

/** The rows of one account. */
async function runAccount(
	jobs: RowJob[],
	run: BatchRun,
	progress: Progress,
): Promise<Array<PromiseSettledResult<Output[]>>> {
	const { context, limits } = run;
	const create = async () => await createAll(jobs, run);
	if (jobs.some((job) => !isFailed(job) && isSkipping(job))) {
		const { client, announce } = context;
		// Between looking up what exists and creating the rest, another execution would create the same: n8n starts a
		// schedule again while its last run goes on, and what it had begun once more when it restarts.
		await inTurn(client.account, create, () => announce(qrCodeMessages.waitsInLine.message));
	} else {
		await create();
	}
	// Without "continue" the run fails as a whole: the images would be fetched for nothing.
	if (run.mustStop) return jobs.map(({ failure }) => toOutcome(failure));
	return await mapConcurrent(jobs, async (job) => await finish(job, context), {
		...limits,
		progress,
	});
}

/** Creates the QR codes of all rows that need one and fit into the quota. */
async function createAll(jobs: RowJob[], run: BatchRun): Promise<void> {
	const { context, limits } = run;
	await skipExisting(jobs.filter(isOpen), context.client, limits);
	run.hasFailed ||= jobs.some(isFailed);
	if (!run.mustStop) await keepWithinQuota(jobs.filter(isOpen), run);
	if (run.mustStop) return;
	const open = jobs.filter(isOpen);
	const [plain, designed] = [open.filter((job) => !hasDesign(job)), open.filter(hasDesign)];
	const count = designed.length.toLocaleString('en-US');
	if (designed.length > 1)
		context.addHint(fill(qrCodeMessages.oneByOne, { count }).message, 'info');
	const given = plain[0]?.input.collection('additionalFields').batchSize;
	const size = Number(given ?? batchSize.default);
	const images = jobs.filter((job) => !isFailed(job) && job.input.boolean('downloadImage'));
	announceDuration(Math.ceil(plain.length / size) + designed.length + images.length, context);
	await createBatches(plain, size, run);
	await mapConcurrent(designed, async (job) => await createAlone(job, run), limits);
}

/** Empty if there is none that can be read. */
function getName(input: Input): string {
	try {
		return input.string('name');
	} catch {
		return '';
	}
}

function isFailed({ failure }: RowJob): boolean {
	return failure !== undefined;
}

/** All values are read and checked before the first request, so that a bad row costs none. */
function toJob(input: Input, accounts: Accounts): RowJob {
	try {
		accounts.of(input);
		const job = { input, ...readNewQrCode(input) };
		input.boolean('skipExisting');
		isInputIncluded(input);
		if (input.boolean('downloadImage')) imageRequest(0, input);
		return job;
	} catch (thrown) {
		const row = { name: getName(input), url: '' };
		return { input, row, design: {}, failure: toFailure(thrown) };
	}
}

/** True if a QR code is still to be created. */
function isOpen({ failure, existing, first }: RowJob): boolean {
	return failure === undefined && existing === undefined && first === undefined;
}

function hasDesign({ design }: RowJob): boolean {
	return Object.keys(design).length > 0;
}

function toOutcome(failure?: Failure): PromiseSettledResult<Output[]> {
	return failure ? { status: 'rejected', reason: failure } : { status: 'fulfilled', value: [] };
}

async function finish(job: RowJob, context: OperationContext): Promise<Output[]> {
	const { input, failure, first } = job;
	if (failure) throw failure;
	if (first?.failure) throw toRepeatedFailure(first.failure);
	const { existing, record = {} } = first ?? job;
	const output = await withImage(existing?.record ?? record, input, context);
	const created = isCreated(job);
	return [{ ...output, json: { ...output.json, targetUrl: getRowTarget(job), created } }];
}

/** Where the row's QR code leads; null for one that existed before and doesn't say. */
function getRowTarget({ existing, first, row }: RowJob): string | null {
	if (first) return getRowTarget(first);
	if (!existing) return row.url;
	return existing.target === undefined ? null : String(existing.target);
}

function toRepeatedFailure(failure: Failure): Failure {
	return failure.reworded(fill(qrCodeMessages.firstRowFailed, { message: failure.message }));
}
