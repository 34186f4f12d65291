/** Entries that expire after a while. */
import { ExpiringMap } from '../../nodes/LinkPlatform/deliveries/expiringMap.ts';

test('ExpiringMap returns an entry only until its lifetime ends', () => {
	const map = new ExpiringMap<string>(30);
	map.set('a', 'value', 1);
	expect([1, 30, 31].map((now) => map.get('a', now))).toEqual(['value', 'value', undefined]);
	expect(map.get('never', 1)).toBeUndefined();
});

test('setting a key of an ExpiringMap again replaces its value and restarts its lifetime', () => {
	const map = new ExpiringMap<string>(30);
	map.set('a', 'former', 0);
	map.set('a', 'new', 20);
	expect([map.get('a', 49), map.get('a', 50)]).toEqual(['new', undefined]);
});

test('setting an entry of an ExpiringMap removes the entries that have expired', () => {
	const map = new ExpiringMap<string>(30);
	map.set('a', 'former', 0);
	map.set('b', 'other', 10);
	map.set('a', 'new', 20);
	map.set('c', 'last', 45);
	expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual(['new', undefined, 'last']);
});
