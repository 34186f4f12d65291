import type { Resource } from '../../runner/operation';
import { create } from './create';
import { createArtistic } from './createArtistic';
import { createMany } from './createMany/createMany';
import { remove } from './delete';
import { download } from './download';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { waitForScan } from './waitForScan';

export const qrCode: Resource = {
	name: 'QR Code',
	value: 'qrCode',
	description: 'Codes and their images',
	operations: {
		create,
		createMany,
		download,
		get,
		getAll,
		update,
		waitForScan,
		createArtistic,
		delete: remove,
	},
};
