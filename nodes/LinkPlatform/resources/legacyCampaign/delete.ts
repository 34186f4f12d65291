import type { RequestOperation } from '../../runner/operation';
import { legacyCampaignId } from './fields';

/** Deletes a campaign: `DELETE /api/campaign/:id/delete` (legacy API, Campaigns). */
export const remove: RequestOperation = {
	action: 'Delete legacy campaign permanently',
	description: 'Permanently delete a campaign of the legacy API',
	route: 'DELETE legacy:/api/campaign/{legacyCampaignId}/delete',
	fields: [legacyCampaignId],
};
