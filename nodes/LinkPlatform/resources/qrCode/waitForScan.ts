import { waitFields, toIfAlready, waitFor } from '../waitFor';
import { qrCodeId } from './fields';

export const waitForScan = waitFor({
	event: 'qr.scanned',
	filters: (input) => ({ qrCodeId: input.id('qrCodeId') }),
	record: { route: 'GET /api/qr/{qrCodeId}', counter: 'scans' },
	name: 'Wait for Scan',
	action: 'Wait for scan of QR code',
	description: 'Pause the workflow until a QR code is scanned',
	fields: [qrCodeId, ...waitFields, toIfAlready('Scanned')],
});
