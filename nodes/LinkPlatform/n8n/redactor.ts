import type { IDataObject } from 'n8n-workflow';

const SECRET_NAME = /password|secret|^current$/i;
const MASK = '***';
/** Shorter values occur in ordinary text by chance; they are masked only where they stand in quotes. */
const SHORTEST_IN_TEXT = 6;

/**
 * Masks secrets in whatever the service sends back: the credential's, and the passwords and signing
 * secrets of one request.
 */
export class Redactor {
	private readonly sent: string[];
	private readonly inData: string[];

	/** `credential` holds the encodings of the credential's secrets; `values` are the body and query. */
	constructor(
		private readonly credential: string[],
		...values: unknown[]
	) {
		const entries = values.flatMap((value) => getTexts(value));
		const isSecret = ([name]: [string, string]) => SECRET_NAME.test(name);
		this.sent = entries.filter(isSecret).map(([, value]) => value);
		// A password that the request also shows as its alias, say, cannot be told from it in a record.
		const isTold = (secret: string) =>
			entries.some((entry) => !isSecret(entry) && entry[1].includes(secret));
		this.inData = [...credential, ...getEncodings(this.sent.filter((secret) => !isTold(secret)))];
	}

	/** A text of a failure. */
	redactText(text: string): string {
		return redact(text, [...this.credential, ...getEncodings(this.sent)]);
	}

	/** The data of a good response; `text` is what it came as. */
	redactJson(json: unknown, text: string): unknown {
		// Without escapes, what is not in the text is not in the data either.
		const isIn = (form: string) => text.includes(form);
		const isClean = !text.includes('\\') && !this.inData.some(isIn) && !this.sent.some(isIn);
		return isClean ? json : this.cleaned(json, '');
	}

	private cleaned(value: unknown, name: string): unknown {
		if (typeof value === 'string') {
			if (SECRET_NAME.test(name) && this.sent.includes(value)) return MASK;
			return redact(value, this.inData);
		}
		if (Array.isArray(value)) return value.map((entry) => this.cleaned(entry, name));
		if (typeof value !== 'object' || value === null) return value;
		const pairs = Object.entries(value).map(([key, entry]) => [
			redact(key, this.inData),
			this.cleaned(entry, key),
		]);
		return Object.fromEntries(pairs) as unknown;
	}
}

function redact(text: string, forms: string[]): string {
	let result = text;
	for (const form of forms) {
		if (!result.includes(form)) continue;
		result = result.replaceAll(form, form.startsWith('"') ? `"${MASK}"` : MASK);
	}
	return result;
}

/** The texts in some data, each with the name of its field. */
function getTexts(data: unknown, name = ''): Array<[string, string]> {
	if (typeof data === 'string') return data === '' ? [] : [[name, data]];
	if (typeof data !== 'object' || data === null) return [];
	return Object.entries(data as IDataObject).flatMap(([key, value]) =>
		getTexts(value, Array.isArray(data) ? name : key),
	);
}

/** Secrets in all their encodings: as they are, and as JSON, JSON within JSON, a URL, a page or base64 would write them. */
export function getEncodings(secrets: string[]): string[] {
	if (secrets.length === 0) return [];
	const forms = secrets.filter(Boolean).flatMap((secret) => {
		const inJson = [JSON.stringify(secret).slice(1, -1)]
			.flatMap((text) => [text, text.replaceAll('/', '\\/')])
			.flatMap((text) => [text, text.replace(/[^ -~]/g, (unit) => `\\u${toHex(unit)}`)])
			.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
		if (secret.length < SHORTEST_IN_TEXT) return inJson.map((text) => `"${text}"`);
		return [
			secret,
			...inJson,
			new URLSearchParams([[secret, '']]).toString().slice(0, -1),
			encodeURIComponent(secret.toWellFormed()),
			secret.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
			secret.replace(/[&<>"]/g, (sign) => ENTITIES[sign]),
			Buffer.from(secret).toString('base64'),
		];
	});
	// The longest first: a form may be the beginning of another.
	return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
};

function toHex(unit: string): string {
	return unit.charCodeAt(0).toString(16).padStart(4, '0');
}
