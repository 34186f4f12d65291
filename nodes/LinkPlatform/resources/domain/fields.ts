import type { INodeProperties } from 'n8n-workflow';

export const domainId: INodeProperties = {
	displayName: 'Domain',
	name: 'domainId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The domain to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchDomains', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 3' },
	],
};
