import type { IDataObject } from 'n8n-workflow';
import { getPayload, isRecord, scalarToText } from '../../api/envelope';
import type { Route } from '../../api/route';
import type { RequestOperation, Shared } from '../../runner/operation';
import { linkId } from '../link/fields';
import { withLinkId } from './fields';
import { withNumbers } from './numbers';

/** Where the rows of a breakdown have what they count, besides under the dimension itself. */
const KEYS = ['code', 'key', 'name', 'label', 'title'];

/**
 * Clicks of a link by a dimension such as `country`, or by date without one. Most of these responses are not
 * documented, so several forms are read.
 */
export function breakdown(
	route: Route,
	collections: string[],
	dimension?: string,
): Shared<RequestOperation> {
	const keyedBy = dimension === undefined ? 'date' : 'name';
	const parse = (body: unknown) => toKeyedRecords(body, collections, keyedBy);
	return {
		route,
		fields: [linkId],
		response: {
			as: 'list',
			list: { route, collections, isPaged: false, parse },
			toItem: (given, input) => {
				const row = withNumbers(fromPair(given, keyedBy));
				return withLinkId(dimension === undefined ? row : withKey(row, dimension), input);
			},
		},
	};
}

/** A row with what it is about in fields that all breakdowns share, so that several fit one table. */
function withKey(row: IDataObject, dimension: string): IDataObject {
	const name = [...KEYS, dimension].find((candidate) => scalarToText(row[candidate]) !== '');
	const value = name === undefined ? Object.values(row).find(isFilledText) : row[name];
	const marks = { dimension, key: scalarToText(value) };
	return { ...marks, ...row, ...marks };
}

function isFilledText(value: unknown): boolean {
	return typeof value === 'string' && value !== '';
}

/** A row that was `["Chrome", 12]`: lists file under `name` what is no record. */
function fromPair(row: IDataObject, keyedBy: string): IDataObject {
	const { name: pair } = row;
	return Array.isArray(pair) && pair.length === 2 ? { [keyedBy]: pair[0], clicks: pair[1] } : row;
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
