import { collection } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { campaignName, rotator } from './fields';
import { toCampaign } from './record';

/** Creates a campaign: `POST /api/campaign/add` (legacy API, Campaigns), where even the name is optional. */
export const create: RequestOperation = {
	action: 'Create legacy campaign',
	description: 'Create a campaign, with an optional public rotator page',
	route: 'POST legacy:/api/campaign/add',
	fields: [collection('Additional Fields', [campaignName, ...rotator])],
	toItem: toCampaign,
};
