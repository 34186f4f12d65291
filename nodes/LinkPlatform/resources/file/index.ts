import type { Resource } from '../../operations/operation';
import { getAll } from './getAll';
import { upload } from './upload';

/** Files that get a short URL (legacy API, Files). */
export const file: Resource = {
	option: { name: 'File', value: 'file' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many files',
				description: 'Get the uploaded files with their short URLs and downloads',
			},
			{
				name: 'Upload',
				value: 'upload',
				action: 'Upload file',
				description:
					'Publish a file of the input under a short URL, with password and expiry if wanted',
			},
		],
		default: 'upload',
	},
	operations: { getAll, upload },
};
