/** Every failure states what happened, what to do, and whether the request may have been carried out. */
import { toRequest } from '../../nodes/LinkPlatform/api/route.ts';
import {
	getStatus,
	toFormatFailure,
	toHttpFailure,
	toNetworkFailure,
	toRedirectFailure,
	toTransportFailure,
	toWaitLimitFailure,
} from '../../nodes/LinkPlatform/api/failures.ts';
import { table } from '../support/table.mts';

const response = (statusCode: number, body: unknown = '', headers = {}) => ({
	statusCode,
	headers,
	body,
});

const read = toRequest('GET /api/url/{linkId}', { linkId: 1 });

const KINDS = {
	refused: [200, 400, 401, 402, 403, 404, 405, 409, 413, 418, 501],
	limited: [429],
	unknown: [408, 500, 503],
};
test.each(
	Object.entries(KINDS).flatMap(([kind, all]) => all.map((status) => [status, kind] as const)),
)(
	'HTTP status %i is classified as %s, with or without a message from Link Platform',
	(status, kind) => {
		const silent = toHttpFailure(response(status), undefined, read);
		expect(silent).toMatchObject({ kind, details: { httpCode: String(status) } });
		expect([silent.message, silent.description]).not.toContain('');
		const { message } = toHttpFailure(response(status), { error: 1, message: 'Alias taken' }, read);
		expect(message).toContain('Alias taken');
	},
);

test.each([
	[400, 'text/plain', ' alias is taken\n', 'alias is taken'],
	[409, 'text/plain', 'alias is taken', 'alias is taken'],
	[400, 'text/html', '<h1>No</h1>', 'Link Platform refused the request (status 400)'],
	[400, 'text/plain', 'at <b>', 'at <b>'],
	[400, 'text/plain', 'x'.repeat(300), 'x'.repeat(300)],
	[400, 'text/plain', 'x'.repeat(301), 'Link Platform refused the request (status 400)'],
	[404, 'text/plain', 'Not Found', 'Nothing found at this address'],
	[502, 'text/plain', 'upstream', 'Link Platform is unavailable (status 502)'],
])('an error for HTTP status %i with the %s body %j says: %j', (status, type, body, message) => {
	const received = response(status, body, { 'content-type': type });
	expect(toHttpFailure(received, undefined, read).message).toBe(message);
});

test.each([
	[499, 'Link Platform refused the request (status 499)', 'Correct the value'],
	[500, 'Link Platform is unavailable (status 500)', 'Try again later'],
	[
		402,
		"Your plan doesn't allow this operation",
		'To see the remaining quotas, run Account > Check Quota',
	],
	[403, "This API key doesn't have permission for this operation", 'a key with the scope'],
	[401, 'API key rejected', "Check 'API Key'"],
])(
	'an error for HTTP status %i without a message has the message %s and advice %s',
	(status, message, description) => {
		expect(toHttpFailure(response(status), undefined, read)).toMatchObject({
			message,
			description: expect.stringContaining(description),
		});
	},
);

test.each([
	[400, 'Alias taken'],
	[500, 'Alias taken'],
	[401, 'API key rejected: Alias taken'],
])('an error for HTTP status %i with a message says: %s', (status, message) => {
	expect(toHttpFailure(response(status), { message: 'Alias taken' }, read).message).toBe(message);
});

