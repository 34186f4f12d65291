/** Hints that a run shows in the output panel, and when it shows none. */
import {
	addAccountsHint,
	addClashHints,
	addNotices,
	addPauseHint,
	addWarnings,
} from '../../nodes/LinkPlatform/runner/hints.ts';

/** Returns the hints that `add` adds to a run with this client. */
function getHints(
	add: (accounts: never) => void,
	client: { msWaited?: number; notices?: string[] } = {},
) {
	const hints: string[][] = [];
	const { msWaited } = client;
	add({ clients: [client], msWaited, addHint: (...hint: string[]) => hints.push(hint) } as never);
	return hints;
}

test('the hints of all warnings about the items are shown', () => {
	const warnings = [(items: string[]) => items, () => ['of the other warning']];
	const warn = (operation: object) =>
		getHints((context) => addWarnings(context, operation as never, ['about', 'items'] as never));
	expect(warn({ warnings })).toEqual([['about'], ['items'], ['of the other warning']]);
	expect(warn({})).toEqual([]);
});

test.each([
	[2_999, []],
	[3_000, ['Paused 3 s for the rate limit']],
	[61_700, ['Paused 62 s for the rate limit']],
])(
	'a hint is shown after a rate limit pause of %i ms if it lasted 3 seconds or more',
	(msWaited, hints) => {
		expect(getHints(addPauseHint, { msWaited })).toEqual(hints.map((hint) => [hint, 'info']));
	},
);

test('hints shorten messages from Link Platform to 300 characters', () => {
	const notices = ['Note.', 'x'.repeat(300), 'y'.repeat(301)];
	const shown = ['Note.', 'x'.repeat(300), `${'y'.repeat(300)}…`];
	expect(getHints(addNotices, { notices })).toEqual(
		shown.map((text) => [`Link Platform said: ${text}`, 'info']),
	);
});

test.each([
	['', []],
	['a', ['a']],
	['a b c d e', ['a, b, c, d, e']],
	['a b c d e f g', ['a, b, c, d, e, …']],
])(
	'the hint about renamed input fields lists up to five of these fields: "%s"',
	(names, listed) => {
		const renamed = new Set(names.split(' ').filter(Boolean));
		const text =
			'These input fields have the same names as output fields, so they were renamed with the prefix input_: ';
		const clashes = { renamed, leftOut: new Set<string>() };
		expect(getHints((context) => addClashHints(context, clashes))).toEqual(
			listed.map((shown) => [text + shown, 'info']),
		);
	},
);

test.each([
	[0, []],
	[1, []],
	[2, [['This run used 2 Link Platform accounts', 'info']]],
])('a run with %i accounts shows the accounts hint only if there are several', (length, said) => {
	const hints: string[][] = [];
	const addHint = (...hint: string[]) => hints.push(hint);
	addAccountsHint({ clients: { length }, addHint } as never);
	expect(hints).toEqual(said);
});
