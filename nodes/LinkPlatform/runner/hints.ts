import { fill, shorten } from '../api/fill';
import { MOST_NOTICES } from '../api/client';
import { responseMessages } from '../api/messages';
import type { Accounts } from './accounts';
import type { Input } from './input';
import type { Clashes } from './inputFields';
import { hintMessages, paceMessages } from './messages';
import type { Operation } from './operation';

/** The shortest wait for the rate limit that a hint mentions, in ms. */
const NOTABLE_PAUSE = 3_000;
/** The maximum length of a message from Link Platform in a hint, in characters. */
const LONGEST_NOTICE = 300;
/** The maximum number of field names in a hint. */
const MOST_NAMES = 5;

/** Adds the hints of an operation's warnings. */
export function addWarnings(
	{ addHint }: Accounts,
	{ warnings = [] }: Operation,
	inputs: Input[],
): void {
	for (const hint of warnings.flatMap((warning) => warning(inputs))) addHint(hint);
}

/**
 * Adds a hint with the number of accounts if the run uses several, because an expression in the credential may be
 * wrong.
 */
export function addAccountsHint({ clients: { length: count }, addHint }: Accounts): void {
	if (count > 1) addHint(fill(hintMessages.accounts, { count }), 'info');
}

/** Adds a hint that says how long the run waited for the rate limit, unless the wait was short. */
export function addPauseHint({ msWaited, addHint }: Accounts): void {
	if (msWaited < NOTABLE_PAUSE) return;
	const message = fill(paceMessages.paused, { seconds: Math.round(msWaited / 1000) });
	addHint(message, 'info');
}

/** Adds hints with the messages that Link Platform sent along with the records, at most `MOST_NOTICES` of them. */
export function addNotices({ clients, addHint }: Accounts): void {
	const notices = new Set(clients.flatMap((client) => [...client.notices]));
	for (const notice of [...notices].slice(0, MOST_NOTICES)) {
		const reason = shorten(notice, LONGEST_NOTICE);
		addHint(fill(responseMessages.said, { reason }), 'info');
	}
}

/** Adds hints that list the input fields and files whose names the output uses, if any. */
export function addClashHints({ addHint }: Accounts, clashes: Clashes): void {
	for (const kind of ['renamed', 'leftOut'] as const) {
		const names = [...clashes[kind]];
		if (names.length > MOST_NAMES) names.splice(MOST_NAMES, Infinity, '…');
		if (names.length > 0) addHint(fill(hintMessages[kind], { names: names.join(', ') }), 'info');
	}
}
