import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choice, json, locator } from '../../runner/fields';
import type { Input } from '../../runner/input';
import { getObject } from '../fields';

export const blockKey = locator('Block', 'blockKey', 'searchBlocks', [
	{ displayName: 'By Key', name: 'id', placeholder: 'e.g. b7f3a1' },
]);

const contentMode = choice(
	'Content Mode',
	'contentMode',
	[
		{ value: 'fields', description: 'Fill in the fields of this type of block' },
		{
			name: 'JSON',
			value: 'json',
			description: 'Enter one JSON object, which works for any type of block and for AI agents',
		},
	],
	{
		builderHint: {
			propertyHint: "Use 'json' with content: the fields are loaded from the account",
		},
	},
);

const content = json('Content', 'content', {
	displayOptions: { show: { contentMode: ['json'] } },
	placeholder: 'e.g. {"title": "My shop", "url": "https://example.com/shop", "icon": "cart"}',
	description: 'Content as a JSON object. Bio Page > Get Block Types lists the fields.',
});

/** The content of a new block. The form shows the fields for the block's type. */
export const newContent = [
	contentMode,
	content,
	blockFields(['type', 'customType'], 'Content of the block. Empty fields are not sent.'),
];

/** The content of an existing block. The form shows the fields of this block with their current values. */
export const changedContent = [
	contentMode,
	content,
	blockFields(
		['bioPageId.value', 'blockKey.value'],
		'New content of the block. Include all fields you want to keep, as the rest may be removed.',
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

/** Returns the `content` of a block (current API, Bio profiles) from the form's fields or from the JSON object. */
export function getContent(input: Input): IDataObject {
	if (input.string('contentMode') !== 'json') return input.collection('blockFields');
	input.required('content');
	return getObject(input, 'content');
}
