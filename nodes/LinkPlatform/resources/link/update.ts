import type { IDataObject } from 'n8n-workflow';
import { getShortUrl, getTarget, withTarget } from '../../api/dialect';
import type { CompositeOperation } from '../../runner/operation';
import { sendForRecord, toItemRequest } from '../../runner/requests';
import { getChanges, updateFields } from '../../runner/updateFields';
import {
	alias,
	assertNoLoop,
	checkRecord,
	linkBody,
	linkId,
	linkSettings,
	targetUrl,
} from './fields';
import { doubts } from '../doubts';
import { getLinkLookup } from './linkLookup';

export const update: CompositeOperation = {
	action: 'Update link',
	description: 'Change the target or the settings of a link',
	routes: ['PUT /api/url/{linkId}/update'],
	warnings: [doubts],
	fields: [
		linkId,
		...updateFields(
			[
				{ ...alias, description: 'Part of the short URL after the slash' },
				...linkSettings,
				targetUrl,
			],
			['password', 'expiry', 'maxClicks', 'campaignId'],
		),
	],
	orderingKey: (input) => input.string('linkId'),
	run: async (input, context) => {
		const body = linkBody(getChanges(input));
		const request = toItemRequest('PUT /api/url/{linkId}/update', input);
		// If the user entered the link's short URL or alias, the lookup has already read the link's record.
		const known = getLinkLookup(context.account).known(`id ${input.string('linkId')}`)[0] ?? {};
		assertNoLoop(body.url, getShortUrl(known));
		const record = await sendForRecord(context.client, { ...request, body });
		checkRecord(record, body, context);
		return [{ json: { ...record, ...toPrevious(known, body) } }];
	},
};

/** Returns `previousUrl` if the link's previous target is known, and stores the new target in the lookup. */
export function toPrevious(link: IDataObject, { url }: IDataObject): IDataObject {
	const previousUrl = getTarget(link);
	if (url === undefined || previousUrl === undefined) return {};
	Object.assign(link, withTarget(link, String(url)));
	return { previousUrl };
}
