import { getShortUrl, getTarget } from '../../api/dialect';
import { scalarToText } from '../../api/envelope';
import type { RecordList } from '../getMany';

export const linkList: RecordList = {
	route: 'GET /api/urls',
	collections: ['urls', 'links'],
	label: (link) => `${getShortUrl(link) ?? scalarToText(link.id)} → ${getTarget(link) ?? ''}`,
	url: getShortUrl,
};
