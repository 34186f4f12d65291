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
import { addOutcomeHints, toOutcome, toStopped, toUnusable, type Results } from './report';
import { readRows } from './rows';
import { Session } from './session';
import { addCheckHints, onlyCheck } from '../../onlyCheck';
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
		const isCheck = inputs.some((input) => input.isOnlyChecked);
		const stopEarly = stops && !isCheck;
		const filled = inputs.filter((input) => !isLeftOut(input));
		const blank = inputs.length - filled.length;
		if (blank > 0 && filled.length === 0 && !isCheck)
			throw Failure.input(qrCodeMessages.allRowsEmpty);
		if (blank > 0) accounts.addHint(fill(qrCodeMessages.rowsEmpty, { count: blank }), 'info');
		const results: Results = new Map();
		const jobs = readRows(filled, accounts, results);
		const toOutcomes = (given = results) => inputs.map((input) => toOutcome(given.get(input)));
		const failures = filled.map((input) => results.get(input)?.failure);
		// If the same field is empty in all rows, report that only once.
		if (areAllEmpty(failures) && !isCheck) return toOutcomes();
		const findBad = () => filled.find((input) => stopEarly && results.get(input)?.failure);
		const stopAt = (input: Input, failure: Failure) => toOutcomes(new Map([[input, { failure }]]));
		const unusable = findBad();
		if (unusable) return stopAt(unusable, toUnusable(unusable, filled, results));
		const progress = { hasFailed: false };
		await accounts.run(async (_, context) => {
			const limits = { concurrency: context.concurrency, stopEarly, progress };
			const own = jobs.filter(({ input }) => accounts.of(input).account === context.account);
			await createInAccount(new Session(context, own, limits, results, accounts.tries, isCheck));
			return [];
		});
		if (isCheck) {
			const plans = toPlans(filled, results);
			addCheckHints(plans, accounts.addHint, stops);
			return toOutcomes(new Map(plans.map((output, index) => [filled[index], { output }])));
		}
		const bad = findBad();
		if (bad) return stopAt(bad, toStopped(bad, filled, results));
		addOutcomeHints(filled, results, accounts);
		return toOutcomes();
	},
};

/** True for an empty row that gives no name or no URL either. These may come from elsewhere, e.g. another node. */
function isLeftOut(input: Input): boolean {
	return input.isBlank && ['name', 'url'].some((field) => input.isEmpty(field));
}
