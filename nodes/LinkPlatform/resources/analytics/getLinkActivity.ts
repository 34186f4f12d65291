import type { IDataObject } from 'n8n-workflow';
import { withoutUserAgent } from '../../api/dialect';
import type { List } from '../../api/paging';
import { getBotReason } from '../../events/bots';
import { dropIpAddresses } from '../../events/dropIpAddresses';
import type { RequestOperation } from '../../runner/operation';
import { dropIps, paging } from '../fields';
import { linkId } from '../link/fields';
import { withLinkId } from './fields';
import { hiddenFromTools } from '../../runner/fields';

/** The clicks of a link. The API docs say that they are in chronological order, but don't name their fields. */
const activityList: List = {
	route: 'GET /api/url/{linkId}/stats/activity',
	collections: ['activity', 'activities', 'clicks'],
	holds: 'objects',
};

export const getLinkActivity: RequestOperation = {
	name: 'Get Each Click',
	action: 'Get each link click',
	description: 'Get every click on a link',
	route: activityList.route,
	fields: [
		linkId,
		...paging,
		{ ...dropIps, displayOptions: hiddenFromTools },
		{ ...dropIps, default: true, displayOptions: { show: { '@tool': [true] } } },
	],
	list: activityList,
	toItem: (click, input) => {
		const isDropping = input.boolean('dropIpAddresses');
		const shown = isDropping ? (dropIpAddresses(click) as IDataObject) : click;
		// The word in the user agent or browser name that shows that a program clicked, not a person.
		const botReason = getBotReason(shown) ?? null;
		// A model reads user agents for nothing: they are a third of the text.
		const json = input.isTool ? withoutUserAgent(shown) : shown;
		return withLinkId({ ...json, isLikelyBot: botReason !== null, botReason }, input);
	},
};
