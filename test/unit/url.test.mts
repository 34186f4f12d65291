/** One spelling for URLs and short URLs, whoever wrote them. */
import {
	getHost,
	isSameUrl,
	normalizeUrl,
	toShortAddress,
} from '../../nodes/LinkPlatform/api/url.ts';

const plain = 'go.example.com/Summer';

test.each([
	plain,
	`https://${plain}`,
	`http://${plain}`,
	'HTTP://GO.Example.com/Summer',
	`  ${plain}/ `,
	`https://${plain}//`,
	`https://go.example.com:443/Summer`,
	'http://go.example.com:80/Summer',
	'https://go.example.com/%53ummer',
	`https://${plain}?from=mail`,
	`https://${plain}/#top`,
	`${plain}?to=https://${plain}/other`,
])('%j is the same short URL', (url) => {
	expect(toShortAddress(url)).toBe(plain);
});

test.each([
	['https://go.example/caf\u00e9', 'https://go.example/caf%c3%a9'],
	['https://go.example/caf%C3%A9', 'https://go.example/cafe\u0301'],
	['https://münchen.example/a', 'https://xn--mnchen-3ya.example/a'],
	['https://go.example/a-b', 'https://go.example/a%2Db'],
])('%j and %j are the same short URL', (one, other) => {
	expect(toShortAddress(one)).toBe(toShortAddress(other));
});

test.each([
	'go.example.com/summer',
	`${plain}/2`,
	'go.example.com',
	`ftp://${plain}`,
	`xhttps://${plain}`,
	`www.${plain}`,
	'go.example.com:8443/Summer',
	'go.example.com/Summer%2F',
	'',
])('%j is another short URL', (url) => {
	expect(toShortAddress(url)).not.toBe(plain);
});

test.each([
	['https://GO.example.com:8443/Summer', 'go.example.com:8443'],
	['go.example.com', 'go.example.com'],
	['https://go.example.com?x=/y', 'go.example.com'],
	['https://bücher.example/x', 'xn--bcher-kva.example'],
	['', ''],
])('the host of %j is %j', (url, host) => {
	expect(getHost(url)).toBe(host);
});

test('a host alone is a short URL, and what is no URL stays as it is', () => {
	expect(toShortAddress('https://go.example.com/')).toBe('go.example.com');
	expect(toShortAddress(' no URL\n')).toBe('no URL');
});

test.each([
	['https://N8N.Example.com:443/webhook/a', 'https://n8n.example.com/webhook/a'],
	['http://n8n.example.com:80/webhook/a', 'http://n8n.example.com/webhook/a'],
	['https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
	['https://example.com', 'https://example.com/'],
	['https://example.com/caf%C3%A9', 'https://example.com/café'],
	['https://example.com/cafe\u0301', 'https://example.com/caf\u00e9'],
	['https://example.com/%7Euser', 'https://example.com/~user'],
	['https://example.com/%e2%82%ac', 'https://example.com/%E2%82%AC'],
	['https://example.com/?q=a+b', 'https://example.com/?q=a%20b'],
	['https://example.com/?q=%61', 'https://example.com/?q=a'],
	['https://example.com/a/../b', 'https://example.com/b'],
	[' https://example.com/a\n', 'https://example.com/a'],
	['no URL', 'no URL'],
])('%j and %j are the same URL', (one, other) => {
	expect(isSameUrl(one, other)).toBe(true);
	expect(isSameUrl(other, one)).toBe(true);
});

test.each([
	['https://example.com/a', 'http://example.com/a'],
	['https://example.com/a', 'https://example.com/A'],
	['https://example.com/a', 'https://example.com/a/'],
	['https://example.com/a', 'https://example.com:8443/a'],
	['https://example.com/a%2Fb', 'https://example.com/a/b'],
	['https://example.com/?a=1&b=2', 'https://example.com/?a=1%26b=2'],
	['https://example.com/?a=b%3Dc', 'https://example.com/?a%3Db=c'],
	['https://example.com/#a', 'https://example.com/#b'],
	['one text', 'another text'],
	['', 'https://example.com/'],
])('%j and %j are two URLs', (one, other) => {
	expect(isSameUrl(one, other)).toBe(false);
});

test('what cannot be decoded, and what is in order, stays as it is', () => {
	expect(normalizeUrl('https://example.com/?a=1&b#c')).toBe('https://example.com/?a=1&b#c');
	expect(normalizeUrl('https://example.com/%ff%zz')).toBe('https://example.com/%ff%zz');
});
