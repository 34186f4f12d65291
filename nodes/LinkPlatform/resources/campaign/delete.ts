import { deletion } from '../deletion';
import { campaignId } from './fields';

export const remove = deletion({
	action: 'Delete campaign permanently',
	description: 'Permanently delete a campaign, keeping its links',
	route: 'DELETE /api/campaign/{campaignId}/delete',
	fields: [campaignId],
});
