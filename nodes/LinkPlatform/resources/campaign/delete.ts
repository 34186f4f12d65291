import type { Endpoint } from '../../operation/operation';
import { campaignId } from './fields';

export const remove: Endpoint = {
	route: 'DELETE /api/campaign/{campaignId}/delete',
	fields: [campaignId],
	answer: { as: 'deleted' },
};
