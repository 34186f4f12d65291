/** Names and codes that stand for the same country. */
import {
	findCountries,
	getCountryName,
	toCountryCode,
} from '../../nodes/LinkPlatform/events/countries.ts';

/** In one test, because the names are read once. */
const CODES: Array<[string, string | undefined]> = [
	// Two letters, in any case.
	['de', 'DE'],
	['usa', 'US'],
	['UK', 'GB'],
	['XK', 'XK'],
	// A country that has another code now.
	['DD', 'DE'],
	// The words "the", "and" and "of", accents, signs, brackets and word order say nothing.
	['Germany', 'DE'],
	['The Netherlands', 'NL'],
	['Bosnia and Herzegovina', 'BA'],
	['Bosnia-Herzegovina', 'BA'],
	["Cote d'Ivoire", 'CI'],
	['Côte d’Ivoire', 'CI'],
	['Saint Lucia', 'LC'],
	['Sao Tome & Principe', 'ST'],
	['Myanmar', 'MM'],
	['Myanmar [Burma]', 'MM'],
	['Iran (Islamic Republic of)', 'IR'],
	['Moldova, Republic of', 'MD'],
	['Virgin Islands, U.S.', 'VI'],
	['Virgin Islands (British)', 'VG'],
	// Other common names.
	['Czech Republic', 'CZ'],
	['Czechia', 'CZ'],
	['Turkey', 'TR'],
	['Türkiye', 'TR'],
	['United States of America', 'US'],
	['United States (US)', 'US'],
	['Hong Kong', 'HK'],
	['Viet Nam', 'VN'],
	['Russian Federation', 'RU'],
	['Ivory Coast', 'CI'],
	// The Koreas, the Congos and others differ in what is in brackets.
	['Korea (Republic of)', 'KR'],
	['Congo (Kinshasa)', 'CD'],
	['Congo (Brazzaville)', 'CG'],
	['Saint Martin (French part)', 'MF'],
	['Saint Martin (Dutch part)', 'SX'],
	['Guinea (Bissau)', 'GW'],
	['Sri(Ceylon)Lanka', 'LK'],
	['', undefined],
];
test('toCountryCode converts names and codes of countries to two-letter codes', () => {
	expect(CODES.map(([text]) => [text, toCountryCode(text)])).toEqual(CODES);
});

test.each([
	'the',
	'XX',
	'Deutschland',
	'Korea',
	'Congo',
	'Congo (DRC)',
	'Korea (x)',
	'Guinea (x)',
	'China (x)',
	'Virgin Islands',
	'a'.repeat(100_000),
])('toCountryCode returns undefined for %s', (text) => {
	expect(toCountryCode(text)).toBeUndefined();
});

test('toCountryCode recognizes the codes and English names of countries with unusual or similar names', () => {
	const codes = findCountries('islands');
	expect(codes.length).toBeGreaterThan(5);
	for (const code of [...codes, 'CD', 'CG', 'KP', 'KR', 'AD']) {
		expect([code, getCountryName(code)].map(toCountryCode)).toEqual([code, code]);
	}
});

test.each([
	['virgin islands', ['VG', 'VI']],
	['islands virgin', ['VG', 'VI']],
	['the', []],
])('findCountries finds the countries whose names contain all words of "%s": %j', (text, codes) => {
	expect(findCountries(text)).toEqual(codes);
});
