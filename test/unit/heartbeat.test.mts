/** Messages of a heartbeat that didn't get through. */
import { joinSentences } from '../../nodes/LinkPlatform/api/failure.ts';
import { toNetworkFailure } from '../../nodes/LinkPlatform/api/failures.ts';
import { getSignatures, isSigned } from '../../nodes/LinkPlatform/deliveries/signature.ts';
import {
	getProblem,
	getResponder,
	isOutdated,
	toHeartbeat,
} from '../../nodes/LinkPlatform/subscriptions/heartbeat.ts';
import { describeGap } from '../../nodes/LinkPlatform/subscriptions/run.ts';

const url = 'https://n8n.example.com/webhook/4f1c/webhook';
const testUrl = 'https://n8n.example.com/webhook-test/4f1c/webhook';
const respond = (statusCode: number, body: object) => ({
	statusCode,
	headers: {},
	body: JSON.stringify(body),
});

test('getProblem for a heartbeat without a response names the cause and what to check', () => {
	const failure = toNetworkFailure('ENOTFOUND', 'n8n.example.com');
	expect(getProblem(failure, url, 'id')).toMatch(/host not found\. Check 'URL', its DNS record/);
});

test.each([
	[404, 'Hello', /^n8n has no published workflow at this URL \(status 404\)\. Publish/],
	[404, '', /^This is the test URL/, {}, testUrl],
	[401, { received: false }, /^The trigger rejected the signature/],
	[403, { received: false }, /^Something in front of the trigger/],
	[401, '', /^Something in front of the trigger responded, .* \(status 401\)/],
	[504, '', /^Something in front of the trigger responded, .* \(status 504\)/],
	[302, '', /^The URL redirects to \/login, but deliveries/, { location: '/login' }],
	[300, '', /^The URL redirects to another address/],
	[400, '', /^Something in front of the trigger/],
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
	[200, { heartbeat: 'id', current: false }, /created with a different API key/],
	[200, ['heartbeat'], /but the response isn't from a Link Platform Trigger/],
])(
	"a response with status %i and the body %j doesn't confirm a heartbeat",
	(statusCode, body, words, headers = {}, address = url) => {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		expect(getProblem({ statusCode, headers: { ...headers }, body: text }, address, 'id')).toMatch(
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

test("getProblem accepts a heartbeat's ID in a 2xx response, or any 2xx response to a delivery without an ID", () => {
	expect(getProblem(respond(299, { heartbeat: 'id' }), url, 'id')).toBeUndefined();
	expect(getProblem(respond(200, {}), url)).toBeUndefined();
});

const failed = toNetworkFailure('ENOTFOUND', 'n8n.example.com');
test('getResponder returns the URL that the trigger states, an empty string if the trigger states none, and undefined for other responses', () => {
	const responses = [
		respond(200, { heartbeat: 'id', url }),
		respond(200, { heartbeat: 'id' }),
		respond(401, { received: false }),
		respond(200, { heartbeat: 'another', url }),
		failed,
	];
	expect(responses.map((posted) => getResponder(posted, 'id'))).toEqual([
		url,
		'',
		'',
		undefined,
		undefined,
	]);
});

test('isOutdated is true only if the trigger states that its secret is not the current one', () => {
	const responses = [{ current: false }, { current: true }, {}].map((body) => respond(200, body));
	expect([...responses, failed].map(isOutdated)).toEqual([true, false, false, false]);
});

test('toHeartbeat builds a signed request with the ID of the heartbeat and of the webhook', () => {
	const { body, headers } = toHeartbeat('h1', 'secret', 'w1');
	const signatures = getSignatures({ 'x-a-signature': headers['X-LinkPlatform-Signature'] });
	expect(isSigned(Buffer.from(body), signatures, 'secret')).toBe(true);
	expect(headers).toMatchObject({
		'Content-Type': 'application/json',
		'X-LinkPlatform-Delivery': 'h1',
	});
	expect(JSON.parse(body)).toMatchObject({
		event: 'linkplatform.heartbeat',
		id: 'h1',
		webhookId: 'w1',
	});
});
