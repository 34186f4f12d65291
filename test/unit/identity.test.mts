/** The rules for when two aliases, targets, hosts, short URLs or IDs are the same: the table of `api/identity.ts`. */
import {
	getHost,
	getLinkHost,
	isOwnShortUrl,
	isSameTarget,
	isWholeAlias,
	parseShortUrl,
	toAliasKey,
	toIdKey,
	toNameKey,
	toShortUrlKey,
} from '../../nodes/LinkPlatform/api/identity.ts';
import { table } from '../support/table.mts';

test.each(table<[string | number, string]>`
	summer | " summer\n"
	summer | "/summer/"
	s%75mmer | summer
	"caf\u00e9" | caf%c3%a9
	"caf\u00e9" | "cafe\u0301"
	a/b | a%2Fb
	100% | 100%25
	%ffa | %ff%61
	2031 | "2031"
`)('toAliasKey treats the aliases %j and %j as the same', (one, other) => {
	expect(toAliasKey(one)).toBe(toAliasKey(other));
});

test.each(table`
	summer | Summer
	offer | offer#2
	offer | offer?x=1
	sale | x/../sale
	a/b | a//b
	ab | a	b
	a b | a+b
	"" | "undefined"
`)('toAliasKey treats the aliases %j and %j as different', (one, other) => {
	expect(toAliasKey(one)).not.toBe(toAliasKey(other));
});

test.each(['summer', '/summer/', 'a/b', 'v1.2', '...', 'caf%C3%A9', '100%', 'a&b', '🎉'])(
	'isWholeAlias accepts the alias %j',
	(alias) => {
		expect(isWholeAlias(alias)).toBe(true);
	},
);

test.each([
	'offer#2',
	'who-are-we?',
	'%ff%23',
	'a\\b',
	'a%5cb',
	'Table 4',
	'Table\u00a04',
	'a\tb',
	'.',
	'..',
	'./sale',
	'x/../sale',
	'x/%2e%2E/sale',
	'a\u200bb',
	'a%00b',
	'/',
	'',
])('isWholeAlias rejects the alias %j', (alias) => {
	expect(isWholeAlias(alias)).toBe(false);
});

test.each(table`
	https://example.com/a | HTTPS://EXAMPLE.com:443/a
	http://example.com/a | http://example.com:80/a
	https://example.com/a | https://example.com/a/
	https://example.com | https://example.com/
	https://example.com?a=1 | https://example.com/?a=1
	https://bücher.example/ü | https://xn--bcher-kva.example/%C3%BC
	https://example.com/a | " https://example.com/a\n"
	mailto:a@example.com | MAILTO:a@example.com
	no URL | "no URL "
`)('isSameTarget treats the targets %j and %j as the same', (one, other) => {
	expect(isSameTarget(one, other)).toBe(true);
});

test.each([
	['https://example.com/launch', 'https://example.com/Launch'],
	['https://example.com/a', 'http://example.com/a'],
	['https://example.com/a', 'https://www.example.com/a'],
	['https://example.com/a', 'https://example.com:8443/a'],
	['https://example.com/a', 'https://example.com/a//'],
	['https://example.com/a?b=c', 'https://example.com/a/?b=c'],
	['https://example.com/#a', 'https://example.com/'],
	['https://example.com/?a=1&b=2', 'https://example.com/?a=1&amp;b=2'],
	['https://example.com/?a=1&b=2', 'https://example.com/?b=2&a=1'],
	['https://example.com/?q=a%20b', 'https://example.com/?q=a+b'],
	['https://example.com/a%2Fb', 'https://example.com/a/b'],
	['https://example.com/%61', 'https://example.com/a'],
	[`https://example.com/${'a'.repeat(20_000)}`, `https://example.com/${'a'.repeat(20_001)}`],
])('isSameTarget treats the targets %j and %j as different', (one, other) => {
	expect(isSameTarget(one, other)).toBe(false);
});

