import type { RequestOperation } from '../../runner/operation';
import { getMany } from '../getMany';
import { pixelList } from './list';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many pixels',
	description: 'Retrieve a list of tracking pixels',
	...getMany(pixelList),
};
