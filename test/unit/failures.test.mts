/** Every failure says what happened, then what to do, and whether the request may have been carried out. */
import { toRequest } from '../../nodes/LinkPlatform/api/route.ts';
import {
	toFormatFailure,
	toHttpFailure,
	toNetworkFailure,
	toRedirectFailure,
	toWaitLimitFailure,
} from '../../nodes/LinkPlatform/api/failures.ts';

const response = (statusCode: number, body: unknown = '', headers = {}) => ({
	statusCode,
	headers,
	body,
});

type Parts = Parameters<typeof toHttpFailure>;
const toFailure = (answer: Parts[0], body: unknown, request: Parts[2]) =>
	toHttpFailure(answer, body, request, 'Authorization');

const read = toRequest('GET /api/url/{linkId}', { linkId: 1 });

test.each([
	[400, 'refused'],
	[401, 'refused'],
	[402, 'refused'],
	[403, 'refused'],
	[404, 'refused'],
	[405, 'refused'],
	[409, 'refused'],
	[413, 'refused'],
	[418, 'refused'],
	[429, 'limited'],
	[408, 'unknown'],
	[500, 'unknown'],
	[501, 'refused'],
	[503, 'unknown'],
])('status %i is %s, in words of its own or of Link Platform', (status, kind) => {
	const silent = toFailure(response(status), undefined, read);
	expect(silent).toMatchObject({ kind, details: { httpCode: String(status) } });
	expect([silent.message, silent.description]).not.toContain('');
	expect(toFailure(response(status), { error: 1, message: 'Alias taken' }, read).message).toContain(
		'Alias taken',
	);
});

test.each([
	[499, 'Link Platform refused the request (status 499)', 'Correct the value'],
	[500, 'Link Platform is unavailable (status 500)', 'Try again later'],
	[402, "Your plan doesn't allow this operation", 'Check Account > Get Usage, then upgrade'],
	[403, "This API key doesn't have permission for this operation", 'read scope'],
	[418, 'Link Platform refused the request (status 418)', 'Correct the value'],
	[401, 'API key rejected', "Check 'API Key'"],
])('status %i without words: %s. %s …', (status, message, description) => {
	expect(toFailure(response(status), undefined, read)).toMatchObject({
		message,
		description: expect.stringContaining(description) as string,
	});
});

test.each([
	[400, 'Alias taken'],
	[500, 'Alias taken'],
	[401, 'API key rejected: Alias taken'],
])('status %i with words: %s', (status, message) => {
	expect(toFailure(response(status), { message: 'Alias taken' }, read).message).toBe(message);
});

test.each([
	['a record', 'GET /api/url/{linkId}', 'Record not found', /^Check the ID\. \S/],
	[
		'a record of the legacy API',
		'GET legacy:/api/user/{userId}',
		'Record not found',
		/^Check the ID\. .*\. .*'Legacy API URL'/,
	],
	['a list', 'GET /api/urls', 'Nothing found at this address', /^Check 'API URL'/],
	[
		'a list of the legacy API',
		'GET legacy:/api/urls',
		'Nothing found at this address',
		/^Check 'Legacy API URL' in the credential\. Some deployments don't offer/,
	],
] as const)('a 404 for %s says what may be missing', (_, route, message, description) => {
	const request = toRequest(route, { linkId: 1, userId: 1 });
	expect(toFailure(response(404), undefined, request)).toMatchObject({
		message: expect.stringContaining(message) as string,
		description: expect.stringMatching(description) as string,
	});
	expect(toFailure(response(404), { message: 'Gone' }, request).message).toBe('Gone');
});

const PLAIN = 'The plain HTTP request was sent to HTTPS port';
test.each([
	['that is such a page', 400, `<h1>${PLAIN}</h1>`, undefined, true],
	['of another status', 403, PLAIN, undefined, false],
	['with words of the service', 400, PLAIN, { message: 'Alias taken' }, false],
	['of which only the end says so', 400, `${'x'.repeat(2_000)}${PLAIN}`, undefined, false],
	['that says nothing of it', 400, 'Bad Request', undefined, false],
])('an answer %s tells of a port for TLS', (_, status, page, body, tells) => {
	const { message, kind } = toFailure(response(status, page), body, read);
	expect(kind).toBe('refused');
	expect(message === 'Link Platform refused the request: the server expects HTTPS').toBe(tells);
});

test.each([
	['ECONNRESET', true, true],
	['ECONNRESET', false, false],
	['EPIPE', true, false],
])('%s advises https:// where the address is plain (%s): %s', (code, isPlain, advises) => {
	const { description } = toNetworkFailure(code, 'links.example', isPlain);
	expect(description.includes('https://')).toBe(advises);
});

test('without a word on the scheme, no https:// is advised', () => {
	expect(toNetworkFailure('ECONNRESET', 'links.example').description).not.toContain('https://');
});

test('no other refusal of a list says that nothing is there', () => {
	const { message } = toFailure(response(403), undefined, toRequest('GET /api/urls'));
	expect(message).toBe("This API key doesn't have permission for this operation");
});

test('a refusal under a good status is one all the same', () => {
	expect(toFailure(response(200), { error: 1 }, read).kind).toBe('refused');
});

test('a request id of several values is left out', () => {
	const failure = toFailure(response(500, '', { 'x-request-id': ['a', 'b'] }), undefined, read);
	expect(failure.details).toEqual({ httpCode: '500' });
});

test('the request id is kept for the support', () => {
	const failure = toFailure(response(500, '', { 'x-request-id': 'r-1' }), undefined, read);
	expect(failure.details).toEqual({ httpCode: '500', requestId: 'r-1' });
});

