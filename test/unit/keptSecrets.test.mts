/** How long a trigger's secrets are kept before its credential is read again. */
import { getKeptSecrets, keepSecrets } from '../../nodes/LinkPlatform/trigger/keptSecrets.ts';

test('secrets are kept under their name for 30 seconds', () => {
	keepSecrets('a', ['secret'], 1_000);
	expect(getKeptSecrets('a', 1_000)).toEqual(['secret']);
	expect(getKeptSecrets('a', 30_999)).toEqual(['secret']);
	expect(getKeptSecrets('a', 31_000)).toEqual([]);
});

test('an unknown name has no secrets', () => {
	expect(getKeptSecrets('never', 0)).toEqual([]);
});

test('new secrets replace the former ones and are kept from then on', () => {
	keepSecrets('b', ['former'], 50_000);
	keepSecrets('c', ['other'], 60_000);
	keepSecrets('b', ['new'], 70_000);
	// Expired ones are removed when others are added, oldest first.
	keepSecrets('d', ['last'], 95_000);
	expect(getKeptSecrets('b', 95_000)).toEqual(['new']);
	expect(getKeptSecrets('c', 60_000)).toEqual([]);
});
