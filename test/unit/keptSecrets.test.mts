/** How long the secrets of a trigger are kept in place of a look at its credential. */
import { getKeptSecrets, keepSecrets } from '../../nodes/LinkPlatform/trigger/keptSecrets.ts';

test('secrets are kept under their name for 30 seconds', () => {
	keepSecrets('a', ['secret'], 1_000);
	expect(getKeptSecrets('a', 1_000)).toEqual(['secret']);
	expect(getKeptSecrets('a', 30_999)).toEqual(['secret']);
	expect(getKeptSecrets('a', 31_000)).toEqual([]);
});

test('nothing is kept under a name that nobody gave', () => {
	expect(getKeptSecrets('never', 0)).toEqual([]);
});

test('secrets read again take the place of the former ones, and count from then', () => {
	keepSecrets('b', ['former'], 50_000);
	keepSecrets('c', ['other'], 60_000);
	keepSecrets('b', ['new'], 70_000);
	// Whatever is over goes as others come, in the order of their times.
	keepSecrets('d', ['last'], 95_000);
	expect(getKeptSecrets('b', 95_000)).toEqual(['new']);
	expect(getKeptSecrets('c', 60_000)).toEqual([]);
});
