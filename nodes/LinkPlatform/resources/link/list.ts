import type { RecordList } from '../recordList';

export const linkList: RecordList = {
	route: 'GET /api/urls',
	collections: ['urls', 'links'],
	label: ({ shorturl, longurl }) => `${String(shorturl)} → ${String(longurl)}`,
	url: ({ shorturl }) => String(shorturl),
};
