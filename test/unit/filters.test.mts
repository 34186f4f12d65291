/** Deliveries that a filter lets pass. */
import {
	assertFilters,
	getIgnoredReason,
	isAccepted,
} from '../../nodes/LinkPlatform/events/filters.ts';
import { table } from '../support/table.mts';

test.each(table<[string, object, object, boolean]>`
	link.clicked | {"alias": "summer", "linkId": 4} | {"alias": "summer\u200b"} | true
	link.clicked | {"alias": "summer"} | {"alias": "sale, summer ,x"} | true
	link.clicked | {"alias": "aBc12"} | {"alias": "AbC12"} | false
	link.clicked | {"alias": "gr\u00fc\u00dfe"} | {"alias": "/gr%C3%BC%C3%9Fe/"} | true
	link.clicked | {"alias": "summertime"} | {"alias": "summer"} | false
	link.clicked | {"alias": "summer"} | {"alias": ["sale", "summer"]} | true
	link.clicked | {"linkId": 4} | {"linkId": "4"} | true
	link.clicked | {"linkId": 44} | {"linkId": "4"} | false
	// In events about a link, id is the link's ID; in events about a QR code, id is the QR code's ID.
	link.created | {"id": 4} | {"linkId": "4"} | true
	link.expired | {"id": 5} | {"linkId": "4"} | false
	qr.created | {"id": 9} | {"qrCodeId": "9"} | true
	qr.scanned | {"qrId": 9, "linkId": 4} | {"qrCodeId": "9", "linkId": "4"} | true
	qr.scanned | {"qrId": 9, "linkId": 4} | {"qrCodeId": "9", "linkId": "5"} | false
	qr.created | {"id": 4} | {"linkId": "4"} | true
	bio.viewed | {"bioId": 3, "country": "DE"} | {"bioPageId": "3", "country": "de"} | true
	link.clicked | {"platform": "iOS"} | {"platform": "ios, android"} | true
	link.clicked | {"platform": "iOS 17.2"} | {"platform": "iOS"} | true
	link.clicked | {"platform": "iOS 17.2"} | {"platform": "iOS 17"} | false
	link.clicked | {"platform": "Windows Phone"} | {"platform": "Windows"} | false
	link.clicked | {"platform": "iOS 17"} | {"platform": "iOS 1"} | false
	link.clicked | {"platform": "iOS 1"} | {"platform": "iOS 1"} | true
	link.clicked | {"platform": "Windows 10  22H2"} | {"platform": "windows 10"} | true
	link.clicked | {"platform": "Windows10"} | {"platform": "Windows"} | true
	link.clicked | {"platform": "iOS"} | {"platform": "iOS 17.2"} | false
	// A code and a name stand for the same country, whichever of them the event contains.
	link.clicked | {"country": "Germany"} | {"country": "DE"} | true
	link.clicked | {"country": "DE"} | {"country": "France, germany"} | true
	link.clicked | {"country": "united states"} | {"country": "us"} | true
	link.clicked | {"country": "Niger"} | {"country": "NG"} | false
	link.clicked | {"country": "GRO\u1e9eE"} | {"country": "gro\u00dfe"} | true
	link.clicked | {"country": "XX"} | {"country": "xx"} | true
	// In a list from an expression, a comma belongs to the name.
	bio.viewed | {"country": "South Korea"} | {"country": ["Korea, Republic of"]} | true
	bio.viewed | {"country": "Korea"} | {"country": ["Korea, Republic of"]} | false
	link.clicked | {"alias": "de"} | {"alias": "Germany"} | false
	// These events lack a field that their type has according to the documents.
	link.clicked | {} | {"country": "DE"} | false
	link.clicked | {"country": null} | {"country": "DE"} | false
	// The first value isn't a string, and the second value can't even be converted to a string.
	link.clicked | {"country": ["DE"]} | {"country": "DE"} | false
	link.clicked | {"country": {"toString": 1, "valueOf": 1}} | {"country": "DE"} | false
	// A filter concerns other types only if they have the field.
	plan.upgraded | {"userId": 1} | {"country": "DE"} | true
	cart.left | {"country": null} | {"country": "DE"} | true
	cart.left | {"country": "FR"} | {"country": "DE"} | false
	// An asterisk is a wildcard only at the end of an alias.
	link.clicked | {"alias": "c-1042"} | {"alias": "c-*"} | true
	link.clicked | {"alias": "c-"} | {"alias": "c-*"} | true
	link.clicked | {"alias": "summer"} | {"alias": ["summer", "C-*"]} | true
	// A short URL stands for its alias.
	link.clicked | {"alias": "sale"} | {"alias": "https://links.example/sale?x=1"} | true
	link.clicked | {"alias": "sale"} | {"alias": "https://links.example/other"} | false
	link.clicked | {"alias": "sale-1"} | {"alias": "https://links.example/sale-*"} | true
	// The host of a short URL counts if the event contains the link's host.
	link.created | {"alias": "a", "shorturl": "https://b.example/a"} | {"alias": "B.example/a"} | true
	link.created | {"alias": "a", "domain": "b.example"} | {"alias": "a"} | true
	link.created | {"alias": "a", "domain": "b.example"} | {"alias": "c.example/a"} | false
	link.clicked | {"alias": "salex"} | {"alias": "sale/*"} | false
	link.clicked | {"alias": "c"} | {"alias": "c-*"} | false
	link.clicked | {"alias": "abc-1"} | {"alias": "c-*"} | false
	link.clicked | {"alias": "anything"} | {"alias": "*"} | true
	link.clicked | {} | {"alias": "*"} | false
	link.clicked | {"alias": "c-1"} | {"alias": "*-1"} | false
	link.clicked | {"alias": "c-1-x"} | {"alias": "c-*-x"} | false
	link.clicked | {"alias": "a.c"} | {"alias": "a.*"} | true
	link.clicked | {"alias": "(a+)+$"} | {"alias": "(a+)+*"} | true
	link.clicked | {"alias": 2026} | {"alias": "20*"} | true
	link.clicked | {"alias": ["c-1"]} | {"alias": "c-*"} | false
	link.clicked | {"country": "DE"} | {"country": "D*"} | false
	link.clicked | {"linkId": 44} | {"linkId": "4*"} | false
	// Empty and unknown filters let every event pass.
	link.clicked | {} | {"country": " , ", "alias": "", "linkId": null} | true
	link.clicked | {} | {} | true
	link.clicked | {"alias": "a"} | {"unknown": "x"} | true
`)('the event %s with %j passes the filters %j: %s', (event, data, filters, expected) => {
	expect(isAccepted(event, data as never, filters as never)).toBe(expected);
});

