import { deletion } from '../deletion';
import { campaignId } from './fields';

export const remove = deletion({
	action: 'Delete campaign permanently',
	description: 'Permanently delete a campaign. Its links are kept.',
	route: 'DELETE /api/campaign/{campaignId}/delete',
	fields: [campaignId],
});
