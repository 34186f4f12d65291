import { locator } from '../../runner/fields';

export const domainId = locator({
	displayName: 'Domain',
	name: 'domainId',
	searchListMethod: 'searchDomains',
	id: '3',
});
