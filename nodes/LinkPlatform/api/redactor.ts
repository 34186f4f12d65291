import { getTexts, type NamedText } from './texts';

const SECRET_NAME = /password|^pass$|secret|^current$|api_?key|token/i;
const MASK = '***';
/**
 * The minimum length, in characters, of a secret that is masked even inside a word of a message. A shorter one may be
 * part of an ordinary word.
 */
const SHORTEST_INSIDE_WORDS = 6;
/**
 * The minimum length of a secret that is masked anywhere in data, in characters. A secret of this length doesn't occur
 * in a record by chance.
 */
const SHORTEST_INSIDE_DATA = 16;
/**
 * The length of the parts of a long secret that are also masked, in characters. A message may contain a truncated
 * secret.
 */
const PIECE = 12;
/** Cuts a secret into parts half as long as a piece. */
const HALVES = new RegExp(`[^]{${PIECE / 2}}`, 'g');
/** The length of the part of a failure's text that is searched for secrets, in characters. The rest is never shown. */
const MOST_LOOKED_AT = 10_000;

/**
 * Masks secrets that a service sends back: the secrets of the credential, and the passwords and signing secrets of
 * one request. In the text of a failure, it masks every secret in any encoding, and parts of long secrets. In data,
 * it masks long secrets anywhere. It masks a short secret in data only if the field is named like a secret, because
 * in other fields the same text may be an alias or an ordinary word.
 */
export class Redactor {
	private readonly secrets: string[];
	/** The encodings of all secrets. */
	private readonly forms: string[];
	/** The encodings of the long secrets, whose pieces are masked, too. */
	private readonly long: string[];
	/**
	 * The encodings of the long secrets to mask anywhere in data: those of the credential, and those of the request that
	 * no other value of the request contains, such as an alias.
	 */
	private readonly inData: string[];
	/** All encodings as they look inside JSON text. */
	private readonly inJson: string[];
	/** The halves of the pieces of all long secrets. */
	private readonly halves: string[];

	/**
	 * `texts` are the strings in a request, with their field names. A string is masked if its field is named like a
	 * secret.
	 */
	constructor(
		private readonly credential: string[],
		texts: NamedText[] = [],
	) {
		const shown = texts.filter((entry) => !isSecret(entry)).map(({ text }) => text);
		const sent = texts.filter(isSecret).map(({ text }) => text);
		const isShown = (secret: string) =>
			!credential.includes(secret) && shown.some((text) => text.includes(secret));
		this.secrets = [...credential, ...sent].filter(Boolean);
		const long = this.secrets.filter(isLong);
		this.forms = toForms(this.secrets);
		this.long = toForms(long);
		this.inData = toForms(long.filter((secret) => !isShown(secret)));
		this.inJson = this.forms.map(toJsonText);
		this.halves = this.long.flatMap((form) => form.match(HALVES) ?? []);
	}

	/** Returns a redactor for a request with these values (its body and query), which may contain more secrets. */
	with(...values: unknown[]): Redactor {
		const texts = getTexts(values);
		return texts.some(isSecret) ? new Redactor(this.credential, texts) : this;
	}

	/** Masks secrets in the text of a failure. */
	readonly redactText = (text: string): string => {
		const masked = redact(text.slice(0, MOST_LOOKED_AT), this.forms);
		// Every piece contains one of these halves. Most texts contain none, and the search for pieces is slow.
		const mayHavePieces = this.halves.some((half) => masked.includes(half));
		return mayHavePieces ? redactPieces(masked, toPieces(this.long)) : masked;
	};

	/** Masks secrets in parsed JSON; `text` is its source text. */
	redactJson(json: unknown, text: string): unknown {
		// The response isn't JSON, e.g. because it was cut off.
		if (json === undefined) return undefined;
		// Serialize it again, because services escape JSON in different ways, e.g. every slash.
		const plain = text.includes('\\') ? JSON.stringify(json) : text;
		return this.inJson.some((form) => plain.includes(form)) ? this.redactValue(json, '') : json;
	}

	private redactValue(value: unknown, name: string): unknown {
		if (typeof value === 'string') {
			const isNamed = SECRET_NAME.test(name) && this.secrets.includes(value);
			return isNamed ? MASK : redact(value, this.inData);
		}
		if (Array.isArray(value)) return value.map((entry) => this.redactValue(entry, name));
		if (typeof value !== 'object' || value === null) return value;
		const pairs = Object.entries(value).map(([key, entry]) => [
			redact(key, this.inData),
			this.redactValue(entry, key),
		]);
		return Object.fromEntries(pairs) as unknown;
	}
}

const isSecret = ({ name }: NamedText) => SECRET_NAME.test(name);

const isLong = (secret: string) => secret.length >= SHORTEST_INSIDE_DATA;

/**
 * Returns all encodings of all secrets. The longest come first, because an encoding may be the beginning of another.
 */
function toForms(secrets: string[]): string[] {
	return [...new Set(secrets.flatMap(encode))].sort((a, b) => b.length - a.length);
}

/** Masks the encodings of secrets. A short one is masked only as a whole word. */
function redact(text: string, forms: string[]): string {
	// Most strings contain no secret, and a search costs less than matching a pattern.
	const found = forms.filter((form) => text.includes(form));
	return found.reduce((masked, form) => masked.replace(toPattern(form), MASK), text);
}

function toPattern(text: string): RegExp {
	const escaped = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	const isShort = text.length < SHORTEST_INSIDE_WORDS;
	return new RegExp(isShort ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped, 'gu');
}

/** Returns the parts of long secrets that are masked even without the rest of the secret. */
function toPieces(forms: string[]): Set<string> {
	const pieces = new Set<string>();
	for (const form of forms) {
		for (let index = 0; index + PIECE <= form.length; index += 1)
			pieces.add(form.slice(index, index + PIECE));
	}
	return pieces;
}

/** Masks each run of consecutive pieces of a secret in a string. */
function redactPieces(text: string, pieces: Set<string>): string {
	const isPiece = (index: number) => pieces.has(text.slice(index, index + PIECE));
	let masked = '';
	for (let index = 0; index < text.length; ) {
		let end = index;
		while (isPiece(end)) end += 1;
		masked += end > index ? MASK : text[index];
		index = end > index ? end - 1 + PIECE : index + 1;
	}
	return masked;
}

/** Encodes a secret in all ways: plain, in JSON, in JSON inside JSON, in a URL, in HTML, and in base64. */
function encode(secret: string): string[] {
	const inJson = [toJsonText(secret)]
		.flatMap((text) => [text, text.replaceAll('/', '\\/')])
		.flatMap((text) => [
			text,
			text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
		])
		.flatMap((text) => [text, toJsonText(text)]);
	return [
		secret,
		...inJson,
		new URLSearchParams([[secret, '']]).toString().slice(0, -1),
		encodeURIComponent(secret.toWellFormed()),
		secret.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
		...["'", '&#39;', '&#039;', '&#x27;'].map((apostrophe) =>
			secret.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? apostrophe),
		),
		Buffer.from(secret).toString('base64'),
	];
}

/** Returns a string as it looks inside JSON text. */
function toJsonText(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
