import { collection } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { campaignName, legacyCampaignId, rotator } from './fields';
import { toCampaign } from './record';

/**
 * Updates a campaign: `PUT /api/campaign/:id/update` (legacy API, Campaigns), which requires the name in every
 * request.
 */
export const update: RequestOperation = {
	action: 'Update legacy campaign',
	description: 'Change the name or rotator page of a campaign',
	route: 'PUT legacy:/api/campaign/{legacyCampaignId}/update',
	fields: [
		legacyCampaignId,
		{
			...campaignName,
			description: 'New name, or the current one. Required for every update.',
		},
		collection('Update Fields', rotator),
	],
	toItem: toCampaign,
};
