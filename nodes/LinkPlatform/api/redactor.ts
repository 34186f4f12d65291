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
	private readonly secrets: Secret[];
	/**
	 * The long secrets to mask anywhere in data: those of the credential, and those of the request that no other
	 * value of the request contains, such as an alias.
	 */
	private readonly long: Secret[];
	/** All secrets as they look inside JSON text. */
	private readonly inJson: string[];
	private forms?: string[];
	private halves?: string[];
	private pieces?: Set<string>;

	/**
	 * `texts` are the strings in a request, with their field names. A string is masked if its field is named like a
	 * secret.
	 */
	constructor(
		private readonly credential: Secret[],
		texts: NamedText[] = [],
	) {
		const shown = texts.filter((entry) => !isSecret(entry)).map(({ text }) => text);
		const sent = texts.filter(isSecret).map(({ text }) => toSecret(text));
		this.secrets = [...credential, ...sent].filter(({ text }) => text !== '');
		this.long = this.secrets
			.filter(({ text }) => text.length >= SHORTEST_INSIDE_DATA)
			.filter(
				(secret) =>
					credential.includes(secret) || !shown.some((text) => text.includes(secret.text)),
			);
		this.inJson = this.secrets.flatMap(({ inJson }) => inJson);
	}

	/** Returns a redactor for a request with these values (its body and query), which may contain more secrets. */
	with(...values: unknown[]): Redactor {
		const texts = getTexts(values);
		return texts.some(isSecret) ? new Redactor(this.credential, texts) : this;
	}

	/** Masks secrets in the text of a failure. */
	readonly redactText = (text: string): string => {
		this.forms ??= toForms(this.secrets);
		const masked = redact(text.slice(0, MOST_LOOKED_AT), this.forms);
		// Every piece contains one of these halves. Most texts contain none, and the search for pieces is slow.
		this.halves ??= toLongForms(this.secrets).flatMap((form) => form.match(HALVES) ?? []);
		if (!this.halves.some((half) => masked.includes(half))) return masked;
		this.pieces ??= toPieces(this.secrets);
		return redactPieces(masked, this.pieces);
	};

	/** Masks secrets in parsed JSON; `text` is its source text. */
	redactJson(json: unknown, text: string): unknown {
		// The response isn't JSON, e.g. because it was cut off.
		if (json === undefined) return undefined;
		// Serialize it again, because services escape JSON in different ways, e.g. every slash.
		const plain = text.includes('\\') ? JSON.stringify(json) : text;
		if (!this.inJson.some((form) => plain.includes(form))) return json;
		return this.redactValue(json, '', toForms(this.long));
	}

	private redactValue(value: unknown, name: string, long: string[]): unknown {
		if (typeof value === 'string') {
			const isKnown = this.secrets.some(({ text }) => text === value);
			return isKnown && SECRET_NAME.test(name) ? MASK : redact(value, long);
		}
		if (Array.isArray(value)) return value.map((entry) => this.redactValue(entry, name, long));
		if (typeof value !== 'object' || value === null) return value;
		const pairs = Object.entries(value).map(([key, entry]) => [
			redact(key, long),
			this.redactValue(entry, key, long),
		]);
		return Object.fromEntries(pairs) as unknown;
	}
}

/**
 * Returns all encodings of all secrets. The longest come first, because an encoding may be the beginning of another.
 */
function toForms(secrets: Secret[]): string[] {
	const texts = new Set(secrets.flatMap(({ encodings }) => encodings));
	return [...texts].sort((a, b) => b.length - a.length);
}

function redact(text: string, forms: string[]): string {
	return forms.reduce(
		// Most strings contain no secret, and a search costs less than matching a pattern.
		(result, form) => (result.includes(form) ? result.replace(toPattern(form), MASK) : result),
		text,
	);
}

/** Returns all encodings of the secrets whose parts are masked even without the rest of the secret. */
function toLongForms(secrets: Secret[]): string[] {
	return toForms(secrets.filter(({ text }) => text.length >= SHORTEST_INSIDE_DATA));
}

/** Returns the parts of long secrets that are masked even without the rest of the secret, in all encodings. */
function toPieces(secrets: Secret[]): Set<string> {
	const pieces = new Set<string>();
	for (const form of toLongForms(secrets)) {
		for (let index = 0; index + PIECE <= form.length; index += 1)
			pieces.add(form.slice(index, index + PIECE));
	}
	return pieces;
}

/** Masks each run of consecutive parts of a secret in a string. */
function redactPieces(text: string, pieces: Set<string>): string {
	const isPiece = (index: number) => pieces.has(text.slice(index, index + PIECE));
	let masked = '';
	let shown = 0;
	for (let index = 0; index + PIECE <= text.length; index += 1) {
		if (!isPiece(index)) continue;
		masked += text.slice(shown, index) + MASK;
		while (isPiece(index + 1)) index += 1;
		shown = index + PIECE;
		index = shown - 1;
	}
	return masked + text.slice(shown);
}

function isSecret({ name }: NamedText): boolean {
	return SECRET_NAME.test(name);
}

/** A secret and its encodings: plain, in JSON, in JSON inside JSON, in a URL, in HTML, and in base64. */
export interface Secret {
	text: string;
	encodings: string[];
	/** The encodings as they look inside JSON text. */
	inJson: string[];
}

/** Encodes a secret in all ways. The secrets of a credential are encoded once, not for each request. */
export function toSecret(secret: string): Secret {
	const asJson = [toJsonText(secret)]
		.flatMap((text) => [text, text.replaceAll('/', '\\/')])
		.flatMap((text) => [
			text,
			text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
		])
		.flatMap((text) => [text, toJsonText(text)]);
	const encodings = [
		secret,
		...asJson,
		new URLSearchParams([[secret, '']]).toString().slice(0, -1),
		encodeURIComponent(secret.toWellFormed()),
		secret.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
		...["'", '&#39;', '&#039;', '&#x27;'].map((apostrophe) =>
			secret.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? apostrophe),
		),
		Buffer.from(secret).toString('base64'),
	];
	// Most secrets look the same in most encodings, so remove duplicates.
	const distinct = [...new Set(encodings)];
	const inJson = new Set(distinct.map(toJsonText));
	return { text: secret, encodings: distinct, inJson: [...inJson] };
}

/** Returns a string as it looks inside JSON text. */
function toJsonText(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function toPattern(text: string): RegExp {
	const escaped = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	const isShort = text.length < SHORTEST_INSIDE_WORDS;
	return new RegExp(isShort ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped, 'gu');
}
