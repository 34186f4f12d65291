/** Secrets in responses of Link Platform. */
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { Redactor } from '../../nodes/LinkPlatform/api/redactor.ts';

const open = (credential: string[], ...values: unknown[]) =>
	new Redactor(credential).with(...values);

const key = 'lp_key_4f8a1c6e/+"ü';
const body = {
	url: 'https://example.com',
	password: 'knock knock knock',
	nested: [{ secret: 'sh&sh"sh and more' }, { secret: 'one<two>three, four', clicks: 3 }],
	secret: "it's <me> & you, too",
	none: null,
	missing: undefined,
};
const ofRequest = () => open([key, ''], body, { password: 'in the query itself' });
const inData = (json: unknown) => ofRequest().redactJson(json, JSON.stringify(json));

test.each([
	['as it is', key],
	['in JSON', JSON.stringify(key).slice(1, -1)],
	['in JSON within JSON', JSON.stringify(JSON.stringify(key).slice(1, -1)).slice(1, -1)],
	['in JSON with escaped slashes and letters', 'lp_key_4f8a1c6e\\/+\\"\\u00fc'],
	['in a URL', encodeURIComponent(key)],
	['in a form', new URLSearchParams([[key, '']]).toString().slice(0, -1)],
	['in base64', Buffer.from(key).toString('base64')],
	['a password', 'knock knock knock'],
	['a password in a form', 'knock+knock+knock'],
	['a nested secret', 'sh&sh"sh and more'],
	['a nested secret on a page', 'sh&amp;sh&quot;sh and more'],
	['a nested secret on a page, by number', 'sh&#38;sh&#34;sh and more'],
	...['&#39;', '&#039;', '&#x27;'].map((apostrophe) => [
		`a secret as a page shows it, with the apostrophe ${apostrophe}`,
		`it${apostrophe}s &lt;me&gt; &amp; you, too`,
	]),
	['a secret with tags on a page', 'one&lt;two&gt;three, four'],
	['a password from the query', 'in the query itself'],
])('a secret is masked: %s', (_, text) => {
	expect(ofRequest().redactText(`Bad value "${text}" given, ${text}.`)).toBe(
		'Bad value "***" given, ***.',
	);
	expect(JSON.stringify(inData({ list: [{ echo: text, [text]: 1 }] }))).toBe(
		'{"list":[{"echo":"***","***":1}]}',
	);
});

test('redaction leaves text and data without secrets unchanged', () => {
	const text = 'No link at https://example.com for lp_key_4f8a';
	expect(ofRequest().redactText(text)).toBe(text);
	const json = { url: 'https://example.com', clicks: 3, none: null, list: [] };
	expect(inData(json)).toBe(json);
});

test('data without secrets is returned as it is, even if its JSON has PHP-style escapes', () => {
	const json = { url: 'https://example.com/grün', 'a/b': ['c\\d'] };
	const text = JSON.stringify(json).replaceAll('/', '\\/').replace('ü', '\\u00fc');
	expect(text).toContain('\\/');
	expect(ofRequest().redactJson(json, text)).toBe(json);
});

test.each(['/', 'l', 'ü', '+'])(
	'a secret is masked in data even if the JSON escapes its character %s unnecessarily',
	(sign) => {
		const code = sign.charCodeAt(0).toString(16).padStart(4, '0');
		const text = JSON.stringify({ echo: key }).replace(sign, `\\u${code}`);
		expect(ofRequest().redactJson(JSON.parse(text), text)).toEqual({ echo: '***' });
	},
);

test('a short secret is masked in text only as a whole word, whatever punctuation surrounds it', () => {
	const short = open(['abc'], { password: 'x1' });
	expect(short.redactText('{"key":"abc","password":"x1"} is no alphabet abc x1, (abc) a-x1')).toBe(
		'{"key":"***","password":"***"} is no alphabet *** ***, (***) a-***',
	);
});

test.each([
	['abcde', 'abcdef xabcde äabcde abcde1', 'abcdef xabcde äabcde abcde1'],
	['abcdef', 'abcdefg xabcdef', '***g x***'],
])(
	'the secret %s is masked inside words of a text only if it has at least six characters',
	(secret, text, redacted) => {
		expect(open([secret], {}).redactText(text)).toBe(redacted);
	},
);

test.each([
	['fifteen letters', 'fifteen letters and more'],
	['sixteen letters!', '*** and more'],
])(
	'the secret %s is masked inside longer data values only if it has at least sixteen characters',
	(secret, redacted) => {
		const record = { name: `${secret} and more` };
		expect(open([secret], {}).redactJson(record, JSON.stringify(record))).toEqual({
			name: redacted,
		});
	},
);

test('an empty secret masks nothing, and redaction leaves values other than strings unchanged', () => {
	const record = { password: '', name: 'a\\b', none: null, clicks: 3, is: true, echo: key };
	const empty = open(['', key], { password: '' });
	const safe = { ...record, echo: '***' };
	expect(empty.redactJson(record, JSON.stringify(record))).toEqual(safe);
});