const QUOTA = /To see the remaining quotas, run Account > Check Quota/;
const SCOPE = /a key with the scope/;
const FIELDS = /check every field if none is shown$/;
const REASON = /^Read the reason that Link Platform gave/;
test.each([
	[403, 'Quota exceeded for urls: 100 of 100 used', QUOTA],
	[403, 'Webhook limit of your plan reached', QUOTA],
	[422, 'Webhook limit of your plan reached', QUOTA],
	[200, 'You have reached the maximum number of links.', QUOTA],
	[400, 'Your plan has no custom domains', QUOTA],
	[402, 'Payment required', QUOTA],
	[403, 'The limit has been reached', QUOTA],
	[403, 'Missing scope: qr:write', SCOPE],
	[403, 'Forbidden', SCOPE],
	[403, 'You do not have permission to do that', SCOPE],
	[403, 'Not authorized', SCOPE],
	[403, 'This key is read-only', SCOPE],
	[403, 'This link was blocked by an administrator', REASON],
	[403, 'No.', REASON],
	[422, 'The alias upgrade-now is taken', FIELDS],
	[422, 'limit must be a number', FIELDS],
	[422, 'The name exceeds the maximum number of characters', FIELDS],
	[422, 'The alias has reached the maximum length', FIELDS],
	[403, 'Maximum number of domains exceeded', QUOTA],
	[422, 'Missing scope', FIELDS],
	[500, 'Your plan could not be read', /^Try again later/],
	[404, 'No such plan', /^Check the ID/],
	[401, 'Your plan has ended', /^Check 'API Key'/],
])('the error for HTTP status %i with "%s" has the right advice', (status, message, words) => {
	const failure = toHttpFailure(
		response(status),
		{ error: 1, message },
		{ ...toRequest('POST /api/qr/{id}/x', { id: 1 }), body: { alias: 'upgrade-now', tags: ['a'] } },
	);
	expect(failure.message).toContain(message);
	expect(failure.description).toMatch(words);
	for (const other of [QUOTA, SCOPE, FIELDS, REASON]) {
		if (other !== words) expect(failure.description).not.toMatch(other);
	}
});

const TAKEN = 'link.aliasTaken';
test.each([
	['POST /api/url/add', { alias: 'a' }, TAKEN],
	['PUT /api/url/{linkId}/update', { alias: 'a' }, TAKEN],
	['PUT /api/url/{linkId}/update', undefined, 'refused'],
	['POST /api/campaign/add', { alias: 'a' }, 'refused'],
] as const)('HTTP status 409 on %s with the body %j has the reason %s', (route, body, reason) => {
	const request = { ...toRequest(route, { linkId: 1 }), body };
	expect(toHttpFailure(response(409), undefined, request).details.reason).toBe(reason);
	expect(toHttpFailure(response(400), undefined, request).details.reason).toBe('refused');
});

const NO_ADDRESS = 'Nothing found at this address';
test.each([
	[
		'GET /api/url/{id}',
		'Record not found',
		/^Check the ID\. .*If that fails too, check 'API URL' and 'Legacy API URL'/,
	],
	['GET legacy:/api/user/{id}', 'Record not found', /^Check the ID\./],
	['DELETE legacy:/api/pixel/{id}/delete', 'Record not found', /^Check the ID\./],
	['GET /api/urls', NO_ADDRESS, /^Check 'API URL'.* a path such as \/v1(?!.*Check the ID)/],
	['POST /api/url/add', NO_ADDRESS, /^Check 'API URL'(?!.*Check the ID)/],
	[
		'GET legacy:/api/urls',
		NO_ADDRESS,
		/^Check 'API URL' in the credential, and 'Legacy API URL'(?!.*Check the ID)/,
	],
] as const)('the error for HTTP 404 on %s says: %s', (route, message, description) => {
	const request = toRequest(route, { id: 1 });
	const isNotFound = message === 'Record not found';
	const own = toHttpFailure(response(404), { error: 1 }, request);
	expect(own).toMatchObject({
		message: expect.stringContaining(message),
		description: expect.stringMatching(description),
		isNotFound,
	});
	for (const body of [undefined, { message: 'no Route matched' }, { error: 'Not Found' }]) {
		const { isNotFound: isSaid, details } = toHttpFailure(response(404), body, request);
		expect([isSaid, details.reason]).toEqual([false, 'unreachable']);
	}
	const stated = toHttpFailure(response(404), { error: 1, message: 'Gone' }, request);
	expect(stated.message).toBe('Gone');
	expect(stated.description).toMatch(description);
});