test.each([
	['', 'an empty response'],
	['  <!doctype html>', 'web page'],
	['{"data": ', 'incomplete or invalid'],
])('a good status with the body %j is not JSON, and may have been carried out', (body, words) => {
	const failure = toFormatFailure(response(200, body));
	expect(failure.message).toContain(words);
	expect(failure.kind).toBe('unknown');
});

test.each([
	['ECONNREFUSED', 'unsent', 'connection refused'],
	['EAI_AGAIN', 'unsent', 'DNS lookup failed'],
	['ENOTFOUND', 'refused', 'host not found'],
	['ETIMEDOUT', 'unknown', 'timed out'],
	['ECONNRESET', 'unknown', 'was lost'],
	['EPIPE', 'unknown', 'was lost'],
	['CERT_HAS_EXPIRED', 'unknown', 'TLS certificate not trusted'],
	['EPROTO', 'unknown', 'no TLS at this port'],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'unknown', 'no TLS at this port'],
	['EPROTOTYPE', 'unknown', 'failed'],
	['NO_EPROTO', 'unknown', 'failed'],
	['HPE_INVALID_CONSTANT', 'unknown', 'expects HTTPS'],
	['SOMETHING_NEW', 'unknown', 'failed'],
	['ERR_INVALID_URL', 'refused', 'failed'],
	['ERR_INVALID_CHAR', 'input', 'contains an invalid character'],
])('%s is %s: %s', (code, kind, words) => {
	const failure = toNetworkFailure(code, 'links.example');
	expect(failure).toMatchObject({ kind, message: expect.stringContaining(words) as string });
	expect(failure.description).not.toBe('');
});

test('the code of the network is kept for the support', () => {
	const { details } = toNetworkFailure('ECONNRESET', 'links.example');
	expect(details).toEqual({ httpCode: null, code: 'ECONNRESET' });
});

test('a redirect that is not followed names where it leads; one without end says so', () => {
	expect(toRedirectFailure(response(307), 'https://other.example').message).toContain(
		'https://other.example',
	);
	expect(toRedirectFailure(response(302)).message).toBe('Too many redirects');
	expect(toRedirectFailure(response(302)).kind).toBe('refused');
});

test('the end of the waiting says how long it was, what to raise, and what Link Platform said last', () => {
	const refusal = toFailure(response(429), { message: 'Only 5 exports a day' }, read);
	const failure = toWaitLimitFailure(61_400, 600_000, refusal);
	expect(failure).toMatchObject({ kind: 'waitLimit', details: { httpCode: '429' } });
	expect(failure.message).toContain('61 s');
	expect(failure.description).toContain("'Max Wait (Seconds)' under 'Advanced' in the credential");
	expect(failure.description).toContain('(now 600)');
	expect(failure.description).toContain('Only 5 exports a day');
	expect(toWaitLimitFailure(0, 0).description).toMatch(/finished items are kept$/);
});

test('the end of the waiting of a caller with less time than the credential allows names no setting', () => {
	const { description } = toWaitLimitFailure(20_000, undefined);
	expect(description).toMatch(/Try again in a minute$/);
	expect(description).not.toContain('Max Wait');
});

test.each([
	['Authorization', 'GET /api/urls', /'Send Key As' under 'Advanced' to X-API-Key Header$/],
	['X-API-Key', 'GET /api/urls', /'Send Key As' under 'Advanced' to Bearer Token$/],
	['Authorization', 'GET legacy:/api/pixels', /legacy API may not accept keys of the current API$/],
	['X-API-Key', 'GET legacy:/api/pixels', /legacy API may not accept keys of the current API$/],
] as const)('a 401 to a key sent in %s for %s names the other way', (header, route, remedy) => {
	const { description } = toHttpFailure(response(401), undefined, toRequest(route), header);
	expect(description).toMatch(remedy);
});

test.each([
	['GET /api/urls', 'read scope of this resource (written like qr:read)'],
	['POST /api/url/add', 'write scope of this resource (written like qr:write)'],
	['PUT /api/url/{id}/update', 'write scope'],
	['DELETE /api/url/{id}/delete', 'write scope'],
	['GET legacy:/api/pixels', 'a key without scopes, which has full access'],
] as const)('a 403 of %s says: %s', (route, words) => {
	const { description } = toFailure(response(403), undefined, toRequest(route, { id: 1 }));
	expect(description).toContain(words);
	expect(description.includes(' scope of ')).toBe(!route.includes('legacy:'));
});

test.each([
	['GET /api/url/{id}', 'Record not found', ['Check the ID'], ['API URL']],
	['GET /api/urls', 'Nothing found at this address', ["'API URL'"], ['Check the ID', 'Legacy']],
	['POST /api/url/add', 'Nothing found at this address', ["'API URL'"], ['Check the ID']],
	[
		'GET legacy:/api/pixels',
		'Nothing found at this address',
		["'Legacy API URL'"],
		['Check the ID'],
	],
	[
		'DELETE legacy:/api/pixel/{id}/delete',
		'Record not found',
		['Check the ID', 'Legacy API URL'],
		[],
	],
] as const)('a 404 of %s says %s, and what to check', (route, message, named, unnamed) => {
	const failure = toFailure(response(404), undefined, toRequest(route, { id: 1 }));
	expect(failure.message).toContain(message);
	for (const words of named) expect(failure.description).toContain(words);
	for (const words of unnamed) expect(failure.description).not.toContain(words);
});
