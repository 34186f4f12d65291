import { toFailure, type Failure } from '../../../api/failure';
import type { Accounts } from '../../../runner/accounts';
import { areAllEmpty } from '../../../runner/rows';
import { collection, flag } from '../../../runner/fields';
import { includeInputFields, isInputIncluded } from '../../../runner/inputFields';
import type { Input } from '../../../runner/input';
import type { BulkOperation, Output } from '../../../runner/operation';
import { batchSize, createInAccount, toItems, type RowJob } from './account';
import { addOutcomeHint, toStopped, toUnusable } from './report';
import type { Result, Results } from './report';
import { mustStop } from './run';
import { creationFields, readNewQrCode } from '../design';
import { name, targetUrl } from '../fields';
import { imageRequest } from '../image';
import { downloadFields } from '../imageFields';
import { readability } from '../readability';

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
		const jobs = new Map<Input, RowJob>();
		// All values are read and checked before the first request, so that a bad row costs none.
		for (const input of inputs) {
			try {
				jobs.set(input, readRow(input, accounts));
			} catch (thrown) {
				results.set(input, { failure: toFailure(thrown) });
			}
		}
		const failures = inputs.map((input) => getFailure(results.get(input)));
		// The runner says in one sentence if all of them lack a field.
		if (areAllEmpty(failures)) return failures.map(toOutcome);
		const bad = failures.findIndex(Boolean);
		if (stopEarly && bad >= 0) return toStop(bad, toUnusable(inputs, failures), inputs);
		const progress = { hasFailed: false };
		const outcomes = await accounts.run(async (own, context) => {
			const { concurrency } = context;
			const session = { context, limits: { concurrency, stopEarly, progress }, results };
			const usable = own.flatMap((input) => jobs.get(input) ?? []);
			await createInAccount(usable, session);
			// Without "continue" the run fails as a whole: the images would be fetched for nothing.
			if (mustStop(session)) return own.map((input) => toOutcome(getFailure(results.get(input))));
			return await toItems(own, session);
		});
		const run = { inputs, results, outcomes };
		const at = outcomes.findIndex((outcome) => outcome?.status === 'rejected');
		if (stopEarly && at >= 0) return toStop(at, toStopped(at, run), inputs);
		if (inputs.length > 1) addOutcomeHint(run, accounts);
		return outcomes;
	},
};

/** The outcomes of a run that one row stops: the runner shows the first failure. */
function toStop(at: number, failure: Failure, inputs: Input[]) {
	return inputs.map((_, place) => toOutcome(place === at ? failure : undefined));
}

/** Throws if any value of the row can't be used. */
function readRow(input: Input, accounts: Accounts): RowJob {
	accounts.of(input);
	const job = { input, ...readNewQrCode(input) };
	input.boolean('skipExisting');
	isInputIncluded(input);
	if (input.boolean('downloadImage')) imageRequest(0, input);
	return job;
}

function getFailure(result?: Result): Failure | undefined {
	return result && 'failure' in result ? result.failure : undefined;
}

function toOutcome(failure?: Failure): PromiseSettledResult<Output[]> {
	return failure ? { status: 'rejected', reason: failure } : { status: 'fulfilled', value: [] };
}
