import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { create } from './create';
import { createOnce } from './createOnce';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';
import { waitForClick } from './waitForClick';

export const link: Resource = {
	option: { name: 'Link', value: 'link', description: 'Short links' },
	operationField: operationMenu('create', [
		{
			name: 'Create',
			value: 'create',
			action: 'Create link',
			description: 'Create a short link',
			builderHint: {
				propertyHint: 'A repeated run creates another link; createOnce and upsert do not',
			},
		},
		{
			name: 'Create or Update',
			value: 'upsert',
			action: 'Create or update link',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			builderHint: { propertyHint: 'For a link whose target changes: always the same alias' },
		},
		{
			name: 'Create Once',
			value: 'createOnce',
			action: 'Create link once',
			description: 'Create a short link only once, even if the run is repeated',
			builderHint: { propertyHint: 'Safe where n8n may retry' },
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get link',
			description: 'Get one link with its clicks',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many links',
			description: 'Get the links of the account',
			builderHint: {
				propertyHint: 'Reads all pages by itself: set returnAll, and narrow with filters',
			},
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update link',
			description: 'Change the target or the settings of a link',
		},
		{
			name: 'Wait for Click',
			value: 'waitForClick',
			action: 'Wait for click on link',
			description: 'Pause the workflow until a link is clicked or a time has passed',
			builderHint: {
				propertyHint:
					'Takes one item. To run a workflow at each click use the Link Platform Trigger.',
			},
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete link permanently',
			description: 'Permanently delete a link. Its short URL stops working.',
		},
	]),
	operations: { create, createOnce, upsert, delete: remove, get, getAll, update, waitForClick },
};
