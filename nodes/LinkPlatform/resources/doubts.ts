import { fill, shorten } from '../api/fill';
import type { Input } from '../runner/input';
import type { Warning } from '../runner/operation';
import { getRow } from '../runner/rows';
import { doubtMessages } from './messages';

/** The kinds of doubts: the names of their texts. */
type Kind = Exclude<keyof typeof doubtMessages, 'inRows'>;
const KINDS = Object.keys(doubtMessages).filter((name): name is Kind => name !== 'inRows');

/** The fields that people read or scan. A target URL is checked before UTM parameters are added to it. */
const CHECKED = ['name', 'alias', 'slug', 'url'];

/**
 * Matches what JavaScript makes of a missing value, as the last word of a text or of a part of an alias, or as a part of
 * a URL.
 */
const MISSING_WORD = /(^|[\s_/-])(undefined|null|NaN|\[object Object\])($|\/)/;
const MISSING_PART = /^(undefined|null|NaN|\[object(%20| )Object\])$/;

/** The errors of spreadsheet formulas, in the languages of Excel. */
const FORMULA_ERRORS = new Set(
	[
		'#N/A #NV #YOK #REF! #VALUE! #NAME? #NUM! #NULL! #DIV/0! #SPILL! #CALC! #FIELD! #BUSY! #BLOCKED! #CONNECT! #UNKNOWN! #ERROR!',
		'#BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #KALK! #VALEUR! #NOM? #NOMBRE! #NUL! #N/D #¡REF! #¡VALOR! #¿NOMBRE? #¡NUM! #¡NULO! #¡DIV/0!',
		'#RIF! #VALORE! #NOME? #VALOR! #NÚM! #NULO! #N/B #VERW! #WAARDE! #NAAM? #GETAL! #DEEL/0! #LEEG! #N/D! #ADR! #ARG! #NAZWA?',
		'#LICZBA! #DZIEL/0! #SAKNAS! #REFERENS! #VÄRDEFEL! #NAMN? #OGILTIGT! #DIVISION/0! #I/T #REFERENCE! #VÆRDI! #VERDI! #NAVN?',
		'#PUUTTUU! #VIITTAUS! #ARVO! #NIMI? #LUKU! #JAKO/0! #HIÁNYZIK #HIV! #ÉRTÉK! #NÉV? #SZÁM! #ZÉRÓOSZTÓ! #ODKAZ! #HODNOTA!',
		'#NÁZEV? #ČÍSLO! #DĚLENÍ_NULOU! #NENÍ_K_DISPOZICI #Н/Д #ССЫЛКА! #ЗНАЧ! #ИМЯ? #ЧИСЛО! #ДЕЛ/0! #BAŞV! #DEĞER! #AD? #SAYI! #SAYI/0!',
	].flatMap((line) => line.split(' ')),
);

/**
 * Matches a number that a spreadsheet shortened, such as `4,00638E+12`. The exponent needs a sign or two digits, because
 * `1E5` may be a name.
 */
const SHORTENED_NUMBER = /^[+-]?\d+([.,]\d+)?(E([+-]\d+|\d{2,})|e[+-]\d+)$/;
const PLACEHOLDER = /(\{|%7B){2}[^{}%]+(\}|%7D){2}/i;
/** Matches a URL or a path inside a query, which may have a query of its own. */
const OTHER_URL = /:\/\/|%3A|=(\/|%2F)/i;
const NEXT_URL = /[\s,;]https?:\/\//i;

/** Matches `https` with one letter left out, replaced or added. */
const ALMOST_HTTPS =
	/^(.?ttps|h.?tps|ht.?ps|htt.?s|http.?|.https|h.ttps|ht.tps|htt.ps|http.s|https.)$/i;

/** The maximum length of a value in a text, in characters. */
const LONGEST_VALUE = 100;
/** The maximum number of rows that a hint lists. */
const MOST_ROWS = 10;

/** A value that is valid but hardly meant. It is sent nevertheless. */
interface Doubt {
	kind: Kind;
	/** A sentence about the value, without a full stop. */
	text: string;
}

/** Warns of values that are hardly meant. Returns one hint for each kind, with the rows. */
export const doubts: Warning = (inputs) => {
	const found = listDoubts(inputs).flatMap((list, index) =>
		list.map((doubt) => ({ ...doubt, row: getRow(inputs[index]) })),
	);
	return [...new Set(found.map(({ kind }) => kind))].map((kind) => {
		const alike = found.filter((doubt) => doubt.kind === kind);
		const [{ text }] = alike;
		const rows = [...new Set(alike.map(({ row }) => row))];
		const listed = [...rows.slice(0, MOST_ROWS), ...(rows.length > MOST_ROWS ? ['…'] : [])];
		return inputs.length === 1
			? text
			: fill(doubtMessages.inRows, { text, rows: listed.join(', ') });
	});
};

/** Returns the doubts about each item, in input order. An item with an unusable value has none, because it fails. */
export function listDoubts(inputs: Input[]): Doubt[][] {
	const values = inputs.map(readChecked);
	// A parameter that no row fills, e.g. `utm_term=`, belongs to the URLs.
	const filled = new Set(values.flat().flatMap((value) => listParameters(value, true)));
	return values.map((texts) =>
		texts.flatMap((value) => {
			const isLacking = listParameters(value, false).some((parameter) => filled.has(parameter));
			return listKinds(value, isLacking).map((kind) => {
				return { kind, text: fill(doubtMessages[kind], { value: shorten(value, LONGEST_VALUE) }) };
			});
		}),
	);
}

/** Returns the names, aliases and URLs of an item, including those in its collections. */
function readChecked(input: Input): string[] {
	try {
		const fields = input.optionalFields();
		return CHECKED.map((name) =>
			input.has(name) ? input.string(name) : String(fields[name] ?? ''),
		);
	} catch {
		return [];
	}
}

/** Returns the query parameters of a URL that have a value, or those that have none. */
function listParameters(value: string, isFilled: boolean): string[] {
	if (!URL.canParse(value)) return [];
	const { host, searchParams } = new URL(value);
	return [...searchParams].flatMap(([name, text]) =>
		(text !== '') === isFilled ? `${host} ${name}` : [],
	);
}

/** Returns the kinds of doubts about a value. `isLacking` is true if other rows fill a parameter that it leaves empty. */
function listKinds(value: string, isLacking: boolean): Kind[] {
	const [, scheme = '', address = ''] = /^([a-z]+):\/\/[^/?#]*([^#]*)/i.exec(value) ?? [];
	const [path, ...queries] = address.split('?');
	const query = queries.join('?');
	const parts = [...path.split('/'), ...new URLSearchParams(query).values()];
	const is: Record<Kind, boolean> = {
		missing: scheme ? parts.some((part) => MISSING_PART.test(part)) : MISSING_WORD.test(value),
		emptySegment: /(?<!:)\/\//.test(path),
		emptyParameter: isLacking,
		formulaError: FORMULA_ERRORS.has(value.slice(value.lastIndexOf('#')).toUpperCase()),
		shortenedNumber: SHORTENED_NUMBER.test(value),
		placeholder: PLACEHOLDER.test(value),
		severalUrls: value.slice(0, Math.max(0, value.search(NEXT_URL))).includes('://'),
		secondQuery: queries.length > 1 && !OTHER_URL.test(query),
		wrongScheme: !/^https?$/i.test(scheme) && ALMOST_HTTPS.test(scheme),
	};
	return KINDS.filter((kind) => is[kind]);
}
