import type { RequestOperation } from '../../operations/operation';
import { qrCodeId } from './fields';
import { qrOutput, qrDetails } from './record';

export const get: RequestOperation = {
	route: 'GET /api/qr/{qrCodeId}',
	fields: [qrCodeId, ...qrOutput],
	details: qrDetails,
};
