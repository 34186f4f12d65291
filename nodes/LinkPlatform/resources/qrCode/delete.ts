import type { Endpoint } from '../../operation/operation';
import { qrCodeId } from './fields';

export const remove: Endpoint = {
	route: 'DELETE /api/qr/{qrCodeId}/delete',
	fields: [qrCodeId],
	answer: { as: 'deleted' },
};