test.each(table<[string, string[]]>`
	alias | ["link.created", "link.clicked", "link.updated", "link.expired"]
	bioPageId | ["bio.viewed", "bio.updated", "subscriber.added", "tip.received"]
	country | ["link.clicked", "qr.scanned", "bio.viewed"]
	linkId | ["link.created", "link.clicked", "link.updated", "link.expired", "qr.scanned"]
	platform | ["link.clicked", "qr.scanned"]
	productId | ["product.created", "product.purchased"]
	qrCodeId | ["qr.created", "qr.scanned"]
`)(
	'the filter %s rejects an event that lacks the field although its event type documents it: %j',
	(name, events) => {
		expect(events.filter((event) => isAccepted(event, {}, { [name]: 'x' }))).toEqual([]);
		expect(isAccepted('account.updated', {}, { [name]: 'x' })).toBe(true);
	},
);

test.each(table<[string, Record<string, number>, Record<string, string>, boolean]>`
	linkId matches although the plain id differs | {"id": 5, "linkId": 4} | {"linkId": "4"} | true
	linkId differs although the plain id matches | {"id": 4, "linkId": 5} | {"linkId": "4"} | false
	a plain id isn't compared with productId | {"id": 4} | {"productId": "4"} | true
`)('isAccepted compares the right ID with the filter: %s', (_, data, filters, expected) => {
	expect(isAccepted('link.updated', data, filters)).toBe(expected);
});

test.each([
	['Deutschland', 'Use the two-letter code of the country, e.g. DE (Germany)'],
	['XX', 'Use the two-letter code of the country, e.g. DE (Germany)'],
	['Korea', 'Use the two-letter code of the country, e.g. KP (North Korea), KR (South Korea)'],
])(
	'assertFilters rejects the country name %s and suggests a two-letter code',
	(name, description) => {
		const message = `'Country' contains an unknown country: ${name}`;
		const expected = expect.objectContaining({ message, description }) as Error;
		expect(() => assertFilters({ country: `DE, ${name}` })).toThrow(expected);
	},
);

test('assertFilters accepts country codes and country names', () => {
	expect(() => assertFilters({ country: 'de, uk, Czech Republic', alias: 'Korea' })).not.toThrow();
});

describe('a delivery', () => {
	const noon = Date.UTC(2026, 4, 1, 12);
	const wanted = { events: ['link.clicked'], filters: { country: 'DE' }, notBefore: noon };
	const click = {
		event: 'link.clicked',
		timestamp: '2026-05-01T12:00:00Z',
		data: { country: 'DE' },
	};

	test.each([
		['a delivery that matches all conditions is accepted', {}, {}, undefined],
		['another event type is ignored', { event: 'qr.scanned' }, {}, 'event'],
		[
			'any event type is accepted if all are chosen',
			{ event: 'qr.scanned' },
			{ events: ['all'] },
			undefined,
		],
		['a delivery that a filter rejects is ignored', { data: { country: 'FR' } }, {}, 'filter'],
		['a delivery without data is ignored if there are filters', { data: 'none' }, {}, 'filter'],
		[
			'a delivery without data is accepted if there are no filters',
			{ data: 'none' },
			{ filters: {} },
			undefined,
		],
		[
			'a delivery from before the start time is ignored',
			{ timestamp: '2026-05-01T11:59:59Z' },
			{},
			'age',
		],
		[
			'a time without a UTC offset is not checked',
			{ timestamp: '2026-05-01 11:59:59' },
			{},
			undefined,
		],
		[
			"an early time is accepted if the sender's clock is behind",
			{ timestamp: '2026-05-01T11:50:00Z' },
			{ clockAhead: -600_000 },
			undefined,
		],
		[
			"a late time is ignored if the sender's clock is ahead",
			{ timestamp: '2026-05-01T12:09:59Z' },
			{ clockAhead: 600_000 },
			'age',
		],
		['a delivery without a time is accepted', { timestamp: null }, {}, undefined],
		['a delivery without a time happens now', { timestamp: null }, { notBefore: Infinity }, 'age'],
	])('getIgnoredReason checks each condition: %s', (_, delivery, more, reason) => {
		expect(getIgnoredReason({ ...click, ...delivery }, { ...wanted, ...more })).toBe(reason);
	});
});
