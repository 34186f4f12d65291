import { Failure, toFailure } from '../../../api/failure';
import { fill } from '../../../api/fill';
import { toNameKey, toTargetKey } from '../../../api/identity';
import type { Accounts } from '../../../runner/accounts';
import { isInputIncluded } from '../../../runner/inputFields';
import type { Input } from '../../../runner/input';
import { getRow } from '../../../runner/rows';
import { readNewQrCode, type NewQrCode } from '../design';
import { imageRequest } from '../image';
import { qrCodeMessages } from '../messages';
import { groupBy } from './groupBy';
import type { IfNameExists, Namesake } from './names';
import { MOST_NAMED, type Result, type Results } from './report';

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

/** A row, and its result in an earlier try of this run (Retry On Fail). */
export type Done = Job & { result: Result };

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
	checkShared(jobs, accounts, results);
	return jobs;
}

/** Fails rows that would share a QR code but differ, and adds a hint about rows that share only their name. */
function checkShared(jobs: Job[], accounts: Accounts, results: Results): void {
	const toKey = ({ input, name }: Job) =>
		JSON.stringify([accounts.of(input).client.account, toNameKey(name)]);
	const toTarget = ({ url }: Job) => toTargetKey(url);
	const fail = (rows: Job[], failure: Failure) => {
		for (const { input } of rows) if (!results.has(input)) results.set(input, { failure });
	};
	const twins: Job[][] = [];
	for (const sharing of groupBy(jobs.filter(isLookedUp), toKey).values()) {
		const [{ name }] = sharing;
		const byTarget = [...groupBy(sharing, toTarget).values()];
		for (const alike of byTarget)
			if (groupBy(alike, ({ design }) => JSON.stringify(design)).size > 1)
				fail(alike, Failure.input(qrCodeMessages.sameRow, { name }));
		const only = sharing.filter(({ mode }) => mode === 'keep' || mode === 'update');
		if (groupBy(only, toTarget).size > 1)
			fail(only, Failure.input(qrCodeMessages.sameName, { name }));
		else if (byTarget.length > 1) twins.push(sharing);
	}
	if (twins.length === 0) return;
	const [[{ name }]] = twins;
	const numbers = twins[0].map(({ input }) => getRow(input)).slice(0, MOST_NAMED);
	const example = `"${name}" (rows ${numbers.join(', ')})`;
	accounts.addHint(fill(qrCodeMessages.twins, { count: twins.flat().length, example }));
}

/** Reads a row. Throws if one of its values is invalid. */
function readRow(input: Input): Job {
	const mode = input.string('ifNameExists') as IfNameExists;
	const job = { input, mode, ...readNewQrCode(input) };
	isInputIncluded(input);
	input.boolean('onlyCheck');
	if (input.boolean('downloadImage')) imageRequest(1, input);
	return job;
}
