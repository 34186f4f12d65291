import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { create } from './create';
import { createArtistic } from './createArtistic';
import { createMany } from './createMany';
import { remove } from './delete';
import { download } from './download';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { waitForScan } from './waitForScan';

export const qrCode: Resource = {
	option: { name: 'QR Code', value: 'qrCode', description: 'Codes and their images' },
	operationField: operationMenu('create', [
		{
			name: 'Create',
			value: 'create',
			action: 'Create QR code',
			description: 'Create a QR code and optionally download its image',
			builderHint: { propertyHint: 'For several rows use createMany' },
		},
		{
			name: 'Create Many',
			value: 'createMany',
			action: 'Create many QR codes',
			description: 'Create a QR code for each input item, in batches, with their images',
			builderHint: {
				propertyHint:
					'Takes all input items at once: never in a loop. Returns the images too. skipExisting makes it safe to run again.',
			},
		},
		{
			name: 'Download',
			value: 'download',
			action: 'Download QR code',
			description: 'Get the image of a QR code as a file or as text',
			builderHint: { propertyHint: 'create and createMany return images themselves' },
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get QR code',
			description: 'Get one QR code with its scans',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many QR codes',
			description: 'Get the QR codes of the account',
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update QR code',
			description: 'Change the name, colors or size of a QR code',
		},
		{
			name: 'Wait for Scan',
			value: 'waitForScan',
			action: 'Wait for scan of QR code',
			description: 'Pause the workflow until a QR code is scanned or a time has passed',
			builderHint: {
				propertyHint:
					'Takes one item. To run a workflow at each scan use the Link Platform Trigger.',
			},
		},
		{
			name: 'Create Artistic',
			value: 'createArtistic',
			action: 'Create artistic QR code with AI',
			description: 'Restyle an existing QR code with AI',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete QR code permanently',
			description: 'Permanently delete a QR code. Printed copies may stop working.',
		},
	]),
	operations: {
		create,
		createArtistic,
		createMany,
		delete: remove,
		download,
		get,
		getAll,
		update,
		waitForScan,
	},
};
