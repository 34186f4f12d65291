import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getPayload, isRecord } from '../../api/envelope';
import { readShortList } from '../../api/paging';
import { toRequest } from '../../api/route';
import { mapConcurrent } from '../../runner/mapConcurrent';
import { qrCodeList } from './list';
import { isNamed, leadsTo, newestFirst, toPlain, type Row } from './compare';

/** In pages: a search that finds more does not narrow the list, or looks for what is in every target. */
const LONGEST_SEARCH = 3;
/** A part of a name finds it too, and a path of any length is not taken everywhere. */
const LONGEST_TEXT = 100;

type Index = Map<string, IDataObject[]>;

/**
 * The QR codes that the account has of each of these names, the last created first. Takes the cheaper way: one
 * search for each name, or the whole list if that has no more pages than there are names. The outcomes are those
 * of `mapConcurrent`.
 */
export async function findByName(
	client: Client,
	names: string[],
	limits: { concurrency: number; stopEarly?: boolean },
): Promise<Array<PromiseSettledResult<IDataObject[]>>> {
	// Its first page shows how long the list is, and is used: so one page more costs nothing extra.
	const short = names.length > 1 ? readIndex(client, names.length + 1) : undefined;
	let whole: typeof short;
	const find = async (name: string) => {
		const listed = (await short) ?? (await whole);
		const found = listed ? undefined : await search(client, name, LONGEST_SEARCH);
		whole ??= listed || found ? undefined : readIndex(client);
		const index = listed ?? (found ? toIndex(found) : await whole);
		return index?.get(toPlain(name)) ?? [];
	};
	return await mapConcurrent(names, find, limits);
}

/**
 * A QR code of the row's name and target that is none of the `taken` ones. Unclear if there is one without a
 * stated target.
 */
export async function findUntaken(
	client: Client,
	row: Row,
	taken: Set<unknown>,
): Promise<{ record?: IDataObject; isUnclear?: boolean }> {
	const listed = (await search(client, row.name)) ?? [];
	let isUnclear = false;
	// The account may have had one like it before, and this run has made the newest.
	for (const record of newestFirst(listed.filter(isRecord))) {
		if (taken.has(record.id) || !isNamed(record, row)) continue;
		const isSame = leadsTo(record, row) ?? (await leadsToInDetail(client, record, row));
		if (isSame && !taken.has(record.id)) return { record };
		isUnclear ||= isSame === undefined;
	}
	return { isUnclear };
}

/** The same, by the QR code's own record: lists are documented without the target. */
async function leadsToInDetail(
	client: Client,
	{ id }: IDataObject,
	row: Row,
): Promise<boolean | undefined> {
	if (id === undefined || id === null) return undefined;
	const request = toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: id });
	const detail = getPayload(await client.send(request));
	return isRecord(detail) ? leadsTo(detail, row) : undefined;
}

/** What Link Platform finds for a name, and more; undefined if that takes more than `most` requests. */
async function search(client: Client, name: string, most = Infinity) {
	// A deployment that keeps `&` as `&amp;` finds the rest of the name.
	const parts = name.split(/[&<>"']+/).map((part) => part.trim());
	const [longest] = parts.sort((a, b) => b.length - a.length);
	const text = [...(longest || name)].slice(0, LONGEST_TEXT).join('');
	return await readShortList(client, qrCodeList, most, { search: text });
}

/** The whole list; undefined if it takes more than `most` requests. */
async function readIndex(client: Client, most = Infinity): Promise<Index | undefined> {
	const records = await readShortList(client, qrCodeList, most);
	return records && toIndex(records);
}

function toIndex(records: unknown[]): Index {
	const index: Index = new Map();
	for (const record of newestFirst(records.filter(isRecord))) {
		const name = toPlain(record.name);
		const same = index.get(name);
		if (same) same.push(record);
		else index.set(name, [record]);
	}
	return index;
}
