import fc from 'fast-check';
import { createManyIn } from '../support/createMany.mts';
import { withJson } from '../support/faults.mts';
import { getField } from '../support/sent.mts';
import { getShown } from '../support/shown.mts';
import { byId, useWorld } from '../support/world.mts';

const world = useWorld();

const KEY = 'lp_k3y/with+signs=="&<ü>~';
const SECRET = "whsec 'quoted' \\back\\ slash/";

/** Forms in which a careless service may return a secret. */
const spellings: Array<(secret: string) => string> = [
	(secret) => secret,
	(secret) => JSON.stringify(secret),
	(secret) => JSON.stringify(JSON.stringify({ password: secret })),
	(secret) => JSON.stringify(secret).replaceAll('/', '\\/'),
	(secret) =>
		JSON.stringify(secret).replace(
			/[^ -~]/g,
			(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
		),
	(secret) => encodeURIComponent(secret),
	(secret) => new URLSearchParams({ key: secret }).toString(),
	(secret) => Buffer.from(secret).toString('base64'),
	(secret) => secret.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
	(secret) => `Bearer ${secret}, again: ${secret}${secret}`,
];

const decoded = (text: string) => {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		return text;
	}
};

const places = [
	(said: string) => ({ error: 1, message: said }),
	(said: string) => ({ error: said, message: said }),
	(said: string) => ({ error: { message: said, code: 418 } }),
	(said: string) => ({
		error: 0,
		data: { id: 1, note: said, list: [said], [said]: { [said]: said } },
	}),
	(said: string) => ({ error: 0, message: said }),
	(said: string) => ({ data: { id: 1 }, password: said, secret: said }),
];

const url = 'https://example.com';
const runs: Array<[string, string, string, (secret: string) => Record<string, unknown>]> = [
	['link', 'create', '/api/url/add', (password) => ({ url, additionalFields: { password } })],
	[
		'link',
		'update',
		'/api/url/1/update',
		(password) => ({ linkId: byId(1), updateFields: { password } }),
	],
	[
		'webhook',
		'create',
		'/api/webhooks/subscribe',
		(secret) => ({ url, events: ['link.clicked'], additionalFields: { secret } }),
	],
	[
		'account',
		'changePassword',
		'/api/account/password',
		(newPassword) => ({ currentPassword: `old ${newPassword}`, newPassword }),
	],
	[
		'legacyAccount',
		'update',
		'/v3/api/account/update',
		(password) => ({ updateFields: { password } }),
	],
];

const isFailure = (body: object, status: number) =>
	status >= 400 || ('error' in body && body.error !== 0);

const secretText = fc
	.oneof(
		fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme' }),
		fc.constantFrom(
			'pass "word" \\ / ü',
			'ключ-от-всех-дверей',
			'a+b&c=d %20 %',
			'😀😀😀😀 emoji',
			"O'Reilly<script>",
		),
	)
	.filter(
		(text) =>
			text.trim().length >= 8 &&
			text.trim() === text &&
			text.isWellFormed() &&
			!/^[=*\s]/.test(text),
	);

test('no node output or error shows a secret, whatever Link Platform returns', async () => {
	const credentials = {
		linkPlatformApi: {
			...world.credential,
			apiKey: 'lp_sandbox-key-0123456789',
			webhookSecret: SECRET,
		},
	};
	await fc.assert(
		fc.asyncProperty(
			secretText,
			fc.constantFrom(...runs),
			fc.constantFrom(...spellings),
			fc.constantFrom(...places),
			fc.constantFrom(200, 200, 400, 422),
			fc.constantFrom('continueErrorOutput' as const, 'stopWorkflow' as const),
			async (secret, [resource, operation, path, toParameters], spell, place, status, onError) => {
				await world.clearFaults();
				const all = [secret, credentials.linkPlatformApi.apiKey, SECRET];
				const body = place(all.map(spell).join(' | '));
				// A short secret may be an ordinary word, so a successful response masks only fields that equal the secret.
				fc.pre(secret.length >= 16 || isFailure(body, status));
				const headers = { 'x-request-id': credentials.linkPlatformApi.apiKey };
				await world.fault(path, { type: 'status', status, body, headers });
				const result = await world.run(resource, operation, toParameters(secret), {
					credentials,
					onError,
					items: [{}],
				});
				const shown = getShown(result);
				expect(result.items.length + result.errorItems.length > 0 || result.error).toBeTruthy();
				for (const one of all) {
					for (const form of [one, ...spellings.map((spelling) => spelling(one))]) {
						expect([form, shown.includes(form)]).toEqual([form, false]);
						expect([form, decoded(shown).includes(form)]).toEqual([form, false]);
					}
				}
			},
		),
		{ numRuns: 150 },
	);
}, 120_000);