const plain = 'go.example.com/Summer';

test.each([
	plain,
	`https://${plain}`,
	`http://${plain}`,
	'HTTP://GO.Example.com/Summer',
	`  ${plain}/ `,
	`https://${plain}//`,
	'https://go.example.com:443/Summer',
	'http://go.example.com:80/Summer',
	'https://go.example.com/%53ummer',
	`https://${plain}?from=mail`,
	`https://${plain}/#top`,
	`${plain}?to=https://${plain}/other`,
])('the short URL %j is recognized as go.example.com/Summer', (url) => {
	expect(toShortUrlKey(url)).toBe(plain);
	expect(isOwnShortUrl(url, plain)).toBe(true);
});

test.each([
	'go.example.com/summer',
	`${plain}/2`,
	'go.example.com',
	`ftp://${plain}`,
	`xhttps://${plain}`,
	`www.${plain}`,
	'go.example.com:8443/Summer',
	'go.example.com/x/../Summer',
	'go.example.com/Summer%23',
	'https:///Summer',
	'',
])("the text %j isn't recognized as the short URL go.example.com/Summer", (url) => {
	expect(toShortUrlKey(url)).not.toBe(plain);
	expect(isOwnShortUrl(url, plain)).toBe(false);
});

test.each([
	'Summer',
	'a/b',
	'./a',
	'../a',
	'v1.2',
	'go.example.com',
	'mailto:a',
	'ftp://a.example/b',
	'a b.c/d',
])('parseShortUrl returns undefined for %j (no http(s) scheme, no host before a path)', (text) => {
	expect(parseShortUrl(text)).toBeUndefined();
});

test("isOwnShortUrl returns false if the text isn't a URL", () => {
	expect(isOwnShortUrl('Summer', 'Summer')).toBe(false);
});

test.each(table`
	https://GO.example.com:8443/Summer | go.example.com:8443
	go.example.com | go.example.com
	https://go.example.com?x=/y | go.example.com
	https://bücher.example/x | xn--bcher-kva.example
	localhost | localhost
	http://intranet | intranet
	"3" | ""
	"" | ""
`)('getHost for the text %j returns the host %j', (text, host) => {
	expect(getHost(text)).toBe(host);
});

test.each(table<[Record<string, string>, string]>`
	{"domain": "GO.example", "shorturl": "https://other.example/a"} | go.example
	{"domain": "https://go.example/"} | go.example
	{"domain": null, "shorturl": "https://go.example/a"} | go.example
	{"domain": 3, "shorturl": "https://go.example/a"} | go.example
	{} | ""
`)('getLinkHost for the link %j returns the host %j', (link, host) => {
	expect(getLinkHost(link)).toBe(host);
});

test.each([0, '0', ' ', '', null, undefined, false, true, {}, [7]])(
	"toIdKey returns an empty string for %j, which isn't an ID",
	(id) => {
		expect(toIdKey(id)).toBe('');
	},
);

test('toIdKey treats a number and a string with the same digits as the same ID', () => {
	expect([toIdKey(7), toIdKey(' 7 '), toIdKey('a-7')]).toEqual(['7', '7', 'a-7']);
});

test.each(table<[string | undefined | number, string]>`
	Tom &amp; Jerry | Tom & Jerry
	Joe&#039;s &quot;Bar&quot; &#x2b; &AMP;amp;lt; Grill | Joe's "Bar" + < Grill
	<b class="x">Bar</b> &lt;i&gt;2 | Bar 2
	a < b > c, <3 | a < b > c, <3
	<br> | <br>
	&other; &#x110000; &#1114112; | &other; &#x110000; &#1114112;
	Terrace 10 | Terrace 10
	" a \n\t b " | a b
	"e\u0301" | "\u00e9"
	undefined | ""
	7 | "7"
`)('toNameKey returns %j as %j', (text, plain) => {
	expect(toNameKey(text)).toBe(plain);
});
