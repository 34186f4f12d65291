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
	option: { name: 'Bio Page', value: 'bioPage' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create bio page',
				description: 'Create a bio page, optionally with its blocks',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete bio page',
				description:
					'Delete a bio page for good, with its blocks and subscribers; export the subscribers before',
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
				action: 'Generate bio page',
				description: 'Have AI fill an existing bio page with content and blocks from a prompt',
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get bio page',
				description: 'Get one bio page with its settings and blocks',
			},
			{
				name: 'Get Block Types',
				value: 'getBlockTypes',
				action: 'Get bio page block types',
				description: 'Get the types of block that a bio page can have, with their settings',
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
				description: "Get any bio page by its slug as visitors see it; the API key isn't sent",
			},
			{
				name: 'Set Domain',
				value: 'setDomain',
				action: 'Set bio page domain',
				description: 'Give a bio page a domain of its own; check it with Verify Domain',
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update bio page',
				description: 'Change the name, text, look or search engine settings of a bio page',
			},
			{
				name: 'Verify Domain',
				value: 'verifyDomain',
				action: 'Verify bio page domain',
				description: "Check a bio page's own domain, and get the DNS records it needs",
			},
		],
		default: 'create',
	},
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
