import type { IDataObject } from 'n8n-workflow';
import { getPayload, isRecord } from '../../api/envelope';
import type { Route } from '../../api/route';
import type { RequestOperation, Shared } from '../../runner/operation';
import { linkId } from '../link/fields';
import { withLinkId } from './fields';

/**
 * Clicks of a link by some property: `keyedBy` names the field for the keys, if the response is an
 * object of counts. Most of these responses are not documented, so several forms are read.
 */
export function breakdown(
	route: Route,
	collections: string[],
	keyedBy = 'name',
): Shared<RequestOperation> {
	const parse = (body: unknown) => toKeyedRecords(body, collections, keyedBy);
	return {
		route,
		fields: [linkId],
		output: { with: { linkId: 'integer' } },
		response: {
			as: 'list',
			list: { route, collections, isPaged: false, parse },
			toItem: withLinkId,
		},
	};
}

/** The rows of `{"Chrome": 12}`, or of `{"Chrome": {…}}`: each key under the name `keyedBy`. */
function toKeyedRecords(
	body: unknown,
	collections: string[],
	keyedBy: string,
): IDataObject[] | undefined {
	const data = getPayload(body);
	const isBare = isRecord(body) && data !== body.data;
	if (!isRecord(data) || (isBare && Object.keys(data).length === 0)) return undefined;
	const name = collections.find((candidate) => isRecord(data[candidate]));
	const entries = Object.entries(name === undefined ? data : (data[name] as IDataObject));
	const rows = entries.map(([key, value]) => {
		if (isRecord(value)) return { [keyedBy]: key, ...value };
		const isCount = value !== null && value !== '' && Number.isFinite(Number(value));
		return isCount ? { [keyedBy]: key, clicks: Number(value) } : undefined;
	});
	return rows.every((row) => row !== undefined) ? rows : undefined;
}
