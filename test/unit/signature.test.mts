/** The signature of a delivery, compared with values that other programs computed. */
import {
	getDeliveryId,
	getSignatures,
	isSigned,
} from '../../nodes/LinkPlatform/deliveries/signature.ts';
import {
	getMarkedSecret,
	getSigningSecret,
} from '../../nodes/LinkPlatform/adapter/signingSecret.ts';

const HEADER = 'x-service-signature';
const accepts = (body: string, secret: string, signature: unknown, header = HEADER) =>
	isSigned(Buffer.from(body), getSignatures({ [header]: signature }), secret);

const body =
	'{"event":"link.clicked","timestamp":"2026-03-01T09:00:00.000Z","data":{"alias":"größe-☕","linkId":1}}\n';
// printf '…' | openssl dgst -sha256 -hmac 'shared secret'
const hex = '5e448e2350178ea23ae9a29b72f368e959ec6bbc8641b4927be585cffd6e1b24';

test.each([
	// RFC 4231, test cases 1, 2 and 4 (keys and data that UTF-8 does not change).
	[
		'Hi There',
		'\u000b'.repeat(20),
		'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
	],
	[
		'what do ya want for nothing?',
		'Jefe',
		'5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
	],
	[body, 'shared secret', hex],
	// printf '' | openssl dgst -sha256 -hmac 'lp_key_1'
	['', 'lp_key_1', '4a43c013d8c727c9f617cbb206de884e4f7c239ecddf2652f14482d2ca292a99'],
])(
	'isSigned for the body %j and the secret %j accepts only the right signature',
	(text, secret, signature) => {
		expect(accepts(text, secret, signature)).toBe(true);
		expect(accepts(`${text} `, secret, signature)).toBe(false);
		expect(accepts(text, `${secret}x`, signature)).toBe(false);
	},
);

test.each([
	hex.toUpperCase(),
	`sha256=${hex}`,
	`SHA256=${hex.toUpperCase()}`,
	` ${hex} `,
	[hex],
	['0'.repeat(64), hex],
	// Node joins headers with the same name like this.
	`${'0'.repeat(64)}, sha256=${hex}`,
	`${hex},v1`,
])('a signature written as %j is accepted', (signature) => {
	expect(accepts(body, 'shared secret', signature)).toBe(true);
});

test.each([
	'',
	hex.slice(1),
	`${hex}0`,
	hex.slice(0, 62),
	`sha1=${hex}`,
	`sha256:${hex}`,
	`${hex}\n${hex}`,
	`${hex.slice(0, 32)}, ${hex.slice(32)}`,
	`${'0'.repeat(64)}, ${hex.slice(1)}`,
	hex.replace('5', 'g'),
	Buffer.from(hex, 'hex').toString('base64'),
	'0'.repeat(64),
	undefined,
	null,
	64,
	{},
])('a signature written as %j is rejected', (signature) => {
	expect(accepts(body, 'shared secret', signature)).toBe(false);
});

test.each([
	'X-Service-Signature',
	'x-acme-signature',
	'X-Acme-Links-Signature',
	'X-LinkPlatform-SIGNATURE',
])('a signature in the header %s is accepted', (header) => {
	expect(accepts(body, 'shared secret', hex, header)).toBe(true);
});

test.each([
	'signature',
	'x-signature',
	'x--signature',
	'x-service-signature-old',
	'service-signature',
	'ax-service-signature',
])('a signature in the header %s is ignored', (header) => {
	expect(accepts(body, 'shared secret', hex, header)).toBe(false);
});

test('a delivery is accepted if one of several signature headers is valid', () => {
	const signatures = getSignatures({ 'x-old-signature': '0'.repeat(64), 'x-new-signature': hex });
	expect(isSigned(Buffer.from(body), signatures, 'shared secret')).toBe(true);
});

test('isSigned rejects every signature if there is no secret, even one computed with an empty key', () => {
	// Anybody can compute the HMAC with an empty key.
	// python3 -c "import hmac; print(hmac.new(b'', b'', 'sha256').hexdigest())"
	const empty = 'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad';
	expect(isSigned(Buffer.alloc(0), getSignatures({ [HEADER]: empty }), '')).toBe(false);
});

test('the signing secret is derived from the API key and the URL, unless the credential has its own signing secret', () => {
	const url = 'https://n8n.example.com/webhook/abc/webhook';
	// printf 'n8n-webhook:https://n8n.example.com/webhook/abc/webhook' | openssl dgst -sha256 -hmac 'lp_key_1'
	const derived = 'efc7899c524d99b56064ddafffa7275d86c2d32e6634e00647ce783d454d6e6c';
	expect(getSigningSecret({ apiKey: 'lp_key_1', webhookSecret: '' }, url)).toBe(derived);
	expect(getSigningSecret({ apiKey: 'lp_key_1' }, `${url}2`)).not.toBe(derived);
	const spelling = 'HTTPS://N8N.example.com:443/webhook/abc/webhook/';
	expect(getSigningSecret({ apiKey: 'lp_key_1' }, spelling)).toBe(derived);
	// The account is that of the cleaned key, and so is the secret.
	expect(getSigningSecret({ apiKey: ' Bearer lp_key_1 ' }, url)).toBe(derived);
	expect(getSigningSecret({ apiKey: 'lp_key_1', webhookSecret: 'own' }, url)).toBe('own');
	expect(getSigningSecret({ apiKey: '', webhookSecret: '' }, url)).toBe('');
	expect(getSigningSecret({}, url)).toBe('');
});

test.each(['x-service-delivery-time', 'ax-service-delivery', 'x--delivery'])(
	'getDeliveryId ignores the header %s',
	(header) => {
		expect(getDeliveryId({ [header]: 'd-1' })).toBe('');
	},
);

test('getDeliveryId reads any header named X-<Name>-Delivery', () => {
	expect(getDeliveryId({ 'X-Service-Delivery': 'd-1' })).toBe('d-1');
	expect(getDeliveryId({ 'x-acme-delivery': 'd-2' })).toBe('d-2');
	expect(getDeliveryId({ delivery: 'd-3' })).toBe('');
});

describe('mark of a secret', () => {
	const getMark = (credentials: object, one: string) => getMarkedSecret(credentials, one).mark;
	const url = 'https://n8n.example.com/webhook/4f1c/webhook';
	const derived = { apiKey: 'lp_one', webhookSecret: '' };
	const own = { apiKey: 'lp_one', webhookSecret: 'hunter2' };

	test.each([
		['the same secret', derived, derived, true],
		['the same custom secret', own, own, true],
		['another key', derived, { ...derived, apiKey: 'lp_two' }, false],
		['another custom secret', own, { ...own, webhookSecret: 'hunter3' }, false],
		['a custom secret instead of a derived one', derived, own, false],
		['a derived secret instead of a custom one', own, derived, false],
		['another key with the same custom secret', own, { ...own, apiKey: 'lp_two' }, false],
	])('the mark changes only if the secret or the key changes: %s', (_, before, now, same) => {
		expect(getMark(before, url) === getMark(now, url)).toBe(same);
	});

	test('the mark has six hex digits, which depend on the URL, the secret and the API key', () => {
		const mark = getMark(own, url);
		expect(mark).toMatch(/^[\da-f]{6}$/);
		expect(getMark(own, `${url}2`)).not.toBe(mark);
		// Guessing the secret from the URL and the mark must also require the API key.
		expect(getMark({ ...own, apiKey: '' }, url)).not.toBe(mark);
		expect(getMark({ ...own, apiKey: own.webhookSecret }, url)).not.toBe(mark);
	});
});
