/** Texts of users and services may be long, and must not hold n8n up: what is read of them takes time by their length. */
import { getMessage } from '../../nodes/LinkPlatform/api/envelope.ts';
import { parseRateLimit } from '../../nodes/LinkPlatform/api/rateLimitHeaders.ts';
import { parseBaseUrl } from '../../nodes/LinkPlatform/adapter/baseUrls.ts';
import { Redactor, toSecret } from '../../nodes/LinkPlatform/api/redactor.ts';
import { dropIpAddresses } from '../../nodes/LinkPlatform/events/dropIpAddresses.ts';
import { toFileName } from '../../nodes/LinkPlatform/runner/fileNames.ts';
import { parseList, parseParameter } from '../../nodes/LinkPlatform/runner/parseParameter.ts';
import { withUtm } from '../../nodes/LinkPlatform/resources/link/utm.ts';
import { readEntries } from '../../nodes/LinkPlatform/resources/qrCode/createMany/answer.ts';
import { parseCsv } from '../../nodes/LinkPlatform/resources/subscriber/parseCsv.ts';
import { toEventOptions } from '../../nodes/LinkPlatform/methods/eventTypes.ts';
import { getSignatures } from '../../nodes/LinkPlatform/deliveries/signature.ts';
import { byUrl, useWorld } from '../support/world.mts';

const UTC = { timezone: 'UTC' };
const LONG = 200_000;
/** Runs of one sign between others, which is what makes a careless expression try again from each of them. */
const texts: Record<string, string> = {
	'inner spaces': `a${' '.repeat(LONG)}b`,
	'inner dots': `a${'.'.repeat(LONG)}b`,
	'inner slashes': `https://a.example/${'/'.repeat(LONG)}b`,
	digits: `${'1'.repeat(LONG)}x`,
	quotes: `a${'"'.repeat(LONG)}b`,
	ampersands: `https://a.example/?${'&'.repeat(LONG)}#`,
	'words and colons': `${'a: '.repeat(LONG / 3)}!`,
	capitals: 'aB'.repeat(LONG / 2),
	'entities, almost': '&#1'.repeat(LONG / 3),
	'line breaks': `a${'\r\n'.repeat(LONG / 2)}b`,
};

const milliseconds = (work: () => unknown) => {
	const start = performance.now();
	try {
		work();
	} catch {
		// Refused is read, too.
	}
	return performance.now() - start;
};
/** What the same machine takes at the same time to go through the text, sign by sign. */
const once = (text: string) =>
	Math.max(...[1, 2, 3].map(() => milliseconds(() => [...text].join('').length)), 1);
/** Far above what a few times through the text take, far below what as many as it has signs would. */
const SEVERAL = 150;

const field = (type: 'string' | 'number' | 'dateTime' | 'color' | 'json' | 'boolean') => ({
	displayName: 'Field',
	name: 'field',
	type,
	default: '',
});
const redactor = new Redactor([toSecret('lp_key_0123456789')]).with({
	password: 'a',
	other: 'aaaaaaa',
});

const readers: Record<string, (text: string) => unknown> = {
	'file name': (text) => toFileName([text, 'x'], 'png'),
	'base URL': (text) => parseBaseUrl(text),
	'UTM parameters': (text) => withUtm(text, [['source', text]]),
	'field with a text': (text) => parseParameter(field('string'), text, UTC),
	'field with a number': (text) => parseParameter(field('number'), text, UTC),
	'field with a date': (text) => parseParameter(field('dateTime'), text, UTC),
	'field with a color': (text) => parseParameter(field('color'), text, UTC),
	'field with JSON': (text) => parseParameter(field('json'), text, UTC),
	'field with a list': (text) => parseList(field('string'), text),
	'message of the service': (text) => getMessage({ error: text, errors: { [text]: [text] } }),
	'text without secrets': (text) => redactor.redactText(text),
	'data without secrets': (text) => redactor.redactJson({ [text]: text }, text),
	'name of a field': (text) => dropIpAddresses({ [text]: text }),
	'rate limit in headers': (text) =>
		parseRateLimit({ ratelimit: text, 'retry-after': text, 'x-ratelimit-reset': text }, null, 0),
	'row of a bulk response': (text) =>
		readEntries(
			[{ id: 1, name: `${text} `, target: `${text} ` }],
			[[0, { name: text, url: text }]],
		),
	'event type': (text) => toEventOptions([text]),
	'signature header': (text) => getSignatures({ 'x-service-signature': text }),
	CSV: (text) => parseCsv(text),
};

describe.each(Object.entries(texts))('a long text of %s', (_, text) => {
	test.each(Object.entries(readers))(
		'is read as a %s in a time that grows with its length',
		(_name, read) => {
			expect(milliseconds(() => read(text))).toBeLessThan(once(text) * SEVERAL);
		},
	);
});

describe('from an item', () => {
	const world = useWorld();

	test('short URL of 200,000 slashes is looked for no longer than others', async () => {
		const look = async (shortUrl: string) => {
			const start = performance.now();
			const { errorItems } = await world.run('link', 'get', { linkId: byUrl(shortUrl) });
			expect(errorItems).toHaveLength(1);
			return performance.now() - start;
		};
		const slashes = texts['inner slashes'];
		const usual = await look(`https://a.example/${'a/'.repeat(LONG / 2)}b`);
		expect(await look(slashes)).toBeLessThan((usual + once(slashes)) * 20);
	});
});
