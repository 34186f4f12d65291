import type { RequestOperation } from '../../runner/operation';
import { linkId } from '../link/fields';
import { legacyCampaignId } from './fields';

/** Assigns a link to a campaign: `POST /api/campaign/:campaignid/assign/:linkid` (legacy API, Campaigns). */
export const assignLink: RequestOperation = {
	action: 'Assign link to legacy campaign',
	description: 'Put a short link into a campaign',
	route: 'POST legacy:/api/campaign/{legacyCampaignId}/assign/{linkId}',
	fields: [legacyCampaignId, linkId],
};
