import type { IDataObject } from 'n8n-workflow';
import { locator, url } from '../../runner/fields';

export const legacyDomainId = locator('Domain', 'legacyDomainId', 'searchLegacyDomains');

/** The fields for two redirects: for visitors of the domain itself, and for short links that don't exist. */
export const redirects = [
	url('Not Found Redirect', 'redirect404', {
		placeholder: 'e.g. https://example.com/not-found',
		description: "Where visitors go when a short link doesn't exist",
	}),
	url('Root Redirect', 'redirectRoot', {
		placeholder: 'e.g. https://example.com',
		description: 'Where visitors go when they open the domain without a short link',
	}),
];

/** Returns the redirects under their names in the API (legacy API, Branded domains). */
export function redirectsBody({ redirectRoot, redirect404 }: IDataObject): IDataObject {
	return { redirectroot: redirectRoot, redirect404 };
}
