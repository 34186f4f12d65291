/** Short URLs as people paste them. */
import { getHost, toComparable } from '../../nodes/LinkPlatform/resources/link/address.ts';

const plain = 'go.example.com/Summer';

test.each([
	...[
		plain,
		`https://${plain}`,
		'HTTP://GO.Example.com/Summer',
		`  ${plain}/ `,
		`https://${plain}//`,
	],
	...[`https://${plain}?from=mail`, `https://${plain}/#top`, `${plain}?to=https://${plain}/other`],
])('%j is the same address', (url) => {
	expect(toComparable(url)).toBe(plain);
});

test.each([
	...['go.example.com/summer', `${plain}/2`, 'go.example.com', `ftp://${plain}`],
	...[`xhttps://${plain}`, `www.${plain}`],
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
