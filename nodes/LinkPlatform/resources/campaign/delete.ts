import type { RequestOperation } from '../../runner/operation';
import { campaignId } from './fields';

export const remove: RequestOperation = {
	action: 'Delete campaign permanently',
	description: 'Permanently delete a campaign. Its links are kept.',
	route: 'DELETE /api/campaign/{campaignId}/delete',
	fields: [campaignId],
};
