import { toFailure, type Failure } from '../../api/failure';
import type { Accounts } from '../../runner/accounts';
import { areAllEmpty } from '../../runner/emptyInAll';
import { collection, flag } from '../../runner/fields';
import { includeInputFields, isInputIncluded } from '../../runner/inputFields';
import type { Input } from '../../runner/input';
import type { BulkOperation, Output } from '../../runner/operation';
import { batchSize, createInAccount, toItems } from './createMany/account';
import { addOutcomeHint, nameRow, toStopped, toUnusable, type Results } from './createMany/report';
import { mustStop } from './createMany/run';
import type { RowJob } from './createMany/skipExisting';
import { creationFields, readNewQrCode } from './design';
import { name, targetUrl } from './fields';
import { imageRequest } from './image';
import { downloadFields } from './imageFields';
import { readability } from './readability';

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
	runAll: async (inputs, accounts, stopEarly) => {
		const results: Results = new Map();
		const jobs = inputs.flatMap((input) => readRow(input, accounts, results) ?? []);
		const failures = inputs.map((input) => getFailure(results, input));
		const bad = failures.findIndex(Boolean);
		// The runner says in one sentence if all of them lack a field.
		if (areAllEmpty(failures)) return failures.map(toOutcome);
		if (stopEarly && bad >= 0) {
			const unusable = toUnusable(inputs, results);
			return inputs.map((_, at) => toOutcome(at === bad ? unusable : undefined));
		}
		for (const [input, result] of results) {
			if ('failure' in result) results.set(input, { failure: nameRow(result.failure, input) });
		}
		const [progress, startedAt] = [{ hasFailed: false }, Date.now()];
		const outcomes = await accounts.run(async (own, context) => {
			const limits = { concurrency: context.concurrency, stopEarly };
			const session = { context, limits, progress, startedAt };
			const ownInputs = new Set(own);
			const ownJobs = jobs.filter(({ input }) => ownInputs.has(input));
			await createInAccount(ownJobs, session, results);
			// Without "continue" the run fails as a whole: the images would be fetched for nothing.
			if (mustStop(session)) return own.map((input) => toOutcome(getFailure(results, input)));
			return await toItems(own, session, results);
		});
		const at = outcomes.findIndex((outcome) => outcome?.status === 'rejected');
		if (!stopEarly || at < 0) {
			addOutcomeHint(inputs, results, outcomes, accounts);
			return outcomes;
		}
		const { reason } = outcomes[at] as PromiseRejectedResult;
		const stopped = toStopped(toFailure(reason), inputs[at], inputs, results, outcomes);
		return outcomes.map((outcome, place) => (place === at ? toOutcome(stopped) : outcome));
	},
};

/** All values are read and checked before the first request, so that a bad row costs none. */
function readRow(input: Input, accounts: Accounts, results: Results): RowJob | undefined {
	try {
		accounts.of(input);
		const job = { input, ...readNewQrCode(input) };
		input.boolean('skipExisting');
		isInputIncluded(input);
		if (input.boolean('downloadImage')) imageRequest(0, input);
		return job;
	} catch (thrown) {
		results.set(input, { failure: toFailure(thrown) });
		return undefined;
	}
}

function getFailure(results: Results, input: Input): Failure | undefined {
	const result = results.get(input);
	return result && 'failure' in result ? result.failure : undefined;
}

function toOutcome(failure?: Failure): PromiseSettledResult<Output[]> {
	return failure ? { status: 'rejected', reason: failure } : { status: 'fulfilled', value: [] };
}
