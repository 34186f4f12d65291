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
import type { Result, Results } from './report';

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

/**
 * Reads and checks all rows before the first request. Adds rows that are invalid, or that an earlier try already
 * finished, to the results. Returns the other rows.
 */
export function readRows(inputs: Input[], accounts: Accounts, results: Results): Job[] {
	const jobs: Job[] = [];
	for (const input of inputs) {
		try {
			const job = readRow(input, accounts);
			const done = accounts.tries.get<Result>(input);
			if (done) results.set(input, done);
			else jobs.push(job);
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
			results.set(input, { failure });
		}
	}
	return jobs.filter(({ input }) => !results.has(input));
}

/** Reads a row. Throws if one of its values is invalid. */
function readRow(input: Input, accounts: Accounts): Job {
	accounts.of(input);
	const mode = input.string('ifNameExists') as IfNameExists;
	const job = { input, mode, ...readNewQrCode(input) };
	isInputIncluded(input);
	if (input.boolean('downloadImage')) imageRequest(1, input);
	return job;
}
