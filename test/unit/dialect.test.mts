/** Records are read however the sandbox writes them: each setting of `packages/sandbox/dialect.mts`. */
import {
	getAlias,
	getCount,
	getEvents,
	getLinkId,
	getMoment,
	getShortUrl,
	getSpan,
	getTarget,
	getTypeNames,
	getUserAgent,
	isOn,
	parseQuota,
	toDocumented,
	withTarget,
} from '../../nodes/LinkPlatform/api/dialect.ts';
import { parseJson } from '../../nodes/LinkPlatform/api/envelope.ts';
import { isSameTarget, toNameKey, toShortUrlKey } from '../../nodes/LinkPlatform/api/identity.ts';
import { getDefaultSettings } from '../../packages/sandbox/control.mts';
import { write } from '../../packages/sandbox/dialect.mts';
import { listSettings, type Settings } from '../../packages/sandbox/settings.mts';
import { table } from '../support/table.mts';

const moment = '2026-05-01T12:00:00.000Z';
const link = {
	id: 5,
	alias: '2026',
	shorturl: 'https://s.example/2026',
	longurl: 'https://b\u00fccher.example/%C3%A4?q=1',
	clicks: 1204,
	date: moment,
};
const documented = {
	link,
	noAlias: { ...link, alias: null },
	qrCode: {
		id: 7,
		name: ' Tom &  J\u00e9r\u00f4me',
		target: link.longurl,
		url: link.shorturl,
		scans: 3,
		linkId: link.id,
	},
	created: { id: 7, linkedUrl: link.longurl, createdAt: moment },
	click: { date: moment, userAgent: 'Mozilla/5.0', country: 'DE' },
	subscription: { id: 1, url: link.longurl, events: ['link.clicked'], active: false },
	summary: { totalClicks: 40, uniqueVisitors: 12 },
	usage: { urls: { used: 4, limit: 10 }, qrs: { used: 4, limit: null } },
};

const defaults = getDefaultSettings();
/** The settings that the sandbox's dialect reads. */
const asked = new Set<string | symbol>();
write(
	documented,
	new Proxy(defaults, {
		get: (settings, name) => (asked.add(name), settings[name as keyof Settings]),
	}),
);
const rows = listSettings()
	.filter(({ name }) => asked.has(name))
	.flatMap(({ name, values }) => values.map((value) => [name, value] as const));

test('every sandbox setting that changes how records are written is tested', () => {
	expect(asked.size).toBeGreaterThanOrEqual(4);
	expect(new Set(rows.map(([name]) => name)).size).toBe(asked.size);
});

test.each(rows)('records are read the same way if the sandbox setting %s is %j', (name, value) => {
	const spoken = write(documented, { ...defaults, [name]: value });
	const heard = parseJson(JSON.stringify(spoken)) as typeof documented;
	for (const record of [heard.link, heard.qrCode, heard.created]) {
		expect(isSameTarget(getTarget(record), link.longurl)).toBe(true);
	}
	const at = Date.parse(moment);
	expect([heard.link, heard.created, heard.click].map(getMoment)).toEqual([at, at, at]);
	expect([getAlias(heard.link), getAlias(heard.noAlias)]).toEqual(['2026', '2026']);
	const [short, ...others] = [link, heard.link, heard.noAlias].map((one) =>
		toShortUrlKey(getShortUrl(one)),
	);
	expect(others).toEqual([short, short]);
	expect([getCount(heard.link, 'clicks'), getCount(heard.qrCode, 'scans')]).toEqual([1204, 3]);
	expect(getCount(heard.summary, 'clicks')).toBe(40);
	expect(getCount(heard.summary, 'visitors')).toBe(12);
	expect(Object.values(toDocumented(heard.link))).toContain(1204);
	expect(getLinkId(heard.qrCode)).toBe(String(heard.link.id));
	expect(toNameKey(heard.qrCode.name)).toBe(toNameKey(documented.qrCode.name));
	expect(getUserAgent(heard.click)).toBe('Mozilla/5.0');
	expect([getEvents(heard.subscription), isOn(heard.subscription.active)]).toEqual([
		['link.clicked'],
		false,
	]);
	expect([parseQuota(heard.usage.urls), parseQuota(heard.usage.qrs)]).toMatchObject([
		{ used: 4, limit: 10, remaining: 6 },
		{ used: 4, limit: null, remaining: null },
	]);
});

test("the getters return undefined or '' for values that a record doesn't contain", () => {
	const nothing = { longurl: '', date: 'May 1', time: '10:30', clicks: '1.2K', events: {} };
	expect([getTarget, getMoment, getEvents, getAlias, getShortUrl].map((of) => of(nothing))).toEqual(
		Array.from({ length: 5 }, () => undefined),
	);
	expect([getCount(nothing, 'clicks'), getUserAgent(nothing), getLinkId(nothing)]).toEqual([
		undefined,
		'',
		undefined,
	]);
	expect(getLinkId({ linkId: 0 })).toBeUndefined();
});

test('toDocumented converts strings to numbers only in counts', () => {
	const texts = { id: '40', alias: '2026', name: '40', phone: '0301234', size: '300', note: '' };
	expect(toDocumented({ ...texts, clicks: '1204', scans: '0', views: 'many' })).toEqual({
		...texts,
		clicks: 1204,
		scans: 0,
		views: 'many',
	});
});

test.each(table<[string, number, number]>`
	2026-05-01T12:00:00Z | 0 | 0
	2026-05-01T14:00:00+02:00 | 0 | 0
	"1777636800" | 0 | 0
	2026-05-01T12:00:00 | 14 | 14
	2026-05-01 12:00:00 | 14 | 14
	2026-05-01 | 26 | 26
	2026-05-01 00:00:00 | 26 | 26
	2026-05-01T00:00:00.000Z | 26 | 26
	2026-05-01T00:00:00+00:00 | 26 | 26
`)(
	'the date %j may mean 12:00 UTC, up to %i hours before, and %i hours after it',
	(date, before, after) => {
		const [noon, hour] = [Date.UTC(2026, 4, 1, 12), 3_600_000];
		expect(getSpan({ date })).toEqual({ from: noon - before * hour, to: noon + after * hour });
		expect(getSpan({ date: 'soon', createdAt: date })).toEqual(getSpan({ date }));
	},
);

test('a record without a date that can be read has no span', () => {
	expect([{}, { date: 'noon' }].map(getSpan)).toEqual([undefined, undefined]);
});

test('getTypeNames reads event types from strings and records, and skips anything else', () => {
	const named = [
		{ id: 7, event: 'b' },
		{ id: 7, type: 'c' },
		{ id: 7, name: 'd' },
	];
	const others = [null, '', { id: 7 }, { event: '' }, ['f']];
	expect(getTypeNames(['a', ...named, ...others])).toEqual(['a', 'b', 'c', 'd']);
});

test('withTarget replaces the target in every field that the record has for it', () => {
	const target = 'https://b.example';
	const record = { id: 1, longurl: '', linkedUrl: 'https://a.example' };
	expect(withTarget(record, target)).toEqual({ id: 1, longurl: target, linkedUrl: target });
	expect(withTarget({ id: 1 }, target)).toEqual({ id: 1 });
});
