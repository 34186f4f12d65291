import { Failure } from '../api/failure';
import { credentialMessages } from './messages';

const LONGEST_URL = 2_048;

/**
 * Cleans a base URL as people paste it: surrounding space, trailing slashes and a trailing `/api` go,
 * a missing scheme becomes `https://`. Fails when nothing usable is left, and names the field by its label.
 */
export function parseBaseUrl(text: unknown, label = 'API URL'): string {
	const pasted = String(text ?? '')
		.trim()
		.slice(0, LONGEST_URL);
	const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(pasted) ? pasted : `https://${pasted}`;
	const cleaned = withScheme.replace(/[?#].*/s, '').replace(/\/+$/, '');
	const base = cleaned.replace(/\/api$/i, '').replace(/\/+$/, '');
	if (!URL.canParse(base) || !['http:', 'https:'].includes(new URL(base).protocol)) {
		throw Failure.input(credentialMessages.invalidUrl, { field: label });
	}
	return base;
}

/** The base URLs of a credential: `current`, and `legacy`, which falls back to the current one. */
export function getBaseUrls(credentials: Record<string, unknown>) {
	refuseKeyAsUrl(credentials);
	const current = parseBaseUrl(credentials.apiUrl);
	const legacy = String(credentials.legacyApiUrl ?? '').trim();
	return { current, legacy: legacy ? parseBaseUrl(legacy, 'Legacy API URL') : current };
}

/** The key in the wrong field would be looked up as a host name, and be shown in the message about it. */
function refuseKeyAsUrl({ apiKey, apiUrl, legacyApiUrl }: Record<string, unknown>): void {
	const key = toText(apiKey);
	// Where the two are swapped, the key is in the field of the address.
	if (/^https?:\/\//.test(key)) throw Failure.input(credentialMessages.urlAsKey);
	const fields = { 'API URL': apiUrl, 'Legacy API URL': legacyApiUrl };
	for (const [label, value] of Object.entries(fields)) {
		const isKey = key !== '' && toText(value).includes(key);
		if (isKey) throw Failure.input(credentialMessages.keyAsUrl, { field: label });
	}
}

function toText(value: unknown): string {
	return String(value ?? '')
		.trim()
		.toLowerCase();
}
