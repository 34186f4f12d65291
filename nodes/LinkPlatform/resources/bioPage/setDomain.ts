import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from './fields';

export const setDomain: RequestOperation = {
	name: 'Set Domain',
	action: 'Set bio page domain',
	description: 'Show a bio page on its own domain. Check the domain with Verify Domain.',
	route: 'PUT /api/bio/{bioPageId}/domain',
	fields: [
		bioPageId,
		{
			displayName: 'Domain',
			name: 'domain',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. ada.example.com',
		},
	],
	body: (input) => ({ domain: input.string('domain') }),
};
