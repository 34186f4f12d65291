import type { RequestOperation } from '../../runner/operation';
import { qrCodeId } from './fields';

export const remove: RequestOperation = {
	action: 'Delete QR code permanently',
	description: 'Permanently delete a QR code. Printed copies may stop working.',
	route: 'DELETE /api/qr/{qrCodeId}/delete',
	fields: [qrCodeId],
};
