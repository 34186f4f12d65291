import { locator } from '../../operations/locator';

export const domainId = locator({
	displayName: 'Domain',
	name: 'domainId',
	description: 'The domain to work on',
	searchListMethod: 'searchDomains',
	id: '3',
});
