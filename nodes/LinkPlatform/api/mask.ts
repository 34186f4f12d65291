import type { IDataObject } from 'n8n-workflow';

const SECRET_NAME = /password|secret|^current$/i;
const MASK = '***';
/** Shorter values occur in ordinary text by chance; they are masked only where they stand in quotes. */
const SHORTEST_IN_TEXT = 6;

/**
 * Blots secrets out of whatever the service sends back: the credential's, and the passwords and signing
 * secrets of one request.
 */
export class Mask {
	private readonly sent: string[];
	private readonly inData: string[];

	/** `credential` holds the forms of the credential's secrets; `values` are the body and query. */
	constructor(
		private readonly credential: string[],
		...values: unknown[]
	) {
		const entries = values.flatMap((value) => entriesOf(value));
		const isSecret = ([name]: [string, string]) => SECRET_NAME.test(name);
		this.sent = entries.filter(isSecret).map(([, value]) => value);
		// A password that the request also shows as its alias, say, cannot be told from it in a record.
		const isTold = (secret: string) =>
			entries.some((entry) => !isSecret(entry) && entry[1].includes(secret));
		this.inData = [...credential, ...formsOf(this.sent.filter((secret) => !isTold(secret)))];
	}

	/** A text of a failure. */
	words(text: string): string {
		return blotted(text, [...this.credential, ...formsOf(this.sent)]);
	}

	/** The data of a good answer, and the text that it came as. */
	data(json: unknown, text: string): unknown {
		// Without escapes, what is not in the text is not in the data either.
		const isIn = (form: string) => text.includes(form);
		const isClean = !text.includes('\\') && !this.inData.some(isIn) && !this.sent.some(isIn);
		return isClean ? json : this.cleaned(json, '');
	}

	private cleaned(value: unknown, name: string): unknown {
		if (typeof value === 'string') {
			if (SECRET_NAME.test(name) && this.sent.includes(value)) return MASK;
			return blotted(value, this.inData);
		}
		if (Array.isArray(value)) return value.map((entry) => this.cleaned(entry, name));
		if (typeof value !== 'object' || value === null) return value;
		const pairs = Object.entries(value).map(([key, entry]) => [
			blotted(key, this.inData),
			this.cleaned(entry, key),
		]);
		return Object.fromEntries(pairs) as unknown;
	}
}

function blotted(text: string, forms: string[]): string {
	let result = text;
	for (const form of forms) {
		if (!result.includes(form)) continue;
		result = result.replaceAll(form, form.startsWith('"') ? `"${MASK}"` : MASK);
	}
	return result;
}

/** The texts in some data, each with the name of its field. */
function entriesOf(data: unknown, name = ''): Array<[string, string]> {
	if (typeof data === 'string') return data === '' ? [] : [[name, data]];
	if (typeof data !== 'object' || data === null) return [];
	return Object.entries(data as IDataObject).flatMap(([key, value]) =>
		entriesOf(value, Array.isArray(data) ? name : key),
	);
}

/** Secrets in all their forms: as they are, and as JSON, JSON within JSON, a URL, a page or base64 would write them. */
export function formsOf(secrets: string[]): string[] {
	if (secrets.length === 0) return [];
	const forms = secrets.filter(Boolean).flatMap((secret) => {
		const inJson = [JSON.stringify(secret).slice(1, -1)]
			.flatMap((text) => [text, text.replaceAll('/', '\\/')])
			.flatMap((text) => [text, text.replace(/[^ -~]/g, (unit) => `\\u${hexOf(unit)}`)])
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

function hexOf(unit: string): string {
	return unit.charCodeAt(0).toString(16).padStart(4, '0');
}
