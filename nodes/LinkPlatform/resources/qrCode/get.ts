import type { RequestOperation } from '../../operations/operation';
import { qrCodeId } from './fields';
import { qrOutput, simplifiedQr } from './record';

export const get: RequestOperation = {
	route: 'GET /api/qr/{qrCodeId}',
	fields: [qrCodeId, ...qrOutput],
	simplified: simplifiedQr,
};
