import type { Resource } from '../../runner/operation';
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
	value: 'bioPage',
	description: 'Link-in-bio pages',
	operations: {
		create,
		duplicate,
		generate,
		get,
		getAll,
		getPublic,
		update,
		setDomain,
		verifyDomain,
		getBlockTypes,
		delete: remove,
	},
};
