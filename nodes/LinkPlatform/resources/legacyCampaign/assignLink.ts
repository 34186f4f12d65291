import type { RequestOperation } from '../../operations/operation';
import { linkId } from '../link/fields';
import { legacyCampaignId } from './fields';

/** `POST /api/campaign/:campaignid/assign/:linkid` of v3 (document 1, Campaigns). */
export const assignLink: RequestOperation = {
	route: 'POST legacy:/api/campaign/{legacyCampaignId}/assign/{linkId}',
	fields: [legacyCampaignId, linkId],
};
