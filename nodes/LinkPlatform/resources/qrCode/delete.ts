import type { RequestOperation } from '../../operations/operation';
import { qrCodeId } from './fields';

export const remove: RequestOperation = {
	route: 'DELETE /api/qr/{qrCodeId}/delete',
	fields: [qrCodeId],
	response: { as: 'deleted' },
};
