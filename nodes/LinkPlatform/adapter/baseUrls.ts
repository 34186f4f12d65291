import { Failure } from '../api/failure';
import { oncePer } from '../api/once';
import { credentialMessages, publicAddressMessages } from './messages';

const LONGEST_URL = 2_048;
/**
 * The minimum length, in characters, of an API key to look for inside a URL. A shorter key may be an ordinary word.
 */
const LONG_KEY = 16;
/** Matches characters that an HTTP header value must not contain. */
const NOT_FOR_HEADERS = /[^\t\x20-\x7e\x80-\xff]/;
const LOOPBACK = /^(localhost|.+\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])\.?$/i;
/**
 * Matches private IPv4 addresses: RFC 1918, 3927 (link-local), 6598 (behind a provider's router), and 0.0.0.0/8 ("this
 * network").
 */
const PRIVATE_IPV4 =
	/^(10|0|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
/** Matches private IPv6 addresses: fc00::/7 (RFC 4193) and fe80::/10 (RFC 4291). */
const PRIVATE_IPV6 = /^(f[cd][\da-f]{2}|fe[89ab][\da-f]):/;
/**
 * Matches host names that don't exist in public DNS: RFC 6761, 6762 and 8375, and names that ICANN reserves for private
 * use.
 */
const PRIVATE_NAME =
	/\.(local|localdomain|internal|intranet|private|corp|home|home\.arpa|lan|test)$/;

/**
 * Cleans up a pasted base URL: removes surrounding whitespace, trailing slashes and a trailing `/api`, and adds
 * `https://` if it is missing. Throws if the rest isn't a usable URL; the message names the field by its label.
 */
export function parseBaseUrl(text: unknown, label = 'API URL'): string {
	const pasted = String(text ?? '')
		.trim()
		.slice(0, LONGEST_URL);
	const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(pasted) ? pasted : `https://${pasted}`;
	const cleaned = withScheme.replace(/[?#].*/s, '').replace(/\/+$/, '');
	const base = cleaned.replace(/\/api$/i, '');
	if (!URL.canParse(base) || !['http:', 'https:'].includes(new URL(base).protocol)) {
		throw Failure.input(credentialMessages.invalidUrl, { field: label });
	}
	// The `href` has the host in lower case, so that two spellings of a host aren't treated as two accounts.
	return new URL(base).href.replace(/\/+$/, '');
}

/**
 * Returns the base URLs of a credential: `current`, `legacy` (the same as `current` if the field is empty), and their
 * origins. Caches them per credential object. All requests of a client share this object, and n8n creates a new one
 * whenever the credential may have changed.
 */
export const getBaseUrls = oncePer((credentials: Record<string, unknown>) => {
	assertKeyNotInUrl(credentials);
	const current = parseBaseUrl(credentials.apiUrl);
	const entered = String(credentials.legacyApiUrl ?? '').trim();
	const legacy = entered ? parseBaseUrl(entered, 'Legacy API URL') : current;
	return { current, legacy, origins: [new URL(current).origin, new URL(legacy).origin] };
});

/** Returns the API key without the quotes, `Bearer` and whitespace that people copy along with it. */
export function cleanKey(apiKey: unknown): string {
	const text = String(apiKey ?? '').replace(/^[ "'`]+|[ "'`]+$/g, '');
	return text.replace(/^(Authorization: *)?Bearer( +["'`]*|$)/i, '');
}

/** Returns the credential's API key, cleaned up. Throws if the key is missing or can't be sent in a header. */
export function parseKey({ apiKey }: Record<string, unknown>): string {
	const key = cleanKey(apiKey);
	if (key === '') throw Failure.input(credentialMessages.noKey);
	if (typeof apiKey === 'object' || NOT_FOR_HEADERS.test(key))
		throw Failure.input(credentialMessages.invalidKey);
	return key;
}

/**
 * Throws if the API key was entered as the URL. Otherwise, the key would be looked up as a host name and shown in a
 * message.
 */
function assertKeyNotInUrl({ apiKey, apiUrl, legacyApiUrl }: Record<string, unknown>): void {
	const key = normalize(apiKey);
	// The user may have swapped the key and the URL.
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

/** True for a URL that points to this machine. */
export function isLoopback(url: string): boolean {
	return LOOPBACK.test(new URL(url).hostname);
}

/** True for a URL of this machine or of a private network. Nothing on the internet can reach such a URL. */
export function isPrivate(url: string): boolean {
	const host = new URL(url).hostname.replace(/\.$/, '').toLowerCase();
	if (isLoopback(url)) return true;
	if (host.startsWith('[')) return PRIVATE_IPV6.test(host.slice(1));
	return PRIVATE_IPV4.test(host) || !host.includes('.') || PRIVATE_NAME.test(host);
}

/**
 * Throws if Link Platform can't reach a URL. This is the case if the URL points to this machine or a private network,
 * and Link Platform runs elsewhere.
 */
export function assertReachable(url: string, credentials: Record<string, unknown>): void {
	const { current } = getBaseUrls(credentials);
	if (isLoopback(url) ? isLoopback(current) : !isPrivate(url) || isPrivate(current)) return;
	throw Failure.input(publicAddressMessages.unreachable, { address: new URL(url).origin });
}
