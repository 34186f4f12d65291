import { Failure } from '../api/failure';
import { credentialMessages, publicAddressMessages } from './messages';

const LONGEST_URL = 2_048;
/** In characters: a shorter key may be a word of the address. */
const LONG_KEY = 16;
/** What no header can have. */
const NOT_FOR_HEADERS = /[^\t\x20-\x7e\x80-\xff]/;
const LOOPBACK = /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/i;

/**
 * Cleans a pasted base URL: removes surrounding space, trailing slashes and a trailing `/api`, and adds a missing
 * `https://`. Fails if nothing usable is left, and names the field by its label.
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
	assertKeyNotInUrl(credentials);
	const current = parseBaseUrl(credentials.apiUrl);
	const legacy = String(credentials.legacyApiUrl ?? '').trim();
	return { current, legacy: legacy ? parseBaseUrl(legacy, 'Legacy API URL') : current };
}

/** The key, if it can be sent as one. */
export function parseKey({ apiKey }: Record<string, unknown>): string {
	if (apiKey === undefined || apiKey === null || apiKey === '')
		throw Failure.input(credentialMessages.noKey);
	if (typeof apiKey === 'object' || NOT_FOR_HEADERS.test(String(apiKey)))
		throw Failure.input(credentialMessages.invalidKey);
	return String(apiKey);
}

/** A key in the wrong field would be looked up as a host name, and shown in the message about it. */
function assertKeyNotInUrl({ apiKey, apiUrl, legacyApiUrl }: Record<string, unknown>): void {
	const key = normalize(apiKey);
	// The two may be swapped.
	if (/^https?:\/\//.test(key)) throw Failure.input(credentialMessages.urlAsKey);
	const fields = { 'API URL': apiUrl, 'Legacy API URL': legacyApiUrl };
	for (const [label, value] of Object.entries(fields)) {
		const address = normalize(value);
		const isWhole = address.replace(/^https?:\/\/|\/$/g, '') === key;
		const isKey = key !== '' && (isWhole || (key.length >= LONG_KEY && address.includes(key)));
		if (isKey) throw Failure.input(credentialMessages.keyAsUrl, { field: label });
	}
}

function normalize(value: unknown): string {
	return String(value ?? '')
		.trim()
		.toLowerCase();
}

/** True for a URL that leads to this machine itself. */
export function isLoopback(url: string): boolean {
	return LOOPBACK.test(new URL(url).hostname);
}

/** Throws for a URL of this machine, unless Link Platform runs on it as well. */
export function assertReachable(url: string, credentials: Record<string, unknown>): void {
	if (!isLoopback(url) || isLoopback(getBaseUrls(credentials).current)) return;
	throw Failure.input(publicAddressMessages.unreachable, { address: new URL(url).origin });
}
