import type { Resource } from '../../operations/operation';
import { create } from './create';
import { createArtistic } from './createArtistic';
import { createMany } from './createMany';
import { remove } from './delete';
import { download } from './download';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const qrCode: Resource = {
	option: { name: 'QR Code', value: 'qrCode' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create QR code',
				description: 'Make one QR code for an address, with its image if wanted',
			},
			{
				name: 'Create Artistic',
				value: 'createArtistic',
				action: 'Create artistic QR code',
				description: 'Have AI draw an existing QR code in a style',
			},
			{
				name: 'Create Many',
				value: 'createMany',
				action: 'Create many QR codes',
				description: 'Make a QR code for each input item, in batches, with its image if wanted',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete QR code',
				description: 'Delete a QR code for good: printed copies stop working',
			},
			{
				name: 'Download',
				value: 'download',
				action: 'Download QR code',
				description: 'Get the image of a QR code as a file or as text',
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
		],
		default: 'create',
	},
	operations: {
		create,
		createArtistic,
		createMany,
		delete: remove,
		download,
		get,
		getAll,
		update,
	},
};
