/** No text from outside makes a pattern slow: each reader gets 64 kB of what is worst for it. */
import {
	getExactMoment,
	parseFigure,
	parseTimestamp,
	toPlain,
} from '../../nodes/LinkPlatform/api/dialect.ts';
import {
	getMessage,
	getNotices,
	getStatus,
	parseJson,
} from '../../nodes/LinkPlatform/api/envelope.ts';
import { isAboutQuota, toHttpFailure } from '../../nodes/LinkPlatform/api/failures.ts';
import { parseRateLimit } from '../../nodes/LinkPlatform/api/rateLimitHeaders.ts';
import { Redactor, toSecret } from '../../nodes/LinkPlatform/api/redactor.ts';
import { toRequest } from '../../nodes/LinkPlatform/api/route.ts';

const SIZE = 64 * 1024;
const pieces = [
	'1',
	'1234:',
	'2026-',
	'12:00:00',
	' ',
	'\n',
	'a ',
	'"',
	"'",
	'“',
	'«',
	'&',
	'&#1',
	'.',
	'api key ',
	'reached ',
	'limit ',
	'<',
	'-',
	'0.',
];
const worst = pieces.flatMap((piece) => {
	const text = piece.repeat(Math.ceil(SIZE / piece.length));
	return [text, `2026-01-01${text}`, `${text}x`];
});

const redactor = new Redactor([toSecret('lp_key_of_the_credential')]);
const read = toRequest('GET /api/url/{linkId}', { linkId: 1 });
const readers: Record<string, (text: string) => unknown> = {
	getExactMoment: (text) => getExactMoment({ date: text }),
	parseTimestamp: (text) => parseTimestamp(text),
	parseFigure: (text) => parseFigure(text),
	toPlain: (text) => toPlain(text),
	getMessage: (text) => getMessage({ message: text, errors: { url: [text] } }),
	getNotices: (text) => getNotices({ message: text, warnings: [text], id: 1 }, true),
	getStatus: (text) => getStatus(200, { error: 1, message: text }),
	parseJson: (text) => parseJson(text),
	isAboutQuota: (text) => isAboutQuota(text),
	toHttpFailure: (text) =>
		toHttpFailure({ statusCode: 400, headers: {}, body: text }, undefined, read),
	parseRateLimit: (text) => {
		const headers = { 'retry-after': text, 'x-ratelimit-limit': text, 'x-ratelimit-reset': text };
		return parseRateLimit(headers, undefined, 0);
	},
	redactText: (text) => redactor.redactText(text),
};

// Without a bound of its own: a pattern that is quadratic takes minutes here, and the time of a test ends it.
test.each(Object.keys(readers))('%s reads 64 kB of any kind', (name) => {
	for (const text of worst) readers[name](text);
});
