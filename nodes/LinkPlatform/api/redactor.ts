const SECRET_NAME = /password|^pass$|secret|^current$|api_?key|token/i;
const MASK = '***';
/** Shorter values may be part of an ordinary word, so in a text they count only as whole words. */
const SHORTEST_INSIDE_WORDS = 6;
/** Secrets of this length do not occur in a record by chance, so in data they are masked anywhere. */
const SHORTEST_INSIDE_DATA = 16;
/** In characters: so much of a long secret is masked in the text of a failure, which may show it cut. */
const PIECE = 12;
/** In characters, of the text of a failure. More is never shown. */
const MOST_LOOKED_AT = 10_000;

/**
 * Masks secrets that a service sends back: the credential's, and the passwords and signing secrets of one
 * request. In texts of failures, all are masked in any encoding, also pieces of long ones. In data, only long secrets
 * are, and others in fields named like a secret: a short one may also be a link's alias, or a word.
 */
export class Redactor {
	private readonly secrets: Secret[];
	/** Those that are not part of any other value of the request, such as an alias. */
	private readonly long: Secret[];
	/** Of all secrets. */
	private readonly inJson: string[];
	private forms?: string[];
	private pieces?: Set<string>;

	/** `credential` are the credential's secrets, `texts` those of a request. */
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

	/** For a request with these values, the body and query: some may be secrets, too. */
	with(...values: unknown[]): Redactor {
		const texts = getTexts(values);
		return texts.some(isSecret) ? new Redactor(this.credential, texts) : this;
	}

	/** The same with more secrets of the credential, e.g. as another item resolves it. */
	including(secrets: Secret[]): Redactor {
		return new Redactor([...this.credential, ...secrets]);
	}

	/** In the text of a failure. */
	redactText(text: string): string {
		this.forms ??= toForms(this.secrets);
		this.pieces ??= toPieces(this.secrets);
		return redactPieces(redact(text.slice(0, MOST_LOOKED_AT), this.forms), this.pieces);
	}

	/** In the data of a good response; `text` is what it came as. */
	redactJson(json: unknown, text: string): unknown {
		// Not JSON, e.g. because it was cut.
		if (json === undefined) return undefined;
		// Services escape in different ways, e.g. every slash.
		const plain = text.includes('\\') ? JSON.stringify(json) : text;
		// A loop, since each response is asked for all encodings.
		for (const form of this.inJson) {
			if (plain.includes(form)) return this.redactValue(json, '', toForms(this.long));
		}
		return json;
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

/** All encodings of these secrets, the longest first: one may be the beginning of another. */
function toForms(secrets: Secret[]): string[] {
	const texts = new Set(secrets.flatMap(({ encodings }) => encodings));
	return [...texts].sort((a, b) => b.length - a.length);
}

function redact(text: string, forms: string[]): string {
	return forms.reduce(
		// Most texts have none, and to look for a text costs less than to match a pattern.
		(result, form) => (result.includes(form) ? result.replace(toPattern(form), MASK) : result),
		text,
	);
}

/** All pieces of the long secrets, in any encoding. */
function toPieces(secrets: Secret[]): Set<string> {
	const long = secrets.filter(({ text }) => text.length >= SHORTEST_INSIDE_DATA);
	const pieces = new Set<string>();
	for (const form of toForms(long)) {
		for (let at = 0; at + PIECE <= form.length; at += 1) pieces.add(form.slice(at, at + PIECE));
	}
	return pieces;
}

/** The text with each run of pieces masked. */
function redactPieces(text: string, pieces: Set<string>): string {
	const isPiece = (at: number) => pieces.has(text.slice(at, at + PIECE));
	let masked = '';
	let shown = 0;
	for (let at = 0; at + PIECE <= text.length; at += 1) {
		if (!isPiece(at)) continue;
		masked += text.slice(shown, at) + MASK;
		while (isPiece(at + 1)) at += 1;
		shown = at + PIECE;
		at = shown - 1;
	}
	return masked + text.slice(shown);
}

/** A text in some data, with the name of its field. */
type NamedText = { name: string; text: string };

function isSecret({ name }: NamedText): boolean {
	return SECRET_NAME.test(name);
}

/** The texts in some data, which may be in a field of this name, added to those before. */
function getTexts(data: object, field = '', texts: NamedText[] = []): NamedText[] {
	for (const [key, value] of Object.entries(data)) {
		const name = Array.isArray(data) ? field : key;
		if (typeof value === 'string') texts.push({ name, text: value });
		else if (typeof value === 'object' && value !== null) getTexts(value, name, texts);
	}
	return texts;
}

/** A secret with its encodings: as it is, and as JSON, JSON within JSON, a URL, a page or base64 would write it. */
export interface Secret {
	text: string;
	encodings: string[];
	/** The same within JSON. */
	inJson: string[];
}

/** Those of a credential are encoded once, not for each request. */
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
	// Most secrets have the same form in most encodings.
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
