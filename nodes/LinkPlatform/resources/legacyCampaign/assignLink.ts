import type { RequestOperation } from '../../operations/operation';
import { linkId } from '../link/fields';
import { legacyCampaignId } from './fields';

/** `POST /api/campaign/:campaignid/assign/:linkid` of the legacy API (Campaigns). */
export const assignLink: RequestOperation = {
	route: 'POST legacy:/api/campaign/{legacyCampaignId}/assign/{linkId}',
	fields: [legacyCampaignId, linkId],
};
