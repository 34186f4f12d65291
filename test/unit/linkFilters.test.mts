/** Decisions of the filters of Link > Get Many about a link: included, excluded or undecidable. */
import { Input } from '../../nodes/LinkPlatform/runner/input.ts';
import { filters, getConditions } from '../../nodes/LinkPlatform/resources/link/filters.ts';
import { table } from '../support/table.mts';

const toConditions = (given: object, timezone = 'UTC') =>
	getConditions(new Input(0, [filters], () => given, timezone));
/** Returns the decision of a filter's only condition about a link. */
const judge = (given: object, link: object, timezone?: string) => {
	const [condition, ...others] = toConditions(given, timezone);
	expect(others).toEqual([]);
	return condition.isMet({ ...link });
};

test('getConditions returns no condition for empty filters, and one condition for each filter group', () => {
	expect(toConditions({})).toEqual([]);
	expect(toConditions({ search: ' ', minClicks: '', createdAfter: null })).toEqual([]);
	const all = {
		search: 'a',
		aliasPrefix: 'b',
		domain: 'c',
		minClicks: 0,
		maxClicks: 1,
		createdAfter: '2026-01-01',
		createdBefore: '2026-01-02',
	};
	const about = toConditions(all).map((condition) => condition.about);
	expect(about).toEqual(['URL', 'alias', 'domain', 'clicks', 'date']);
});

test.each(table<[string, object, boolean | undefined]>`
	sum | {"alias": "Summer"} | true
	SUM | {"alias": "winter", "shorturl": "https://a.example/summer"} | true
	utm_campaign=sum | {"longurl": "https://b.example/?utm_campaign=Summer"} | true
	sum | {"alias": "winter", "shorturl": "https://a.example/winter", "longurl": ""} | false
	sum | {"alias": "", "shorturl": null} | undefined
	"202" | {"alias": 2026, "shorturl": null} | true
	sum | {} | undefined
	"\u0635\u0641\u062d\u0629" | {"longurl": "https://a.example/%D8%B5%D9%81%D8%AD%D8%A9"} | true
	%D8%B5%D9%81 | {"longurl": "https://a.example/\u0635\u0641\u062d\u0629"} | true
	"caf\u00e9" | {"alias": "cafe\u0301"} | true
	bücher | {"longurl": "https://xn--bcher-kva.example/"} | true
	bücher.example/grö | {"longurl": "https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe"} | true
	xn--bcher-kva.example | {"longurl": "https://BÜCHER.example/"} | true
	100% | {"longurl": "https://a.example/100%"} | true
	meyer.example | {"longurl": "https://xn--bcher-kva.example/"} | false
`)('the filter search %j matches the link %j: %s', (search, link, verdict) => {
	expect(judge({ search }, link)).toBe(verdict);
});

test.each(table<[string, object, boolean | undefined]>`
	sum | {"alias": "summer"} | true
	sum | {"alias": "Summer"} | false
	mer | {"alias": "summer"} | false
	"4" | {"alias": 42} | true
	sum | {"shorturl": "https://a.example/summer"} | true
	sum | {"alias": null, "shorturl": "https://sum.example/winter"} | false
	sum | {"alias": "", "shorturl": "https://a.example/summer"} | true
	sum | {"shorturl": 7} | undefined
	"caf\u00e9" | {"alias": "cafe\u0301-1"} | true
	gr%C3%B6 | {"alias": "größe"} | true
	/sum | {"alias": "summer"} | true
	shop/ | {"alias": "shopping"} | false
	shop/ | {"shorturl": "https://a.example/shop/sale"} | true
`)('the filter aliasPrefix %j matches the link %j: %s', (aliasPrefix, link, verdict) => {
	expect(judge({ aliasPrefix }, link)).toBe(verdict);
});

test.each(table<[string, object, boolean | undefined]>`
	a.example | {"domain": "a.example"} | true
	https://A.example/ | {"domain": "a.EXAMPLE"} | true
	a.example | {"domain": "http://a.example"} | true
	a.example | {"domain": "default", "shorturl": "https://a.example/x"} | true
	a.example | {"domain": "", "shorturl": "https://b.example/a.example"} | false
	a.example | {"domain": "sub.a.example"} | false
	a.example:8080 | {"domain": "a.example"} | false
	a.example | {"domain": 3} | undefined
`)('the filter domain %j matches the link %j: %s', (domain, link, verdict) => {
	expect(judge({ domain }, link)).toBe(verdict);
});

test.each(table<[object, unknown, boolean | undefined]>`
	{"minClicks": 3} | 3 | true
	{"minClicks": 3} | 2 | false
	{"maxClicks": 3} | 3 | true
	{"maxClicks": 3} | 4 | false
	{"maxClicks": 0} | 0 | true
	{"minClicks": 2, "maxClicks": 2} | "2" | true
	{"minClicks": 0} | "" | undefined
	{"minClicks": 0} | " " | undefined
	{"minClicks": 0} | null | undefined
	{"minClicks": 0} | many | undefined
	{"minClicks": 0} | [1] | undefined
	{"minClicks": 0} | undefined | undefined
`)('the filter %j matches a link whose clicks are %j: %s', (given, clicks, verdict) => {
	expect(judge(given, { clicks })).toBe(verdict);
});

test.each(table<[object, string | number | null | undefined, boolean | undefined]>`
	{"createdAfter": "2026-01-15"} | 2026-01-15 00:00:00 | true
	{"createdAfter": "2026-01-15"} | 2026-01-14 23:59:59 | false
	{"createdBefore": "2026-01-15"} | 2026-01-14T23:59:59.999Z | true
	{"createdBefore": "2026-01-15"} | 2026-01-15T00:00:00Z | false
	{"createdAfter": "2026-01-15"} | 2026-01-15 | true
	{"createdAfter": "2026-01-15"} | 2026-01-15T00:00:00+01:00 | false
	{"createdAfter": "2026-01-15T10:00:00+01:00"} | 2026-01-15T09:00:00 | true
	{"createdAfter": "2026-01-15"} | 1768435200 | true
	{"createdAfter": "2026-01-15"} | "1768435199" | false
	{"createdAfter": "2026-01-15"} | 1768435200000 | true
	{"createdAfter": "2026-01-15"} | 1768435199999 | false
	{"createdAfter": "2026-01-15"} | "" | undefined
	{"createdAfter": "2026-01-15"} | null | undefined
	{"createdAfter": "2026-01-15"} | lately | undefined
	{"createdAfter": "2026-01-15"} | undefined | undefined
`)('the filter %j matches a link whose date is %j: %s', (given, date, verdict) => {
	expect(judge(given, { date })).toBe(verdict);
});

test.each([
	['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
	['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
	// Midnight doesn't exist in Cairo on this day, because the clocks are put forward.
	['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
	// Midnight occurs twice in Havana on this day, because the clocks are put back.
	['2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
	['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00Z'],
])('createdAfter and createdBefore treat %s in %s as starting at %s', (day, timezone, first) => {
	const before = new Date(Date.parse(first) - 1).toISOString();
	expect(judge({ createdAfter: day }, { date: first }, timezone)).toBe(true);
	expect(judge({ createdAfter: day }, { date: before }, timezone)).toBe(false);
	expect(judge({ createdBefore: day }, { date: first }, timezone)).toBe(false);
	expect(judge({ createdBefore: day }, { date: before }, timezone)).toBe(true);
});