test("link.upsert doesn't show the password of a link that an earlier row created", async () => {
	const password = 'hunter2-hunter2';
	const parameters = { url, alias: 'twice', additionalFields: { password } };
	const options = { items: [{}, {}], pace: { concurrency: 1 } };
	const result = await world.run('link', 'upsert', parameters, options);
	expect(getField(result.items, 'created')).toEqual([true, false]);
	expect(getShown(result)).not.toContain(password);
});

test('qrCode.createMany masks a short API key in the reason that Link Platform gives for rows without a result', async () => {
	const apiKey = 'sandboxkey1';
	const body = { error: 0, errors: [{ index: 0, message: `Blocked for ${apiKey}` }] };
	await world.fault('/api/qr/bulk', withJson(body));
	const parameters = { name: 'A', url, downloadImage: false, ifNameExists: 'create' };
	const credentials = { linkPlatformApi: { ...world.credential, apiKey } };
	const { message } = await world.fail('qrCode', 'createMany', parameters, { credentials });
	expect(message).toContain('Blocked for ***');
});

describe('an API key in a URL field', () => {
	const apiKey = 'lp_Sandbox-Key_0123456789';
	const mixed = apiKey.replace(/[a-z]/g, (letter, at: number) =>
		at % 2 === 0 ? letter.toUpperCase() : letter,
	);

	test.each([
		['as the host', { apiUrl: `https://${apiKey}` }],
		['in mixed case', { apiUrl: `https://${mixed}/` }],
		['encoded', { apiUrl: `https://links.example/${encodeURIComponent(`${apiKey}/ä`)}` }],
		['with invalid characters around it', { apiUrl: `https:// ${apiKey} %` }],
		["in the legacy API's URL", { legacyApiUrl: apiKey }],
		['with both fields swapped', { apiUrl: apiKey, apiKey: 'https://links.example' }],
	])(
		'an API key in a URL field (%s) is refused, and the error names the field but not the key',
		async (_, fields) => {
			const credential = { ...world.credential, apiKey, ...fields };
			const credentials = { linkPlatformApi: credential };
			const parameters = { linkId: byId(1) };
			const shown = [
				getShown(await world.run('link', 'get', parameters, { credentials })),
				getShown(
					await world.run('link', 'get', parameters, { credentials, onError: 'stopWorkflow' }),
				),
				JSON.stringify(await world.engine.listSearch('searchLinks', { credentials }).catch(String)),
				JSON.stringify(await world.engine.testCredential('linkPlatformApi', credential)),
			];
			for (const text of shown) {
				expect(text).toMatch(/'(Legacy )?API (URL|Key)' in the credential contains/);
				expect(decoded(text).toLowerCase()).not.toContain(apiKey.toLowerCase());
			}
		},
	);
});

test.each([KEY, 'line\nbreak', 'control\u0001key'])(
	"an API key with characters that HTTP headers can't contain (%j) is refused without being revealed",
	async (apiKey) => {
		const credentials = { linkPlatformApi: { ...world.credential, apiKey } };
		const result = await world.run('link', 'get', { linkId: byId(1) }, { credentials });
		expect(result.errorItems).toHaveLength(1);
		for (const shown of [getShown(result), JSON.stringify(result)]) {
			expect(shown).not.toContain(apiKey);
			expect(shown).not.toContain(JSON.stringify(apiKey).slice(1, -1));
		}
	},
);

describe('Create Many', () => {
	/** A secret that is too short to be masked in records, but is masked in error messages. */
	const shortSecret = 'hidden-4711';
	const rows = ['A', 'B'].map((name) => ({ name, url: `https://example.com/${name}` }));

	test.each<[string, number, (words: string, key: string) => object]>([
		['only a message', 200, (message) => ({ error: 0, message })],
		['a refusal of the batch', 422, (message) => ({ error: 1, message })],
		[
			'a refusal with an entry per row',
			422,
			(message, key) => ({
				error: 1,
				message: 'No',
				qrs: [
					{ name: 'A', error: 1, message },
					{ name: 'B', id: 901, note: key, secret: shortSecret },
				],
			}),
		],
		['an entry without an ID', 200, (message) => ({ error: 0, data: [{ name: 'A', message }] })],
	])(
		'qrCode.createMany shows no secret if the response to a batch is %s',
		async (_, status, toBody) => {
			const { apiKey } = world.credential;
			const body = toBody(`Queued for ${shortSecret}, ${apiKey}`, apiKey);
			for (const path of ['/api/qr/bulk', '/api/qr/add']) {
				await world.fault(path, { type: 'status', status, body });
			}
			const credentials = {
				linkPlatformApi: { ...world.credential, webhookSecret: shortSecret },
			};
			for (const onError of ['continueErrorOutput', 'stopWorkflow'] as const) {
				const settings = { onError, credentials };
				const result = await createManyIn(world)(rows, { ifNameExists: 'create' }, settings);
				const shown = getShown(result);
				expect(result.errorItems.length > 0 || result.error).toBeTruthy();
				expect([shown.includes(shortSecret), shown.includes(apiKey)]).toEqual([false, false]);
				expect(shown).toContain('***');
			}
		},
	);
});
