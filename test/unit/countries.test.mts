/** Names and codes that stand for the same country. */
import {
	findCountries,
	getCountryName,
	toCountryCode,
} from '../../nodes/LinkPlatform/events/countries.ts';

/** The names with their codes, checked in one test because the names are read only once. */
const CODES: Array<[string, string | undefined]> = [
	// Codes count in any case, and so do USA and UK.
	['de', 'DE'],
	['usa', 'US'],
	['UK', 'GB'],
	['XK', 'XK'],
	// So do three-letter codes.
	['DEU', 'DE'],
	['gbr', 'GB'],
	[' AND ', 'AD'],
	['ANT', undefined],
	// DD is the former code of a country whose code is now DE.
	['DD', 'DE'],
	// The words "the", "and" and "of", accents, signs, brackets and word order are ignored.
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
	// The names of the Koreas, the Congos and other countries differ only in the text in brackets.
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
