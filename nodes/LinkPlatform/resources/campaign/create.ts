import { collection } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { description, name } from './fields';

export const create: RequestOperation = {
	action: 'Create campaign',
	description: 'Create a campaign, a group of links whose clicks are counted together',
	route: 'POST /api/campaign/add',
	fields: [name, collection('Additional Fields', [description])],
};