test.each([
	[404, 'Link not found', /^Check the ID/],
	[200, 'Campaign does not exist.', /^Correct the value/],
	[200, 'The URL was not found', /^Correct the value/],
])(
	'the advice for HTTP status %i with "%s" is about the ID or a value',
	(status, message, description) => {
		expect(toHttpFailure(response(status), { error: 1, message }, read).description).toMatch(
			description,
		);
	},
);

test("the failure's details omit a request ID that has several values", () => {
	const failure = toHttpFailure(response(500, '', { 'x-request-id': ['a', 'b'] }), undefined, read);
	expect(failure.details).toEqual({ httpCode: '500', reason: 'unreachable' });
});

test("the failure's details contain the request ID, for support", () => {
	const failure = toHttpFailure(response(500, '', { 'x-request-id': 'r-1' }), undefined, read);
	expect(failure.details).toEqual({ httpCode: '500', reason: 'unreachable', requestId: 'r-1' });
});

test.each([
	['', 'an empty, incomplete or invalid response'],
	['  <!doctype html>', 'web page'],
	['{"data": ', 'an empty, incomplete or invalid response'],
])(
	"a 2xx response with the body %j, which isn't JSON, means that the request may have been carried out",
	(body, words) => {
		const failure = toFormatFailure(response(200, body));
		expect(failure.message).toContain(words);
		expect(failure.kind).toBe('unknown');
	},
);

test.each(table`
	ECONNREFUSED | unsent | connection refused
	EAI_AGAIN | unsent | DNS lookup failed
	ENOTFOUND | refused | host not found
	ETIMEDOUT | unknown | timed out
	ECONNRESET | unknown | was lost
	EPIPE | unknown | was lost
	CERT_HAS_EXPIRED | unknown | TLS certificate not trusted
	EPROTO | unknown | no TLS on this port
	ERR_SSL_WRONG_VERSION_NUMBER | unknown | no TLS on this port
	EPROTOTYPE | unknown | was lost
	NO_EPROTO | unknown | was lost
	HPE_INVALID_CONSTANT | unknown | expects HTTPS
	SOMETHING_NEW | unknown | was lost
	ERR_INVALID_URL | refused | was lost
	ERR_INVALID_CHAR | input | contains an invalid character
`)('the network error %s is classified as %s: %s', (code, kind, words) => {
	const failure = toNetworkFailure(code, 'links.example');
	expect(failure.message).not.toContain('{host}');
	expect(failure).toMatchObject({ kind, message: expect.stringContaining(words) });
	expect(failure.description).not.toBe('');
});

test("the failure's details contain the network error code, for support", () => {
	const { details } = toNetworkFailure('ECONNRESET', 'links.example');
	expect(details).toEqual({ httpCode: null, reason: 'unreachable', code: 'ECONNRESET' });
});

test('the error for reaching Max Wait says how long the run waited, which setting to raise, and the last refusal', () => {
	const refusal = toHttpFailure(response(429), { message: 'Only 5 exports a day' }, read);
	const failure = toWaitLimitFailure(61_400, 600_000, { until: Date.now(), refusal });
	expect(failure).toMatchObject({ kind: 'waitLimit', details: { httpCode: '429' } });
	expect(failure.message).toContain('61 s');
	expect(failure.description).toContain("'Max Wait (Seconds)' under 'Advanced' in the credential");
	expect(failure.description).toContain('(now 600)');
	expect(failure.description).toContain('Only 5 exports a day');
	expect(toWaitLimitFailure(0, 0, { until: Date.now() }).description).toMatch(
		/finished items are kept$/,
	);
});

test.each([
	[3_600_000, /^Stopped because of the rate limit after waiting 0 s/],
	[3_700_000, /^Link Platform accepts no requests until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/],
])(
	'the error for a pause of %i ms that exceeds Max Wait states the end of a pause longer than an hour',
	(pause, words) => {
		const until = Date.now() + pause;
		for (const maxWait of [600_000, undefined]) {
			expect(toWaitLimitFailure(0, maxWait, { until }).message).toMatch(words);
		}
		const { message } = toWaitLimitFailure(0, 0, { until: Date.parse('2226-05-04T03:02:01Z') });
		expect(message).toContain('until 2226-05-04 03:02 UTC');
	},
);

