/** From a route to a request, and which requests may be sent twice. */
import { fateOf, mayRepeat, target } from '../../nodes/LinkPlatform/api/request.ts';
import { locate } from '../../nodes/LinkPlatform/operation/request.ts';

test('method, path, endpoint and generation', () => {
	expect(locate('GET /api/urls')).toEqual({
		method: 'GET',
		path: '/api/urls',
		endpoint: 'GET /api/urls',
	});
	const assign = 'POST legacy:/api/channel/{channelId}/assign/{itemType}/{itemId}';
	const values: Record<string, string> = { channelId: '3', itemType: 'links', itemId: '4' };
	expect(locate(assign, (name) => values[name])).toEqual({
		method: 'POST',
		path: '/api/channel/3/assign/links/4',
		endpoint: assign,
		isLegacy: true,
	});
});

test.each([
	'../account',
	'1?x=y',
	'1#a',
	'%2e%2e',
	'a/b',
	'a\\b',
	'a b',
	';',
	'\n',
	'\u0000',
	'ü',
	'@',
	'x'.repeat(10_000),
	' ..',
])('the id %j stays one segment of the path', (id) => {
	const { path } = locate('GET /api/url/{linkId}/stats', () => id);
	const { pathname, search, hash } = new URL(path, 'https://links.example');
	const segments = pathname.split('/');
	expect(segments).toHaveLength(5);
	expect(decodeURIComponent(segments[3])).toBe(id);
	expect([segments[4], search, hash]).toEqual(['stats', '', '']);
});

test.each(['', '.', '..', '...'])('the id %j is refused, with the label of its field', (id) => {
	const attempt = () =>
		locate(
			'GET /api/url/{linkId}',
			() => id,
			() => 'Link',
		);
	expect(attempt).toThrow(
		expect.objectContaining({
			kind: 'input',
			message: expect.stringMatching(/^'Link' is /),
			description: expect.stringContaining("'Link'"),
		}),
	);
});

test('a broken character never becomes a path', () => {
	expect(() => locate('GET /api/url/{linkId}', () => '\ud800')).toThrow();
});

test('the query, with only what is set', () => {
	const request = locate('GET /api/qrs');
	expect(target(request)).toBe('/api/qrs');
	expect(target({ ...request, query: { search: undefined } })).toBe('/api/qrs');
	const query = { search: 'a&b=c #ü', page: 0, flag: false, none: undefined, empty: '' };
	expect(target({ ...request, query })).toBe(
		'/api/qrs?search=a%26b%3Dc+%23%C3%BC&page=0&flag=false&empty=',
	);
});

test.each([
	['GET', {}, true],
	['PUT', {}, true],
	['DELETE', {}, true],
	['POST', {}, false],
	['POST', { 'Idempotency-Key': 'k' }, true],
] as const)(
	'a %s with %j whose answer got lost may be repeated: %s',
	(method, headers, expected) => {
		const request = { ...locate('GET /x'), method, headers };
		expect(mayRepeat(request, 'lost')).toBe(expected);
		expect(mayRepeat(request, 'refused')).toBe(false);
		expect(mayRepeat(request, 'limited')).toBe(true);
		expect(mayRepeat(request, 'unsent')).toBe(true);
	},
);

test.each([
	[200, undefined],
	[204, undefined],
	[400, 'refused'],
	[404, 'refused'],
	[409, 'refused'],
	[408, 'lost'],
	[429, 'limited'],
	[500, 'lost'],
	[501, 'refused'],
	[502, 'lost'],
	[503, 'lost'],
	[504, 'lost'],
])('status %i: %s', (status, fate) => {
	expect(fateOf(status)).toBe(fate);
});
