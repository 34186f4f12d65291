import type { Resource } from '../../runner/operation';
import { getAll } from './getAll';
import { upload } from './upload';

/** Files that get a short URL (legacy API, Files). */
export const file: Resource = {
	value: 'file',
	description: 'Files with a short URL',
	operations: { upload, getAll },
};
