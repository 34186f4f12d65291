/** Short URLs as people paste them. */
import { getHost, toComparable } from '../../nodes/LinkPlatform/resources/link/address.ts';

const plain = 'go.example.com/Summer';

test.each([
	plain,
	'https://go.example.com/Summer',
	'HTTP://GO.Example.com/Summer',
	'  go.example.com/Summer/ ',
	'https://go.example.com/Summer//',
	'https://go.example.com/Summer?from=mail',
	'https://go.example.com/Summer/#top',
	'go.example.com/Summer?to=https://go.example.com/other',
])('%j is the same address', (url) => {
	expect(toComparable(url)).toBe(plain);
});

test.each([
	'go.example.com/summer',
	'go.example.com/Summer/2',
	'go.example.com',
	'ftp://go.example.com/Summer',
	'xhttps://go.example.com/Summer',
	'www.go.example.com/Summer',
])('%j is another address', (url) => {
	expect(toComparable(url)).not.toBe(plain);
});

test.each([
	['https://GO.example.com:8443/Summer', 'go.example.com:8443'],
	['go.example.com', 'go.example.com'],
	['https://go.example.com?x=/y', 'go.example.com'],
	['', ''],
])('the host of %j is %j', (url, host) => {
	expect(getHost(url)).toBe(host);
});

test('a host alone is comparable, with and without a slash', () => {
	expect(toComparable('https://go.example.com/')).toBe('go.example.com');
});
