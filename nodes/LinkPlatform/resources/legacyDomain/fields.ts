import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { locator, url } from '../../runner/fields';

export const legacyDomainId = locator({
	displayName: 'Domain',
	name: 'legacyDomainId',
	searchListMethod: 'searchLegacyDomains',
});

/** Where visitors go who ask for no short link, or for one that does not exist. */
export const redirects: INodeProperties[] = [
	url('Not Found Redirect', 'redirect404', {
		placeholder: 'e.g. https://example.com/not-found',
		description: "Where visitors go when a short link doesn't exist",
	}),
	url('Root Redirect', 'redirectRoot', {
		placeholder: 'e.g. https://example.com',
		description: 'Where visitors of the bare domain go',
	}),
];

/** The redirects under the names of the legacy API (Branded domain). */
export function redirectsBody({ redirectRoot, redirect404 }: IDataObject): IDataObject {
	return { redirectroot: redirectRoot, redirect404 };
}
