/** The same thirty rows, as spreadsheet programs of many countries save them as CSV. */

/** Encodes a text in a single-byte encoding, as the opposite of TextDecoder. */
export function encode(text: string, encoding: string) {
	const decoder = new TextDecoder(encoding);
	const bytes = Array.from({ length: 256 }, (_, byte) => [
		decoder.decode(Uint8Array.of(byte)),
		byte,
	]);
	const byLetter = new Map(bytes as Array<[string, number]>);
	return Buffer.from(
		[...text].map((letter) => {
			if (!byLetter.has(letter)) throw new Error(`${encoding} has no ${letter}`);
			return byLetter.get(letter)!;
		}),
	);
}

/** Returns thirty names made of these words. */
export const thirty = (words: string) =>
	Array.from({ length: 30 }, (_, n) => `${words.split(' ')[n % words.split(' ').length]}-${n + 1}`);
export const toCsvText = (names: string[]) =>
	['Name;URL;Slug', ...names.map((name, n) => `${name};https://example.com/${n};${name}`)].join(
		'\r\n',
	);

/** Words of languages, with the encoding in which Excel saves them there, and the name of its letters in the form. */
const LANGUAGES: Array<[string, string, string, string]> = [
	['Portuguese', 'Promoção Pão Verão Coração Órgão Irmã', 'windows-1252', ''],
	['French', 'Crème Hôtel Noël Œuvre Été Façade', 'windows-1252', ''],
	['Spanish', 'Año Niño Camión Pingüino Corazón Ángel', 'windows-1252', ''],
	['Swedish', 'Räksmörgås Ö Åre Kött Änglar Sjö', 'windows-1252', ''],
	['German', 'Größe Käsespätzle Weißwurst Äpfel Öl Übung', 'windows-1252', ''],
	['Polish', 'Żółw Łódź Gęś Ćma Źrebię Święta', 'windows-1250', 'Central European'],
	['Czech', 'Kůň Řeka Žluťoučký Příliš Děti Šťáva', 'windows-1250', 'Central European'],
	['Hungarian', 'Őrült Fűszer Tükörfúró Gyűjtő Város Szőlő', 'windows-1250', 'Central European'],
	['Russian', 'Плакат Меню Стол Ёлка Щи Объявление', 'windows-1251', 'Cyrillic'],
	['Greek', 'Αφίσα Μενού Τραπέζι Ψωμί Ήλιος Ώρα', 'windows-1253', 'Greek'],
	['Turkish', 'Çağrı Şeker İstanbul Iğdır Güneş Öğle', 'windows-1254', 'Turkish'],
];

const NAMES = thirty('Größe Käsespätzle Crème Weißwurst Äpfel');
export const TEXT = toCsvText(NAMES);
const toWindows = (text: string) => encode(text, 'windows-1252');

/** Descriptions of how a file is saved, with its bytes, the names in it, and what the user chooses as its letters. */
export const FILES: Array<[string, Buffer, string[], string]> = [
	...LANGUAGES.map(([language, words, encoding, letters]): [string, Buffer, string[], string] => {
		const names = thirty(words);
		return [`in ${language} by Excel`, encode(toCsvText(names), encoding), names, letters];
	}),
	['as MacRoman', encode(TEXT, 'macintosh'), NAMES, 'Excel for Mac'],
	['as UTF-8, although other letters are chosen', Buffer.from(TEXT), NAMES, 'Greek'],
	['as UTF-8 with a BOM', Buffer.from(`\uFEFF${TEXT}`), NAMES, ''],
	['as UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), NAMES, ''],
	['as big-endian UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(), NAMES, ''],
	['with tabs', Buffer.from(TEXT.replaceAll(';', '\t')), NAMES, ''],
	['with commas', toWindows(TEXT.replaceAll(';', ',')), NAMES, ''],
	['with "sep=;" in its first line', toWindows(`sep=;\r\n${TEXT}`), NAMES, ''],
	['with CR line endings', toWindows(TEXT.replaceAll('\r\n', '\r')), NAMES, ''],
	['with empty rows at its end', toWindows(`${TEXT}\r\n;;\r\n;;\r\n`), NAMES, ''],
	[
		'with titles above its header',
		toWindows(`Link\r\nProducts, 2026;;\r\n;;\r\n${TEXT}`),
		NAMES,
		'',
	],
	[
		'with quotation marks around each cell',
		Buffer.from(TEXT.replaceAll(/[^;\r\n]+/g, '"$&"')),
		NAMES,
		'',
	],
	[
		'with capitals and spaces in its header',
		Buffer.from(TEXT.replace('Name;URL;Slug', ' NAME ;Url; SLUG')),
		NAMES,
		'',
	],
];
