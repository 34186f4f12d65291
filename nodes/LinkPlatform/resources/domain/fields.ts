import { byId, locator } from '../../runner/fields';

export const domainId = locator('Domain', 'domainId', 'searchDomains', [
	{ ...byId, placeholder: 'e.g. 3' },
]);
