/** From a route to a request. */
import { getRouteFields, getTarget, toRequest } from '../../nodes/LinkPlatform/api/route.ts';

test('a route becomes method, path and generation', () => {
	expect(toRequest('GET /api/urls')).toEqual({
		route: 'GET /api/urls',
		method: 'GET',
		path: '/api/urls',
		isLegacy: false,
	});
	const assign = 'POST legacy:/api/channel/{channelId}/assign/{itemType}/{itemId}';
	expect(toRequest(assign, { channelId: 3, itemType: 'links', itemId: '4' })).toEqual({
		route: assign,
		method: 'POST',
		path: '/api/channel/3/assign/links/4',
		isLegacy: true,
	});
});

test.each(['1?x=y', '1#a', 'a b', ';', '100% #1', 'ü', '@', 'a..b', 'x'.repeat(10_000)])(
	'the ID %j stays one segment of the path',
	(id) => {
		const { path } = toRequest('GET /api/url/{linkId}/stats', { linkId: id });
		const { pathname, search, hash } = new URL(path, 'https://links.example');
		const segments = pathname.split('/');
		expect(segments).toHaveLength(5);
		expect(decodeURIComponent(segments[3])).toBe(id);
		expect([segments[4], search, hash]).toEqual(['stats', '', '']);
	},
);

// Servers in between decode what is encoded, and then follow it.
test.each([
	'',
	'.',
	'..',
	'...',
	' ..',
	'../account',
	'a/b',
	'a\\b',
	'%2e%2e',
	'7%2F8',
	'7%5c',
	'x%aF',
	'\n',
	'7\u0000',
	'7\u0085',
])('the ID %j is refused, with the label of its field', (id) => {
	const attempt = () => toRequest('GET /api/url/{linkId}', { linkId: id }, () => 'Link');
	expect(attempt).toThrow(
		expect.objectContaining({
			kind: 'input',
			message: expect.stringMatching(/^'Link' is /),
			description: expect.stringContaining("'Link'"),
		}) as Error,
	);
});

test('an ID that is refused is shown without its invisible characters, and in part', () => {
	const attempt = (linkId: string) => () => toRequest('GET /api/url/{linkId}', { linkId });
	expect(attempt('7\n/\u0000\u202e8')).toThrow(`'linkId' is not a valid ID (got "7/8")`);
	expect(attempt(`/${'x'.repeat(99)}`)).toThrow(`(got "/${'x'.repeat(59)}…")`);
});

test('a missing ID is refused, with its name in the route if it has no label', () => {
	expect(() => toRequest('GET /api/url/{linkId}')).toThrow("'linkId' is empty");
});

test('the names in a route are those in braces', () => {
	expect(getRouteFields('POST legacy:/api/channel/{channelId}/assign/{itemType}')).toEqual([
		'channelId',
		'itemType',
	]);
	expect(getRouteFields('GET /api/urls')).toEqual([]);
});

test('a broken character never becomes a path', () => {
	expect(() => toRequest('GET /api/url/{linkId}', { linkId: '\ud800' })).toThrow();
});

test('the query contains only what is set', () => {
	const request = toRequest('GET /api/qrs');
	expect(getTarget(request)).toBe('/api/qrs');
	expect(getTarget({ ...request, query: { search: undefined } })).toBe('/api/qrs');
	const query = { search: 'a&b=c #ü', page: 0, flag: false, none: undefined, empty: '' };
	expect(getTarget({ ...request, query })).toBe(
		'/api/qrs?search=a%26b%3Dc+%23%C3%BC&page=0&flag=false&empty=',
	);
});