test('the wait limit error names no setting if the caller, not the credential, set the limit', () => {
	const { description } = toWaitLimitFailure(20_000, undefined, { until: Date.now() });
	expect(description).toMatch(/Try again in a minute, because/);
	expect(description).not.toContain('Max Wait');
});

test("the error for a redirect that isn't followed names the target", () => {
	expect(toRedirectFailure(response(307), 'https://other.example')).toMatchObject({
		kind: 'refused',
		message: expect.stringContaining('https://other.example'),
	});
});

test('the errors for a rejected API key and a missing permission say what else to try in both APIs', () => {
	for (const route of ['GET /api/urls', 'GET legacy:/api/pixels'] as const) {
		const rejected = toHttpFailure(response(401), undefined, toRequest(route));
		expect(rejected.description).toMatch(/'Send Key As' under 'Advanced'\. The legacy API may not/);
		const forbidden = toHttpFailure(response(403), undefined, toRequest(route));
		expect(forbidden.description).toMatch(
			/scope for this resource.*The legacy API requires a key without scopes/,
		);
	}
});

const url = new URL('https://links.example/api/urls');
const withCode = (more: object) => Object.assign(new Error('failed'), more);
test.each([
	['a stream that was cut off', new Error('aborted'), 'ECONNRESET'],
	['an error code', withCode({ code: 'ERR_TLSV1_ALERT' }), 'ERR_TLSV1_ALERT'],
	['an error code wrapped by n8n', withCode({ httpCode: 'ETIMEDOUT' }), 'ETIMEDOUT'],
	[
		'a code in its cause, preferred to its own',
		withCode({ cause: { code: 'ENOTFOUND' }, code: 'EPIPE' }),
		'ENOTFOUND',
	],
])('toTransportFailure turns an exception with %s into a network failure', (_, thrown, code) => {
	expect(toTransportFailure(thrown, url)).toEqual(toNetworkFailure(code, url.host));
});

test('toTransportFailure keeps the message of an exception without a network code, and returns a Failure as it is', () => {
	const failure = toNetworkFailure('EPIPE', url.host);
	expect(toTransportFailure(failure, url)).toBe(failure);
	expect(
		toTransportFailure(
			withCode({ cause: { code: 'aCODE' }, code: 'CODE 1', httpCode: '404' }),
			url,
		),
	).toMatchObject({
		message: 'failed',
		kind: 'refused',
	});
});

test.each([
	[200, { error: 429 }, 429],
	[200, { error: '429' }, 429],
	[200, { error: 404 }, 200],
	[200, { error: { code: 403 } }, 200],
	[200, { error: 1 }, 200],
	[200, null, 200],
	[404, { error: 429 }, 404],
	[200, { success: false, code: 403 }, 200],
	[300, { error: 429 }, 300],
	[200, { error: 1, message: 'Too many requests' }, 200],
	[200, { error: 1, message: 'A valid API key is required to use this service.' }, 401],
	[200, { error: true, message: 'Invalid API key' }, 401],
	[200, { error: 1, message: 'The API key is not valid or has expired.' }, 401],
	[200, { error: 1, message: 'This API key is missing the scope write' }, 200],
	[200, { error: 1, message: 'The API key name is required' }, 200],
	[400, { error: 1, message: 'Invalid API key' }, 400],
	[200, { error: 1, message: 'Slow down' }, 429, Date.now()],
	[403, { error: 1, message: 'Slow down' }, 403, Date.now()],
])(
	'getStatus treats a refusal with HTTP status %i and the body %j as status %i',
	(status, body, expected, ...[retryAt]: number[]) => {
		expect(getStatus(status, body, retryAt)).toBe(expected);
	},
);
