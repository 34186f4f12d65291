import { deletion } from '../deletion';
import { qrCodeId } from './fields';

export const remove = deletion({
	action: 'Delete QR code permanently',
	description: 'Permanently delete a QR code. Printed copies may stop working.',
	route: 'DELETE /api/qr/{qrCodeId}/delete',
	fields: [qrCodeId],
});
