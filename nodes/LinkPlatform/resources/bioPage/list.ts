import { toLabel, type RecordList } from '../recordList';

/** The collection's name is not documented. */
export const bioPageList: RecordList = {
	route: 'GET /api/bios',
	collections: ['bios', 'bio', 'profiles'],
	label: toLabel,
	url: ({ url }) => String(url),
};
