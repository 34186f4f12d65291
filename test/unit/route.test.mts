/** The conversion of a route to a request. */
import { getRouteFields, getTarget, toRequest } from '../../nodes/LinkPlatform/api/route.ts';

test('toRequest splits a route into method, path and API generation', () => {
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
	'toRequest encodes the ID %j as a single path segment',
	(id) => {
		const { path } = toRequest('GET /api/url/{linkId}/stats', { linkId: id });
		const { pathname, search, hash } = new URL(path, 'https://links.example');
		const segments = pathname.split('/');
		expect(segments).toHaveLength(5);
		expect(decodeURIComponent(segments[3])).toBe(id);
		expect([segments[4], search, hash]).toEqual(['stats', '', '']);
	},
);

// A proxy may decode an encoded path and follow it, so toRequest rejects these IDs rather than encoding them.
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
])('toRequest rejects the ID %j, and the error names the field', (id) => {
	const attempt = () => toRequest('GET /api/url/{linkId}', { linkId: id }, () => 'Link');
	expect(attempt).toThrow(
		expect.objectContaining({
			kind: 'input',
			message: expect.stringMatching(/^'Link' is /),
			description: expect.stringContaining("'Link'"),
		}) as Error,
	);
});

test('the error for a rejected ID shows the ID without invisible characters, shortened to 60 characters', () => {
	const attempt = (linkId: string) => () => toRequest('GET /api/url/{linkId}', { linkId });
	expect(attempt('7\n/\u0000\u202e8')).toThrow(`'linkId' is not a valid ID (got "7/8")`);
	expect(attempt(`/${'x'.repeat(99)}`)).toThrow(`(got "/${'x'.repeat(59)}…")`);
});

test("toRequest rejects a missing ID, and the error without a label uses the ID's name from the route", () => {
	expect(() => toRequest('GET /api/url/{linkId}')).toThrow("'linkId' is empty");
});

test('getRouteFields returns the names in braces from a route', () => {
	expect(getRouteFields('POST legacy:/api/channel/{channelId}/assign/{itemType}')).toEqual([
		'channelId',
		'itemType',
	]);
	expect(getRouteFields('GET /api/urls')).toEqual([]);
});

test('toRequest rejects an ID with an incomplete Unicode character', () => {
	expect(() => toRequest('GET /api/url/{linkId}', { linkId: '\ud800' })).toThrow();
});

test('getTarget omits undefined query parameters', () => {
	const request = toRequest('GET /api/qrs');
	expect(getTarget(request)).toBe('/api/qrs');
	expect(getTarget({ ...request, query: { search: undefined } })).toBe('/api/qrs');
	const query = { search: 'a&b=c #ü', page: 0, flag: false, none: undefined, empty: '' };
	expect(getTarget({ ...request, query })).toBe(
		'/api/qrs?search=a%26b%3Dc+%23%C3%BC&page=0&flag=false&empty=',
	);
});
