import { collection, text } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { paging } from '../fields';
import { getMany } from '../getMany';
import { qrCodeList } from './list';
import { qrOutput, qrDetails } from './record';

export const getAll: RequestOperation = {
	name: 'Get Many',
	action: 'Get many QR codes',
	description: 'Retrieve a list of QR codes',
	...getMany(qrCodeList),
	fields: [
		...paging,
		collection('Filters', [
			text('Search', 'search', {
				placeholder: 'e.g. poster',
				description: 'Text that the name or the target URL contains',
			}),
		]),
		...qrOutput,
	],
	details: qrDetails,
	query: (input) => input.collection('filters'),
};
