import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { getAll } from './getAll';
import { upload } from './upload';

/** Files that get a short URL (legacy API, Files). */
export const file: Resource = {
	option: { name: 'File', value: 'file', description: 'Files with a short URL' },
	operationField: operationMenu('upload', [
		{
			name: 'Upload',
			value: 'upload',
			action: 'Upload file',
			description: 'Upload a file and get a short URL for it, with optional password and expiry',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many files',
			description: 'Get the uploaded files with their short URLs and downloads',
		},
	]),
	operations: { getAll, upload },
};
