import type { Endpoint } from '../../operation/operation';
import { linkId } from '../link/fields';
import { legacyCampaignId } from './fields';

/** `POST /api/campaign/:campaignid/assign/:linkid` of v3 (document 1, Campaigns). */
export const assignLink: Endpoint = {
	route: 'POST legacy:/api/campaign/{legacyCampaignId}/assign/{linkId}',
	fields: [legacyCampaignId, linkId],
};
