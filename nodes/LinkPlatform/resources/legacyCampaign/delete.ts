import type { Endpoint } from '../../operation/operation';
import { legacyCampaignId } from './fields';

/** `DELETE /api/campaign/:id/delete` of v3 (document 1, Campaigns). */
export const remove: Endpoint = {
	route: 'DELETE legacy:/api/campaign/{legacyCampaignId}/delete',
	fields: [legacyCampaignId],
	answer: { as: 'deleted' },
};
