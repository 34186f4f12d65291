import type { RequestOperation } from '../../operations/operation';
import { campaignId } from './fields';

export const remove: RequestOperation = {
	route: 'DELETE /api/campaign/{campaignId}/delete',
	fields: [campaignId],
	response: { as: 'deleted' },
};
