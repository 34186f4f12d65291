import type { RequestOperation } from '../../runner/operation';
import { qrCodeId } from './fields';
import { qrOutput } from './record';

export const get: RequestOperation = {
	action: 'Get QR code',
	description: 'Retrieve a QR code with its scans',
	route: 'GET /api/qr/{qrCodeId}',
	fields: [qrCodeId, ...qrOutput],
};
