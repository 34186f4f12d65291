import { scalarToText } from '../../api/envelope';
import { collection, text } from '../../runner/fields';
import { getMany, toLabel, type RecordList } from '../getMany';
import { qrOutput } from './record';

/**
 * The list of QR codes. Its `search` parameter matches the name or the target URL, although the list doesn't show the
 * target (current API, QR codes).
 */
export const qrCodeList: RecordList = {
	route: 'GET /api/qrs',
	collections: ['qrs'],
	label: toLabel,
	isSearchable: true,
	url: ({ url }) => scalarToText(url) || undefined,
};

export const getAll = getMany(qrCodeList, {
	action: 'Get many QR codes',
	description: 'Retrieve a list of QR codes',
	query: (input) => input.collection('filters'),
	fields: [
		collection('Filters', [
			text('Search', 'search', {
				placeholder: 'e.g. poster',
				description: 'Text that the name or the target URL contains',
			}),
		]),
		...qrOutput,
	],
});
