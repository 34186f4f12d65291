/** Messages of a heartbeat that didn't get through. */
import { joinSentences } from '../../nodes/LinkPlatform/api/failure.ts';
import { toNetworkFailure } from '../../nodes/LinkPlatform/api/failures.ts';
import { getProblem } from '../../nodes/LinkPlatform/subscriptions/heartbeat.ts';
import { describeGap } from '../../nodes/LinkPlatform/subscriptions/run.ts';

const url = 'https://n8n.example.com/webhook/4f1c/webhook';

test('getProblem for a heartbeat without a response names the cause and what to check', () => {
	const failure = toNetworkFailure('ENOTFOUND', 'n8n.example.com');
	expect(getProblem(failure, url, 'id')).toMatch(/host not found\. Check 'URL', its DNS record/);
});

test.each<[number, object | string, RegExp, object?]>([
	[404, 'Hello', /^n8n has no published workflow at this URL \(status 404\)\. Publish/],
	[401, '', /^Something in front of the trigger responded, .* \(status 401\)/],
	[504, '', /^Something in front of the trigger responded, .* \(status 504\)/],
	[302, '', /^The URL redirects to \/login, but deliveries/, { location: '/login' }],
	[302, '', /^The URL redirects to another address, but deliveries/],
	[
		200,
		'<html>',
		/^The URL responded with status 200, but the response isn't from a Link Platform Trigger/,
	],
	[
		204,
		'',
		/^The URL responded with status 204, but the response isn't from a Link Platform Trigger/,
	],
	[
		200,
		{ received: true, heartbeat: 'another' },
		/but the response isn't from a Link Platform Trigger/,
	],
	[
		200,
		{ received: true, ignored: 'event' },
		/but the response isn't from a Link Platform Trigger/,
	],
	[200, ['heartbeat'], /but the response isn't from a Link Platform Trigger/],
])(
	"a response with status %i and the body %j doesn't confirm a heartbeat",
	(statusCode, body, words, headers = {}) => {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		expect(getProblem({ statusCode, headers: { ...headers }, body: text }, url, 'id')).toMatch(
			words,
		);
	},
);

test.each([
	['2026-11-22T08:17:45.123Z', 'Events since 2026-11-22 08:17 UTC may be missing'],
	['', undefined],
	[null, undefined],
	[undefined, undefined],
])(
	'describeGap says that events since %j may be missing if that is a valid time',
	(since, words) => {
		expect(describeGap(since)).toBe(words);
	},
);

test('joinSentences ends each sentence with one period, and skips empty ones', () => {
	expect(joinSentences(undefined, 'One.', '', 'two.')).toBe('One. two.');
});
