const SECRET_NAME = /password|^pass$|secret|^current$|api_?key|token/i;
const MASK = '***';
/** In characters. Shorter secrets may be part of an ordinary word, so in a text they count only as whole words. */
const SHORTEST_INSIDE_WORDS = 6;
/** In characters. Longer secrets don't occur in a record by chance, so in data they are masked anywhere. */
const SHORTEST_INSIDE_DATA = 16;
/** In characters. Pieces of a long secret are masked too if they have this length: a text may show it cut. */
const PIECE = 12;
/** In characters, of the text of a failure. The rest is never shown. */
const MOST_LOOKED_AT = 10_000;

/**
 * Masks secrets that a service sends back: the credential's, and the passwords and signing secrets of one request. In the
 * text of a failure, all are masked in any encoding, and so are pieces of long ones. In data, long secrets are masked
 * anywhere, and short ones only in fields that are named like a secret: a short one may also be a link's alias, or a
 * word.
 */
export class Redactor {
	private readonly secrets: Secret[];
	/** Long secrets that aren't part of any other value of the request, such as an alias. */
	private readonly long: Secret[];
	/** All secrets as JSON contains them. */
	private readonly inJson: string[];
	private forms?: string[];
	private pieces?: Set<string>;

	/** Takes the credential's secrets, and the texts of a request, some of which may be secrets. */
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

	/** Returns a redactor for a request with these values (body and query), some of which may also be secrets. */
	with(...values: unknown[]): Redactor {
		const texts = getTexts(values);
		return texts.some(isSecret) ? new Redactor(this.credential, texts) : this;
	}

	/** Returns a redactor with more secrets of the credential, e.g. as another item resolves it. */
	including(secrets: Secret[]): Redactor {
		return new Redactor([...this.credential, ...secrets]);
	}

	/** Masks secrets in the text of a failure. */
	redactText(text: string): string {
		this.forms ??= toForms(this.secrets);
		this.pieces ??= toPieces(this.secrets);
		return redactPieces(redact(text.slice(0, MOST_LOOKED_AT), this.forms), this.pieces);
	}

	/** Masks secrets in JSON; `text` is its source. */
	redactJson(json: unknown, text: string): unknown {
		// The response wasn't JSON, e.g. because it was cut.
		if (json === undefined) return undefined;
		// Services escape in different ways, e.g. every slash.
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

/** Returns all encodings of secrets, the longest first: one may be the beginning of another. */
function toForms(secrets: Secret[]): string[] {
	const texts = new Set(secrets.flatMap(({ encodings }) => encodings));
	return [...texts].sort((a, b) => b.length - a.length);
}

function redact(text: string, forms: string[]): string {
	return forms.reduce(
		// Most texts contain no secret, and searching costs less than matching a pattern.
		(result, form) => (result.includes(form) ? result.replace(toPattern(form), MASK) : result),
		text,
	);
}

/** Returns all pieces of the long secrets, in any encoding. */
function toPieces(secrets: Secret[]): Set<string> {
	const long = secrets.filter(({ text }) => text.length >= SHORTEST_INSIDE_DATA);
	const pieces = new Set<string>();
	for (const form of toForms(long)) {
		for (let index = 0; index + PIECE <= form.length; index += 1)
			pieces.add(form.slice(index, index + PIECE));
	}
	return pieces;
}

/** Masks each run of pieces in a text. */
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

/** A text in a request, with the name of its field. */
type NamedText = { name: string; text: string };

function isSecret({ name }: NamedText): boolean {
	return SECRET_NAME.test(name);
}

/** Collects the texts in data; `field` is the name of the field that has the data. */
function getTexts(data: object, field = '', texts: NamedText[] = []): NamedText[] {
	for (const [key, value] of Object.entries(data)) {
		const name = Array.isArray(data) ? field : key;
		if (typeof value === 'string') texts.push({ name, text: value });
		else if (typeof value === 'object' && value !== null) getTexts(value, name, texts);
	}
	return texts;
}

/** A secret with its encodings: as it is, and as JSON, JSON within JSON, a URL, a page or base64 has it. */
export interface Secret {
	text: string;
	encodings: string[];
	/** The encodings as JSON contains them. */
	inJson: string[];
}

/** Encodes a secret. Those of a credential are encoded once, not for each request. */
export function toSecret(secret: string): Secret {
	const asJson = [JSON.stringify(secret).slice(1, -1)]
		.flatMap((text) => [text, text.replaceAll('/', '\\/')])
		.flatMap((text) => [text, text.replace(/[^ -~]/g, (unit) => `\\u${toHex(unit)}`)])
		.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
	const encodings = [
		secret,
		...asJson,
		new URLSearchParams([[secret, '']]).toString().slice(0, -1),
		encodeURIComponent(secret.toWellFormed()),
		secret.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
		secret.replace(/[&<>"]/g, (sign) => ENTITIES[sign]),
		Buffer.from(secret).toString('base64'),
	];
	// Most secrets look the same in most encodings.
	const distinct = [...new Set(encodings)];
	const inJson = new Set(distinct.map((text) => JSON.stringify(text).slice(1, -1)));
	return { text: secret, encodings: distinct, inJson: [...inJson] };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function toPattern(text: string): RegExp {
	const escaped = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	const isShort = text.length < SHORTEST_INSIDE_WORDS;
	return new RegExp(isShort ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped, 'gu');
}

function toHex(unit: string): string {
	return unit.charCodeAt(0).toString(16).padStart(4, '0');
}
