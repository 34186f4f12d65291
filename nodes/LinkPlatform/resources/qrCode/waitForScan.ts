import type { CompositeOperation } from '../../operations/operation';
import { waits } from '../messages';
import { waitFor } from '../waitFor';
import { qrCodeId } from './fields';

export const waitForScan: CompositeOperation = {
	name: 'Wait for Scan',
	action: 'Wait for scan of QR code',
	description: 'Pause the workflow until a QR code is scanned or a time has passed',
	builderHint: 'Takes one item. To run a workflow at each scan use the Link Platform Trigger.',
	...waitFor({
		fields: [qrCodeId],
		event: 'qr.scanned',
		filters: (input) => ({ qrCodeId: input.string('qrCodeId') }),
		describe: (input, { name }) =>
			name ? waits.scanOf(String(name)) : waits.scanOfQrCode(input.string('qrCodeId')),
		record: {
			route: 'GET /api/qr/{qrCodeId}',
			id: 'qrCodeId',
			counter: 'scans',
			happened: 'Scanned',
		},
	}),
};
