import type { IDataObject } from 'n8n-workflow';
import type { List } from '../../api/paging';
import { dropIpAddresses } from '../../webhooks/dropIpAddresses';
import type { RequestOperation } from '../../runner/operation';
import { paging } from '../fields';
import { linkId } from '../link/fields';
import { withLinkId } from './fields';
import { flag } from '../../runner/fields';

const list: List = {
	route: 'GET /api/url/{linkId}/stats/activity',
	collections: ['activity', 'activities', 'clicks'],
};

export const getLinkActivity: RequestOperation = {
	name: 'Get Each Click',
	action: 'Get each link click',
	description: 'Get every click on a link, with browser, country and the website it came from',
	builderHint: 'For a run at each click use the Link Platform Trigger',
	route: list.route,
	fields: [
		linkId,
		...paging,
		flag('Drop IP Addresses', 'dropIpAddresses', {
			description: "Whether to leave out visitors' IP addresses",
		}),
	],
	output: { with: { linkId: 'integer' } },
	response: {
		as: 'list',
		list,
		toItem: (click, input) =>
			withLinkId(
				input.boolean('dropIpAddresses') ? (dropIpAddresses(click) as IDataObject) : click,
				input,
			),
	},
};
