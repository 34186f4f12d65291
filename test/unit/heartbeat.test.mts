/** What the response to a heartbeat says about the trigger at its URL. */
import { joinSentences } from '../../nodes/LinkPlatform/api/failure.ts';
import { toNetworkFailure } from '../../nodes/LinkPlatform/api/failures.ts';
import { getSignatures, isSigned } from '../../nodes/LinkPlatform/deliveries/signature.ts';
import {
	getDefect,
	getProblem,
	getResponder,
	sendHeartbeat,
	toProof,
} from '../../nodes/LinkPlatform/subscriptions/heartbeat.ts';
import { describeGap } from '../../nodes/LinkPlatform/subscriptions/keepAlive.ts';

const secret = 'secret';
const proof = toProof('id', secret);
const url = 'https://n8n.example.com/webhook/4f1c/webhook';
const testUrl = 'https://n8n.example.com/webhook-test/4f1c/webhook';
const respond = (statusCode: number, body: object) => ({
	statusCode,
	headers: {},
	body: JSON.stringify(body),
});

const beat = (posted: Parameters<typeof getProblem>[0], address = url) => ({
	id: 'id',
	url: address,
	secret,
	posted,
});
const failed = toNetworkFailure('ENOTFOUND', 'n8n.example.com');

test.each([
	[404, 'Hello', /^n8n has no published workflow at this URL \(status 404\)/],
	[404, '', /^This is the test URL/, {}, testUrl],
	[401, { received: false }, /^The trigger rejected the signature/],
	[503, { received: false }, /^The trigger can't read its credential/],
	[403, { received: false }, /^Something in front of the trigger/],
	[401, '', /^Something in front of the trigger responded, .* \(status 401\)/],
	[504, '', /^Something in front of the trigger responded, .* \(status 504\)/],
	[302, '', /^The URL redirects to \/login, but deliveries/, { location: '/login' }],
	[300, '', /^The URL redirects to another address/],
	[400, '', /^Something in front of the trigger/],
	[302, '', /^The URL redirects to another address, but deliveries/],
	[200, '<html>', /^Something other than a Link Platform Trigger responded \(status 200\)/],
	[204, '', /^Something other than a Link Platform Trigger responded \(status 204\)/],
	[200, { heartbeat: 'another', proof, url }, /^Something other than a Link Platform Trigger/],
	[200, { heartbeat: 'id', url }, /^Something other than a Link Platform Trigger/],
	[200, { heartbeat: 'id', proof: toProof('id', 'x'), url }, /^Something other than/],
	[200, ['heartbeat'], /^Something other than a Link Platform Trigger/],
	[200, { heartbeat: 'id', current: false }, /created with a different API key/],
	[
		200,
		{ heartbeat: 'id', proof, url: 'https://copy.example.com/webhook/4f1c/webhook' },
		/^Another n8n instance responded, whose address is https:\/\/copy\.example\.com$/,
	],
	[200, { heartbeat: 'id', proof, url, refused: 3 }, /^The trigger has refused .* accepted: 3$/],
	[299, { heartbeat: 'id', proof, url, refused: 0 }, undefined],
	[200, { heartbeat: 'id', proof, url }, undefined, {}, testUrl],
])(
	'getDefect finds what is wrong if the response to a heartbeat has status %i and the body %j',
	(statusCode, body, words, headers = {}, address = url) => {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		const found = getDefect(beat({ statusCode, headers: { ...headers }, body: text }, address));
		if (words) expect(found!.message).toMatch(words);
		else expect(found).toBeUndefined();
	},
);

test('getDefect returns the cause and what to check if there is no response', () => {
	expect(getDefect(beat(failed))).toMatchObject({
		message: expect.stringContaining('host not found'),
		description: expect.stringMatching(/^Check the URL, its DNS record/),
	});
});

test('getProblem accepts any 2xx response to a delivery', () => {
	expect(getProblem(respond(299, {}), url)).toBeUndefined();
});

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

test('getResponder returns the URL of a trigger only if the response proves that it has the same key', () => {
	const responses = [
		respond(200, { heartbeat: 'id', url, proof }),
		respond(200, { heartbeat: 'id', url }),
		respond(200, { heartbeat: 'id', url, proof: toProof('another', secret) }),
		respond(200, { heartbeat: 'another', url, proof }),
		respond(401, { received: false }),
		failed,
	];
	expect(responses.map((posted) => getResponder(beat(posted)))).toEqual([
		url,
		...Array.from({ length: 5 }, () => undefined),
	]);
});

test('sendHeartbeat posts a signed request with the ID of the heartbeat and of the webhook', async () => {
	const sent: Array<{ body: string; headers: Record<string, string> }> = [];
	const post = async (_url: string, request: (typeof sent)[0]) => {
		sent.push(request);
		return await Promise.resolve(respond(200, {}));
	};
	const { id } = await sendHeartbeat({ post, signingSecret: () => secret }, url, 'w1');
	const [{ body, headers }] = sent;
	const signatures = getSignatures({ 'x-a-signature': headers['X-LinkPlatform-Signature'] });
	expect(isSigned(Buffer.from(body), signatures, secret)).toBe(true);
	expect(headers).toMatchObject({
		'Content-Type': 'application/json',
		'X-LinkPlatform-Delivery': id,
	});
	expect(JSON.parse(body)).toMatchObject({ event: 'linkplatform.heartbeat', id, webhookId: 'w1' });
});
