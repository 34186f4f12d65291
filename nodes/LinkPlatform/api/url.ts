const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * One text for all spellings of a URL: capitals, punycode or Unicode in the host, a default port, percent-encoding
 * that is not needed, composed or decomposed letters. A slash at the end of a path counts, since servers may tell
 * the two apart. Undefined for what is no URL with a scheme.
 */
export function normalizeUrl(text: string): string | undefined {
	const given = text.trim().normalize('NFC');
	if (!SCHEME.test(given) || !URL.canParse(given)) return undefined;
	const url = new URL(given);
	url.pathname = recode(url.pathname, '/');
	url.search = recode(url.search.slice(1).replaceAll('+', '%20'), '&', '=');
	url.hash = recode(url.hash.slice(1));
	return url.href;
}

/** True if both are the same URL in any spelling, or the same text. */
export function isSameUrl(one: string, other: string): boolean {
	return one === other || (normalizeUrl(one) ?? NaN) === normalizeUrl(other);
}

/** Host and path of a short URL in one spelling, since people paste them with and without scheme, query and hash. */
export function toShortAddress(text: string): string {
	const url = parseAddress(text);
	return url ? url.host + trimSlashes(url.pathname) : text.trim();
}

/** The host of a URL or domain in lower case, with its port; '' if there is none. */
export function getHost(text: string): string {
	return parseAddress(text)?.host ?? '';
}

function parseAddress(text: string): URL | undefined {
	const given = text.trim();
	const url = normalizeUrl(SCHEME.test(given) ? given : `https://${given}`);
	return url !== undefined && /^https?:/.test(url) ? new URL(url) : undefined;
}

/** By hand: an expression would try again from each of the slashes inside. */
function trimSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end -= 1;
	return path.slice(0, end);
}

/** Percent-encodes each part only as needed; a part that cannot be decoded stays as it is. */
function recode(text: string, separator?: string, inner?: string): string {
	if (separator !== undefined) {
		return text
			.split(separator)
			.map((part) => recode(part, inner))
			.join(separator);
	}
	try {
		return encodeURIComponent(decodeURIComponent(text).normalize('NFC'));
	} catch {
		return text;
	}
}