describe('a secret that is an ordinary word', () => {
	const record = {
		alias: 'berlin2026',
		shorturl: 'https://go.example/berlin2026',
		webhook: 'a webhook of berlin2026',
	};
	const data = (sent: object, json: object) =>
		open(['webhook'], sent).redactJson(json, JSON.stringify(json));

	test("a secret that is an ordinary word isn't masked in other fields or in field names", () => {
		expect(data({ password: 'berlin2026', alias: 'berlin2026' }, record)).toEqual(record);
		expect(data({ password: 'berlin2026' }, { webhooks: [record] })).toEqual({
			webhooks: [record],
		});
	});

	test('a secret that is an ordinary word is masked in a field whose name suggests a secret', () => {
		const echo = { ...record, password: 'berlin2026', type: 'webhook', secret: 'webhook' };
		expect(data({ password: 'berlin2026', alias: 'berlin2026' }, echo)).toEqual({
			...record,
			password: '***',
			type: 'webhook',
			secret: '***',
		});
	});
});

test.each([
	[
		'a password that is also the alias',
		[],
		{ password: 'sixteen letters!' },
		'see sixteen letters!',
	],
	['an API key that is also the alias', ['sixteen letters!'], {}, 'see ***'],
])(
	"an API key is masked within a longer value, but a password that equals another field isn't: %s",
	(_, credential, more, note) => {
		const sent = { url: 'https://example.com', alias: 'sixteen letters!', ...more };
		const record = { note: 'see sixteen letters!' };
		const same = open(credential, sent);
		expect(same.redactJson(record, JSON.stringify(record))).toEqual({ note });
	},
);

test("a password that also occurs in other fields of the request isn't masked in those fields", () => {
	const sent = { alias: 'summer', url: 'https://example.com/summer', password: 'summer' };
	const record = { alias: 'summer', shorturl: 'https://go.example/summer', password: 'summer' };
	const same = open([key], sent);
	expect(same.redactJson(record, JSON.stringify(record))).toEqual({ ...record, password: '***' });
	expect(same.redactText('password summer')).toBe('password ***');
});

test('a secret that contains another secret is masked first', () => {
	const nested = open([], { secret: 'secret-one', password: 'secret-one-and-more' });
	expect(nested.redactText('secret-one-and-more secret-one')).toBe('*** ***');
});

test.each([
	['currentPassword'],
	['client_secret'],
	['SECRET'],
	['current'],
	['passwordConfirmation'],
	['pass'],
])('a field named %s is treated as a secret', (name) => {
	expect(open([], { [name]: 'hidden value' }).redactText('hidden value')).toBe('***');
});

test.each([['currency'], ['currentPage'], ['concurrent'], ['bypass'], ['alias']])(
	"a field named %s isn't treated as a secret",
	(name) => {
		expect(open([], { [name]: 'plain value' }).redactText('plain value')).toBe('plain value');
	},
);

test("redactJson returns undefined for text that isn't JSON, e.g. truncated JSON with escaped slashes", () => {
	expect(open(['secret']).redactJson(undefined, '{"url":"https:\\/\\/exa')).toBeUndefined();
});

describe('a long secret that an error shows in part', () => {
	const secret = 'lp_0123456789abcdefghijklmnopqrstuvwxy';
	const redactor = open([secret], {});

	test.each([
		[`got "${secret.slice(0, 30)}...)`, 'got "***...)'],
		[`got "${secret.slice(0, 32)}\u2026)`, 'got "***\u2026)'],
		[`${secret.slice(0, 25)}\nnext line`, '***\nnext line'],
		[`${secret.slice(10)} and ${secret.slice(5, 17)}!`, '*** and ***!'],
		[`${secret.slice(0, 11)} is too short to be one`, 'lp_01234567 is too short to be one'],
		[secret.slice(0, 20) + secret.slice(0, 20), '******'],
		[`ends with ${secret.slice(-12)}`, 'ends with ***'],
	])('pieces of a secret in %j are masked', (text, masked) => {
		expect(redactor.redactText(text)).toBe(masked);
	});

	test('twelve characters of a secret are masked, wherever they begin', () => {
		const starts = Array.from({ length: secret.length - 11 }, (_, start) => start);
		const shown = starts.map((start) => redactor.redactText(secret.slice(start, start + 12)));
		expect(shown).toEqual(starts.map(() => '***'));
	});

	test('an error message is masked before it is shortened', () => {
		const words = { message: `${'x'.repeat(970)}${secret}`, description: '' };
		const failure = new Failure(words, { httpCode: '400' }, 'refused');
		const { message } = failure.redacted((text) => redactor.redactText(text));
		expect(message).toBe(`${'x'.repeat(970)}***`);
		const long = new Failure(
			{ ...words, message: 'x '.repeat(1_000) },
			{ httpCode: '400' },
			'refused',
		);
		expect(long.redacted((text) => text).message).toHaveLength(1_000);
	});

	test("parts of a secret aren't masked if the secret has fewer than sixteen characters", () => {
		expect(open(['fifteen letters'], {}).redactText('fifteen lette')).toBe('fifteen lette');
	});
});
