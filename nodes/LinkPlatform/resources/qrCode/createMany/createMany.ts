import { Failure } from '../../../api/failure';
import { fill } from '../../../api/fill';
import { areAllEmpty } from '../../../runner/rows';
import { collection } from '../../../runner/fields';
import { includeInputFields } from '../../../runner/inputFields';
import type { Input } from '../../../runner/input';
import type { BulkOperation } from '../../../runner/operation';
import { toPlans } from './check';
import { batchSize } from './createRows';
import { createInAccount } from './oneAccount';
import { ifNameExists } from './names';
import {
	addOutcomeHints,
	getFailure,
	toOutcome,
	toStopped,
	toUnusable,
	type Results,
} from './report';
import { readRows } from './rows';
import { Session } from './session';
import { addCheckHints, isOnlyChecked, onlyCheck } from '../../onlyCheck';
import { creationFields } from '../design';
import { name, targetUrl } from '../fields';
import { downloadFields } from '../imageFields';
import { qrCodeMessages } from '../messages';
import { doubts } from '../../doubts';
import { readability } from '../readability';

/**
 * Creates QR codes in batches (`POST /api/qr/bulk`), or one by one if they have a design. Then downloads their images
 * if the user wants them. Each input item gets its own result: a QR code or a failure.
 */
export const createMany: BulkOperation = {
	action: 'Create many QR codes',
	description: 'Create a QR code for each input item, with its image',
	builderHint:
		'Takes all input items at once: never in a loop. Safe to run again, unless ifNameExists is create.',
	routes: [
		'POST /api/qr/bulk',
		'GET /api/qr/{qrCodeId}/download',
		// Used for 'If Name Exists', and for rows whose result isn't clear from the response.
		'GET /api/qrs',
		'GET /api/urls',
		'GET /api/qr/{qrCodeId}',
		'PUT /api/url/{linkId}/update',
		// Used for QR codes with a design, because a batch request can't include one.
		'POST /api/qr/add',
		// Used to check the quota before several QR codes are created.
		'GET /api/account/stats',
	],
	fields: [
		name,
		targetUrl,
		ifNameExists,
		onlyCheck,
		...downloadFields,
		collection('Additional Fields', [batchSize, ...creationFields], {
			description:
				'With a design (colors, Error Correction, logo, margin, size), each row takes a request of its own',
		}),
		{ ...includeInputFields, default: true },
	],
	warnings: [readability, doubts],
	runAll: async (inputs, accounts, stops) => {
		const isCheck = inputs.some(isOnlyChecked);
		const stopEarly = stops && !isCheck;
		const filled = inputs.filter((input) => !isLeftOut(input));
		const blank = inputs.length - filled.length;
		if (blank > 0 && filled.length === 0 && !isCheck)
			throw Failure.input(qrCodeMessages.allRowsEmpty);
		if (blank > 0) accounts.addHint(fill(qrCodeMessages.rowsEmpty, { count: blank }), 'info');
		const results: Results = new Map();
		const jobs = readRows(filled, accounts, results);
		const failures = filled.map((input) => getFailure(results.get(input)));
		// If the same field is empty in all rows, report that only once.
		if (areAllEmpty(failures) && !isCheck)
			return inputs.map((input) => toOutcome(results.get(input)));
		const bad = stopEarly ? filled.find((_, rowIndex) => failures[rowIndex]) : undefined;
		if (bad) return toStop(bad, toEarly(bad, filled, failures, results), inputs);
		const progress = { hasFailed: false };
		const outcomes = await accounts.run(async (own, context) => {
			const limits = { concurrency: context.concurrency, stopEarly, progress };
			const ownJobs = jobs.filter(({ input }) => accounts.of(input).account === context.account);
			const session = new Session(context, ownJobs, limits, results, accounts.tries, isCheck);
			return await createInAccount(own, session);
		});
		if (isCheck) {
			const plans = toPlans(filled, jobs, results);
			addCheckHints([...plans.values()], accounts.addHint, stops);
			return inputs.map((input) => ({ status: 'fulfilled', value: plans.get(input) ?? [] }));
		}
		for (const input of stopEarly ? filled : []) {
			const outcome = outcomes[input.itemIndex];
			if (outcome?.status !== 'rejected') continue;
			return toStop(input, toStopped(input, outcome.reason, filled, results), inputs);
		}
		addOutcomeHints(filled, results, accounts);
		// A blank row may have no usable credential.
		for (const input of inputs) if (isLeftOut(input)) outcomes[input.itemIndex] = toOutcome();
		return outcomes;
	},
};

/** True for an empty row that gives no name or no URL either. These may come from elsewhere, e.g. another node. */
function isLeftOut(input: Input): boolean {
	return input.isBlank && ['name', 'url'].some((field) => input.isEmpty(field));
}

/** Returns the failure of a run that stops at a row before it sends anything. */
function toEarly(
	bad: Input,
	filled: Input[],
	failures: Array<Failure | undefined>,
	results: Results,
): Failure {
	const failure = getFailure(results.get(bad));
	// The failure of an earlier try may have created a QR code, unlike that of an unusable value.
	return failure?.mayBeDone
		? toStopped(bad, failure, filled, results)
		: toUnusable(filled, failures);
}

/** Returns the outcomes of a run that stops because one row failed. */
function toStop(stopped: Input, failure: Failure, inputs: Input[]) {
	return inputs.map((input) => toOutcome(input === stopped ? { failure } : undefined));
}
