import { Failure, toFailure } from '../../../api/failure';
import { toNameKey, toTargetKey } from '../../../api/identity';
import type { Accounts } from '../../../runner/accounts';
import { isInputIncluded } from '../../../runner/inputFields';
import type { Input } from '../../../runner/input';
import { readNewQrCode, type NewQrCode } from '../design';
import { imageRequest } from '../image';
import { qrCodeMessages } from '../messages';
import { groupBy } from './groupBy';
import type { IfNameExists, Namesake } from './names';
import type { Results } from './report';
import type { Done } from './session';

/** An input item of Create Many, after all its values have been read and checked. */
export interface Job extends NewQrCode {
	input: Input;
	mode: IfNameExists;
	/** The IDs of the QR codes that already had the row's name; undefined if the name wasn't looked up. */
	before?: Set<string>;
	/** True if QR codes with the row's name lead to other URLs, and the row gets a new one. */
	isAnother?: boolean;
	/** The existing QR code whose target will be changed to the row's URL, with the ID of its link. */
	toUpdate?: Namesake & { linkId: string };
}

/** True if the row's name is looked up first. False for 'Create Another', which always creates a QR code. */
export function isLookedUp({ mode }: Job): boolean {
	return mode !== 'create';
}

/**
 * Reads and checks all rows before the first request. Adds rows that are invalid, or that an earlier try already
 * finished, to the results. Returns all rows that are valid; a finished one has the values of the earlier try.
 */
export function readRows(inputs: Input[], accounts: Accounts, results: Results): Job[] {
	const jobs: Job[] = [];
	for (const input of inputs) {
		try {
			accounts.of(input);
			const done = accounts.tries.get<Done>(input);
			if (done) results.set(input, done.result);
			jobs.push(done ? { ...done, input } : readRow(input));
		} catch (thrown) {
			results.set(input, { failure: toFailure(thrown) });
		}
	}
	const named = jobs.filter(({ mode }) => mode === 'keep' || mode === 'update');
	const toKey = ({ input, row }: Job) =>
		JSON.stringify([accounts.of(input).client.account, toNameKey(row.name)]);
	for (const sharing of groupBy(named, toKey).values()) {
		const targets = new Set(sharing.map(({ row }) => toTargetKey(row.url)));
		if (targets.size === 1) continue;
		for (const { input, row } of sharing) {
			const failure = Failure.input(qrCodeMessages.sameName, { name: row.name });
			if (!results.has(input)) results.set(input, { failure });
		}
	}
	return jobs;
}

/** Reads a row. Throws if one of its values is invalid. */
function readRow(input: Input): Job {
	const mode = input.string('ifNameExists') as IfNameExists;
	const job = { input, mode, ...readNewQrCode(input) };
	isInputIncluded(input);
	if (input.boolean('downloadImage')) imageRequest(1, input);
	return job;
}
