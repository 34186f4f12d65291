import { without } from '../../api/envelope';
import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';
import { linkId } from '../link/fields';
import { withLinkId } from './fields';

export const getLinkActivity: Endpoint = {
	route: 'GET /api/url/{linkId}/stats/activity',
	fields: [
		linkId,
		...paging,
		{
			displayName: 'Drop IP Addresses',
			name: 'dropIpAddresses',
			type: 'boolean',
			default: false,
			description: 'Whether to leave out the IP address of visitors',
		},
	],
	answer: {
		as: 'list',
		collections: ['activity', 'activities', 'clicks'],
		row: (click, input) =>
			withLinkId(input.flag('dropIpAddresses') ? without(click, ['ip']) : click, input),
	},
};
