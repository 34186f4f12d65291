import { fill } from '../api/fill';
import { MOST_NOTICES } from '../api/client';
import { responseMessages } from '../api/messages';
import type { Accounts } from './accounts';
import type { Input } from './input';
import { hintMessages, paceMessages } from './messages';
import type { Operation } from './operation';

/** A pause shorter than this (in ms) is not worth a line in the editor. */
const NOTABLE_PAUSE = 3_000;
const LONGEST_NOTICE = 300;
/** More names than this are not read. */
const MOST_NAMES = 5;

/** One hint for each kind of warning. An item whose fields are unusable fails in its own turn. */
export function addWarnings(
	{ addHint }: Accounts,
	{ warnings = [] }: Operation,
	inputs: Input[],
): void {
	for (const { when, hint } of warnings) {
		const isMeant = (input: Input) => {
			try {
				return when(input);
			} catch {
				return false;
			}
		};
		const count = inputs.filter(isMeant).length;
		if (count > 0) addHint(hint(count, inputs.length));
	}
}

/** Says how many accounts there were, if not one: an expression may be wrong. */
export function addAccountsHint({ clients: { length: count }, addHint }: Accounts): void {
	if (count > 1) addHint(fill(hintMessages.accounts, { count }).message, 'info');
}

/** Says how long the run waited for the rate limit, if that is worth knowing. */
export function addPauseHint({ clients, msWaited, addHint }: Accounts): void {
	if (msWaited < NOTABLE_PAUSE) return;
	const limit = clients.find((client) => client.msWaited === msWaited)?.limit;
	const seconds = Math.round(msWaited / 1000);
	const { paused, pausedForLimit } = paceMessages;
	const { message } =
		limit === undefined ? fill(paused, { seconds }) : fill(pausedForLimit, { seconds, limit });
	addHint(message, 'info');
}

/** Passes on what Link Platform said beside the records. */
export function addNotices({ clients, addHint }: Accounts): void {
	const notices = new Set(clients.flatMap((client) => [...client.notices]));
	for (const notice of [...notices].slice(0, MOST_NOTICES)) {
		const isLong = notice.length > LONGEST_NOTICE;
		const reason = isLong ? `${notice.slice(0, LONGEST_NOTICE)}…` : notice;
		addHint(fill(responseMessages.said, { reason }).message, 'info');
	}
}

/** Says which input fields the output has under another name, if any. */
export function addRenamedHint({ addHint }: Accounts, renamed: Set<string>): void {
	if (renamed.size === 0) return;
	const names = [...renamed].slice(0, MOST_NAMES);
	if (renamed.size > MOST_NAMES) names.push('…');
	addHint(fill(hintMessages.renamed, { names: names.join(', ') }).message, 'info');
}
