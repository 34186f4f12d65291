import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from './fields';
import { text } from '../../runner/fields';

export const setDomain: RequestOperation = {
	action: 'Set bio page domain',
	description: 'Show a bio page on its own domain. Check the domain with Verify Domain.',
	route: 'PUT /api/bio/{bioPageId}/domain',
	fields: [
		bioPageId,
		text('Domain', 'domain', {
			required: true,
			placeholder: 'e.g. ada.example.com',
			description: 'Name of the domain, without https://',
		}),
	],
};
