import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getPayload, isRecord } from '../../api/envelope';
import { readShortList } from '../../api/paging';
import { toRequest } from '../../api/route';
import { mapConcurrent } from '../../runner/mapConcurrent';
import type { Limits } from '../../runner/operation';
import { qrCodeList } from './list';
import { getTargetUrl, groupBy, newestFirst, toPlain } from './compare';

/** In pages: a search that finds more does not narrow the list, or looks for what is in every target. */
const LONGEST_SEARCH = 3;
/** A part of a name finds it too, and a path of any length is not taken everywhere. */
const LONGEST_TEXT = 100;

/** Of one name: the QR codes whose targets are read beside as many as there are rows. */
export const MOST_OTHERS = 100;

interface Index {
	/** The last created first. */
	byName: Map<string, IDataObject[]>;
	byId: Map<string, IDataObject>;
}

/**
 * The QR codes of the account at one moment, for a number of questions. Takes the cheaper way: one request for each
 * question, or the whole list if that has no more pages.
 */
export class Existing {
	private short?: Promise<Index | undefined>;
	private whole?: Promise<Index | undefined>;
	private readonly details = new Map<string, Promise<IDataObject | undefined>>();

	constructor(
		private readonly client: Client,
		/** How many names and IDs will be asked for. */
		private readonly questions: number,
	) {}

	/** Those of this name, the last created first. */
	async byName(name: string): Promise<IDataObject[]> {
		const listed = (await this.readShort()) ?? (await this.whole);
		const index = listed ?? (await this.search(name)) ?? (await (this.whole ??= this.read()));
		return index?.byName.get(toPlain(name)) ?? [];
	}

	/** The record with this ID, with a name at least; undefined if there is none. */
	async byId(id: unknown): Promise<IDataObject | undefined> {
		const index = await this.readShort();
		return index ? index.byId.get(String(id)) : await this.inDetail(id);
	}

	/** All that can be read of one; lists are documented without the target. */
	async inDetail(id: unknown): Promise<IDataObject | undefined> {
		const key = String(id);
		const detail = this.details.get(key) ?? readDetail(this.client, id);
		this.details.set(key, detail);
		return await detail;
	}

	/** The list if it is short. Its first page shows how long it is, and is used: so one page more costs nothing extra. */
	private async readShort(): Promise<Index | undefined> {
		if (this.questions < 2) return undefined;
		return await (this.short ??= this.read(this.questions + 1));
	}

	/** The whole list; undefined if it takes more than `most` requests. */
	private async read(most = Infinity, search?: string): Promise<Index | undefined> {
		const records = await readShortList(this.client, qrCodeList, most, { search });
		return records && toIndex(records);
	}

	/** What Link Platform finds for a name, and more; undefined if that takes too many requests. */
	private async search(name: string): Promise<Index | undefined> {
		const found: IDataObject[] = [];
		// An accent may be stored as a character of its own, and not every service finds the other form.
		for (const form of new Set([name, name.normalize('NFC'), name.normalize('NFD')])) {
			const index = await this.searchFor(form);
			if (!index) return undefined;
			found.push(...[...index.byId.values()].reverse());
		}
		return toIndex(found);
	}

	private async searchFor(name: string): Promise<Index | undefined> {
		// A deployment that keeps `&` as `&amp;`, or one space of several, finds the rest of the name.
		const parts = name.split(/[&<>"']+|\s{2,}/).map((part) => part.trim());
		const [longest] = parts.sort((a, b) => b.length - a.length);
		const text = [...(longest || name)].slice(0, LONGEST_TEXT).join('');
		const found = await this.read(LONGEST_SEARCH, text);
		// One that compares whole names finds nothing by a part.
		const isFound = !found || text === name || found.byName.has(toPlain(name));
		return isFound ? found : await this.read(LONGEST_SEARCH, name);
	}
}

async function readDetail(client: Client, id: unknown): Promise<IDataObject | undefined> {
	const detail = getPayload(
		await client.send(toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: id })),
	);
	return isRecord(detail) ? detail : undefined;
}

function toIndex(listed: unknown[]): Index {
	const once = new Map(listed.filter(isRecord).map((record) => [String(record.id), record]));
	const records = newestFirst([...once.values()]);
	return {
		byName: groupBy(records, ({ name }) => toPlain(name)),
		byId: new Map(records.map((record) => [String(record.id), record])),
	};
}

/** The targets of QR codes, from their own records where the list has none. */
export async function readTargets(
	records: IDataObject[],
	existing: Existing,
	limits: Limits,
): Promise<Array<{ record: IDataObject; target?: unknown }>> {
	const read = async (record: IDataObject) => ({
		record,
		target: getTargetUrl(record) ?? getTargetUrl((await existing.inDetail(record.id)) ?? {}),
	});
	return (await mapConcurrent(records, read, limits)).map((outcome) => {
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value;
	});
}
