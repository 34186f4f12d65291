import type { INodeProperties } from 'n8n-workflow';
import { locator } from '../../operations/locator';

export const blockKey = locator({
	displayName: 'Block',
	name: 'blockKey',
	description: 'The block of the page to work on',
	searchListMethod: 'searchBlocks',
	idLabel: 'By Key',
	id: 'b7f3a1',
});

const contentMode: INodeProperties = {
	displayName: 'Content Mode',
	name: 'contentMode',
	type: 'options',
	options: [
		{
			name: 'Fields',
			value: 'fields',
			description: 'Fill in the fields that the service describes for this type of block',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'Give the content as one JSON object, for any type of block and for AI agents',
		},
	],
	default: 'fields',
	description: 'How to give the content of the block',
};

const content: INodeProperties = {
	displayName: 'Content',
	name: 'content',
	type: 'json',
	default: '{}',
	displayOptions: { show: { contentMode: ['json'] } },
	placeholder: 'e.g. {"title": "My shop", "url": "https://example.com/shop", "icon": "cart"}',
	description:
		'The content as a JSON object; its fields depend on the type of block, see Bio Page > Get Block Types',
};

/** The content of a new block; the fields offered follow its type. */
export const newContent = [
	contentMode,
	content,
	blockFields(['type', 'customType'], 'The content of the block; fields left empty are not sent'),
];

/** The content of a block that is there already; the fields offered follow the block, with what it holds now. */
export const changedContent = [
	contentMode,
	content,
	blockFields(
		['bioPageId.value', 'blockKey.value'],
		'The new content of the block: keep the fields that are to stay, as the service may drop what is left out',
	),
];

function blockFields(loadOptionsDependsOn: string[], description: string): INodeProperties {
	return {
		displayName: 'Block Fields',
		name: 'blockFields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		displayOptions: { show: { contentMode: ['fields'] } },
		typeOptions: {
			loadOptionsDependsOn,
			resourceMapper: {
				resourceMapperMethod: 'getBlockFields',
				mode: 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: false,
			},
		},
		description,
	};
}
