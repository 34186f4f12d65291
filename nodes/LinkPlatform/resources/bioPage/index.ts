import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { duplicate } from './duplicate';
import { generate } from './generate';
import { get } from './get';
import { getAll } from './getAll';
import { getBlockTypes } from './getBlockTypes';
import { getPublic } from './getPublic';
import { setDomain } from './setDomain';
import { update } from './update';
import { verifyDomain } from './verifyDomain';

/** Bio pages (current API, Bio profiles). */
export const bioPage: Resource = {
	option: { name: 'Bio Page', value: 'bioPage', description: 'Link-in-bio pages' },
	operationField: operationMenu('create', [
		{
			name: 'Create',
			value: 'create',
			action: 'Create bio page',
			description: 'Create a bio page, optionally with its blocks',
		},
		{
			name: 'Duplicate',
			value: 'duplicate',
			action: 'Duplicate bio page',
			description:
				'Copy a bio page with its settings and blocks. The subscribers and the domain are not copied.',
		},
		{
			name: 'Generate',
			value: 'generate',
			action: 'Generate content of bio page with AI',
			description: 'Fill an existing bio page with content and blocks, written by AI from a prompt',
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get bio page',
			description: 'Get one bio page with its settings and blocks',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many bio pages',
			description: 'Get the bio pages of the account',
		},
		{
			name: 'Get Public',
			value: 'getPublic',
			action: 'Get public bio page',
			description: "Get any bio page by its alias, as visitors see it. The API key isn't sent.",
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update bio page',
			description: 'Change the name, text, look or search engine settings of a bio page',
		},
		{
			name: 'Set Domain',
			value: 'setDomain',
			action: 'Set bio page domain',
			description: 'Show a bio page on its own domain. Check the domain with Verify Domain.',
		},
		{
			name: 'Verify Domain',
			value: 'verifyDomain',
			action: 'Verify bio page domain',
			description: 'Check the domain of a bio page, and get the DNS records it needs',
		},
		{
			name: 'Get Block Types',
			value: 'getBlockTypes',
			action: 'Get bio page block types',
			description: 'Get the types of block that a bio page can have, with their settings',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete bio page permanently',
			description:
				'Permanently delete a bio page and everything on it. Export its subscribers first.',
		},
	]),
	operations: {
		create,
		delete: remove,
		duplicate,
		generate,
		get,
		getAll,
		getBlockTypes,
		getPublic,
		setDomain,
		update,
		verifyDomain,
	},
};
