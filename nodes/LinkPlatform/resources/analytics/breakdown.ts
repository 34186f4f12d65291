import type { IDataObject } from 'n8n-workflow';
import { scalarToText } from '../../api/envelope';
import type { Route } from '../../api/route';
import type { RequestOperation, Shared } from '../../runner/operation';
import { linkId } from '../link/fields';
import { withLinkId } from './fields';
import { withNumbers } from './numbers';

/** Clicks of a link by a dimension such as `country`, or by date without one: a list of records. */
export function breakdown(
	route: Route,
	collections: string[],
	dimension?: string,
): Shared<RequestOperation> {
	const withKey = (row: IDataObject) => {
		if (dimension === undefined) return row;
		const name = ['code', 'key', 'name', dimension].find((one) => scalarToText(row[one]) !== '');
		const marks = { dimension, key: name === undefined ? '' : scalarToText(row[name]) };
		return { ...marks, ...row, ...marks };
	};
	return {
		route,
		fields: [linkId],
		response: {
			as: 'list',
			list: { route, collections, isPaged: false },
			toItem: (row, input) => withLinkId(withKey(withNumbers(row)), input),
		},
	};
}
