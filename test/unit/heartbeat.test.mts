/** How a heartbeat without a response is described, by network error code. */
import { joinSentences } from '../../nodes/LinkPlatform/api/failure.ts';
import { toNetworkFailure } from '../../nodes/LinkPlatform/api/failures.ts';
import { getIgnoredCounts, getProblem } from '../../nodes/LinkPlatform/webhooks/heartbeat.ts';
import { describeGap } from '../../nodes/LinkPlatform/webhooks/subscriptions.ts';

const url = 'https://n8n.example.com/webhook/4f1c/webhook';

test.each([
	['ENOTFOUND', "Check the host name in 'URL', and its DNS record"],
	['EAI_AGAIN', "Check the host name in 'URL', and the DNS server of n8n"],
	['ECONNREFUSED', "Check the port in 'URL'"],
	['ETIMEDOUT', 'Check the firewall'],
	['ECONNABORTED', 'Check the firewall'],
	['ECONNRESET', 'Check the firewall'],
	['EPROTO', "Check whether 'URL' has to begin with"],
	['ERR_SSL_WRONG_VERSION_NUMBER', "Check whether 'URL' has to begin with"],
	['HPE_INVALID_CONSTANT', "Check whether 'URL' has to begin with"],
	['CERT_HAS_EXPIRED', 'Renew the certificate'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'Renew the certificate'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'Renew the certificate'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'Renew the certificate'],
])('%s: %s', (code, remedy) => {
	const failure = toNetworkFailure(code, 'n8n.example.com');
	expect(getProblem(failure, url, 'id')).toContain(`${failure.message}. ${remedy}`);
});

test.each<[number, object | string, RegExp, object?]>([
	[404, 'Hello', /^Something in front of n8n responded with status 404.*reverse proxy/],
	[401, '', /requires a login \(status 401\)/],
	[403, '', /requires a login \(status 403\)/],
	[504, '', /^The reverse proxy can't reach n8n \(status 504\)/],
	[500, '', /^The URL responded with status 500\. Check the logs/],
	[418, '', /^The URL responded with status 418\. Check the logs/],
	[302, '', /^The URL redirects to another address, which/, { location: 'http://' }],
	[200, '<html>', /^The URL responded with status 200, but not as a Link Platform Trigger/],
	[204, '', /^The URL responded with status 204, but not as a Link Platform Trigger/],
	[200, { received: true, heartbeat: 'another' }, /but not as a Link Platform Trigger/],
	[200, { received: true, ignored: 'event' }, /but not as a Link Platform Trigger/],
	[200, ['heartbeat'], /but not as a Link Platform Trigger/],
])(
	'A response of status %i with %j is no confirmation',
	(statusCode, body, words, headers = {}) => {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		expect(getProblem({ statusCode, headers: { ...headers }, body: text }, url, 'id')).toMatch(
			words,
		);
	},
);

test.each([
	[{ heartbeat: 'id', ignoredCounts: { filter: 2 } }, { filter: 2 }],
	[{ heartbeat: 'other', ignoredCounts: { filter: 2 } }, {}],
	[{ heartbeat: 'id', ignoredCounts: 'many' }, {}],
	[{ heartbeat: 'id' }, {}],
])('ignored, if the response is %j: %j', (body, counts) => {
	const response = { statusCode: 200, headers: {}, body: JSON.stringify(body) };
	expect(getIgnoredCounts(response, 'id')).toEqual(counts);
});

test.each([
	['2026-11-22T08:17:45.123Z', 'Events since 2026-11-22 08:17 UTC may be missing'],
	['not a date', undefined],
	['', undefined],
	[7, undefined],
	[undefined, undefined],
])('gap since %j', (since, words) => {
	expect(describeGap(since)).toBe(words);
});

test('sentences are joined by one full stop each, and empty ones skipped', () => {
	expect(joinSentences(undefined, 'One.', '', 'two.')).toBe('One. two.');
});
