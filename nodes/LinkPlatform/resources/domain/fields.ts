import { locator } from '../../operations/locator';

export const domainId = locator({
	displayName: 'Domain',
	name: 'domainId',
	searchListMethod: 'searchDomains',
	id: '3',
});
