import type { Endpoint } from '../../operation/operation';
import { qrCodeId } from './fields';
import { qrOutput, simplifiedQr } from './record';

export const get: Endpoint = {
	route: 'GET /api/qr/{qrCodeId}',
	fields: [qrCodeId, ...qrOutput],
	simplified: simplifiedQr,
};
