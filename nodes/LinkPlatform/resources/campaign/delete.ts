import type { RequestOperation } from '../../runner/operation';
import { campaignId } from './fields';

export const remove: RequestOperation = {
	name: 'Delete',
	action: 'Delete campaign permanently',
	description: 'Permanently delete a campaign, keeping its links',
	route: 'DELETE /api/campaign/{campaignId}/delete',
	fields: [campaignId],
	response: { as: 'deleted' },
};
