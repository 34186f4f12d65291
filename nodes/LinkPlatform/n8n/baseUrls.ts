import { Failure } from '../api/failure';

/**
 * Cleans a base URL as people paste it: surrounding space, trailing slashes and a trailing `/api` go,
 * a missing scheme becomes `https://`. Fails when nothing usable is left, and names the field by its label.
 */
export function parseBaseUrl(text: unknown, label = 'API URL'): string {
	const pasted = String(text ?? '').trim();
	const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(pasted) ? pasted : `https://${pasted}`;
	const cleaned = withScheme.replace(/[?#].*$/, '').replace(/\/+$/, '');
	const base = cleaned.replace(/\/api$/i, '').replace(/\/+$/, '');
	if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
		throw Failure.input(
			`'${label}' in the credential is not a web address: "${pasted}"`,
			`Enter the base URL of the service in '${label}', e.g. https://links.example.com`,
		);
	}
	return base;
}

/** The base URLs of a credential: `current`, and `legacy`, which falls back to the current one. */
export function getBaseUrls(credentials: { apiUrl?: unknown; legacyApiUrl?: unknown }) {
	const current = parseBaseUrl(credentials.apiUrl);
	const legacy = String(credentials.legacyApiUrl ?? '').trim();
	return { current, legacy: legacy ? parseBaseUrl(legacy, 'Legacy API URL') : current };
}
