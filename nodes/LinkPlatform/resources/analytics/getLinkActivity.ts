import type { IDataObject } from 'n8n-workflow';
import type { List } from '../../api/paging';
import { getClickBotReason } from '../../webhooks/bots';
import { dropIpAddresses } from '../../webhooks/dropIpAddresses';
import type { Input } from '../../runner/input';
import type { RequestOperation } from '../../runner/operation';
import { paging } from '../fields';
import { linkId, withLinkId } from './fields';
import { flag } from '../../runner/fields';

/** The clicks of a link, documented as chronological; their fields are not. */
export const activityList: List = {
	route: 'GET /api/url/{linkId}/stats/activity',
	collections: ['activity', 'activities', 'clicks'],
};

export const getLinkActivity: RequestOperation = {
	name: 'Get Each Click',
	action: 'Get each link click',
	description: 'Get every click on a link, with browser, country and the website it came from',
	builderHint: 'For a run at each click use the Link Platform Trigger',
	route: activityList.route,
	fields: [
		linkId,
		...paging,
		flag('Drop IP Addresses', 'dropIpAddresses', {
			displayOptions: { hide: { '@tool': [true] } },
			description: "Whether to leave out visitors' IP addresses",
		}),
		flag('Include IP Addresses', 'includeIpAddresses', {
			displayOptions: { show: { '@tool': [true] } },
			description: "Whether to show visitors' IP addresses to the AI model",
		}),
	],
	output: { with: { linkId: 'integer', isLikelyBot: 'boolean', botReason: 'string?' } },
	response: {
		as: 'list',
		list: activityList,
		toItem: (click, input) =>
			withLinkId(
				withBotReason(isDropping(input) ? (dropIpAddresses(click) as IDataObject) : click),
				input,
			),
	},
};

/** Whether a program made the click, and the word in its user agent or in the name of its browser that says so. */
function withBotReason(click: IDataObject): IDataObject {
	const botReason = getClickBotReason(click) ?? null;
	return { ...click, isLikelyBot: botReason !== null, botReason };
}

function isDropping(input: Input): boolean {
	return input.isTool ? !input.boolean('includeIpAddresses') : input.boolean('dropIpAddresses');
}
