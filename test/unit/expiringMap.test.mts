/** Entries that are forgotten after a while. */
import { ExpiringMap } from '../../nodes/LinkPlatform/deliveries/expiringMap.ts';

test('an entry expires after its lifetime', () => {
	const map = new ExpiringMap<string>(30);
	map.set('a', 'value', 1);
	expect([1, 30, 31].map((now) => map.get('a', now))).toEqual(['value', 'value', undefined]);
	expect(map.get('never', 1)).toBeUndefined();
});

test('a new value replaces the former one, and has its own lifetime', () => {
	const map = new ExpiringMap<string>(30);
	map.set('a', 'former', 0);
	map.set('a', 'new', 20);
	expect([map.get('a', 49), map.get('a', 50)]).toEqual(['new', undefined]);
});

test('expired entries are removed when others are set, in the order of their times', () => {
	const map = new ExpiringMap<string>(30);
	map.set('a', 'former', 0);
	map.set('b', 'other', 10);
	map.set('a', 'new', 20);
	map.set('c', 'last', 45);
	expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual(['new', undefined, 'last']);
});
