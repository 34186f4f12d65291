import { waits } from '../messages';
import { waitFor } from '../waitFor';
import { qrCodeId } from './fields';

export const waitForScan = waitFor({
	fields: [qrCodeId],
	events: () => ['qr.scanned'],
	filters: (input) => ({ qrCodeId: input.string('qrCodeId') }),
	describe: (input, { name }) =>
		name ? waits.scanOf(String(name)) : waits.scanOfQrCode(input.string('qrCodeId')),
	record: {
		route: 'GET /api/qr/{qrCodeId}',
		id: 'qrCodeId',
		counter: 'scans',
		happened: 'Scanned',
	},
});
