/** Base URLs as people paste them. */
import { getBaseUrls, parseBaseUrl } from '../../nodes/LinkPlatform/n8n/baseUrls.ts';

test.each([
	['https://links.example.com', 'https://links.example.com'],
	['  https://links.example.com \n', 'https://links.example.com'],
	['https://links.example.com///', 'https://links.example.com'],
	['https://links.example.com/api', 'https://links.example.com'],
	['https://links.example.com/api/', 'https://links.example.com'],
	['https://links.example.com/API//', 'https://links.example.com'],
	['links.example.com', 'https://links.example.com'],
	['links.example.com/api', 'https://links.example.com'],
	['links.example.com:8443', 'https://links.example.com:8443'],
	['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
	['http://[::1]:4010/', 'http://[::1]:4010'],
	['HTTPS://Links.Example.com', 'HTTPS://Links.Example.com'],
	['https://example.com/service/api', 'https://example.com/service'],
	['https://example.com/myapi', 'https://example.com/myapi'],
	['https://example.com/api/v3', 'https://example.com/api/v3'],
	['https://api.example.com', 'https://api.example.com'],
	['https://example.com/api?x=1#top', 'https://example.com'],
	['https://例え.jp', 'https://例え.jp'],
])('%j becomes %s', (pasted, cleaned) => {
	expect(parseBaseUrl(pasted)).toBe(cleaned);
});

test.each([
	'',
	'   ',
	'https://',
	'/api',
	'http:///',
	'ftp://example.com',
	'file:///etc/passwd',
	'https://exa mple.com',
	'https://example.com:port',
	'javascript:alert(1)',
	null,
	undefined,
	'https://%',
	'?',
])('%j is refused, with what to enter', (pasted) => {
	expect(() => parseBaseUrl(pasted)).toThrow(
		expect.objectContaining({
			kind: 'input',
			message: expect.stringContaining('is not a web address'),
			description: expect.stringContaining('https://links.example.com'),
		}) as Error,
	);
});

test('the legacy URL is its own, or the same', () => {
	const apiUrl = 'a.example/api';
	const current = 'https://a.example';
	expect(getBaseUrls({ apiUrl })).toEqual({ current, legacy: current });
	expect(getBaseUrls({ apiUrl, legacyApiUrl: '  ' })).toEqual({ current, legacy: current });
	expect(getBaseUrls({ apiUrl, legacyApiUrl: 'http://b.example/v3/api/' })).toEqual({
		current,
		legacy: 'http://b.example/v3',
	});
	expect(() => getBaseUrls({ apiUrl, legacyApiUrl: 'ftp://b' })).toThrow('is not a web address');
});
