import type { IDataObject } from 'n8n-workflow';
import { getPayload, isRecord } from '../../../api/envelope';
import { readShortList } from '../../../api/paging';
import { toRequest } from '../../../api/route';
import { getTarget, parseTimestamp, toPlain } from '../../../api/dialect';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import type { OperationContext } from '../../../runner/operation';
import { qrCodeList } from '../list';
import { groupBy, leadsTo, toTargetKey, type Row } from './compare';
import type { Found } from './plan';

/** In pages: a search that finds more does not narrow the list, or looks for what is in every target. */
const LONGEST_SEARCH = 3;
/** A part of a name finds it too, and a path of any length is not taken everywhere. */
const LONGEST_TEXT = 100;
/** Of one name: the QR codes whose targets are read beside as many as there are rows. */
const MOST_OTHERS = 100;
/** In ms: what is older than the run by more is none of it, in whatever time zone its date is. */
const DAY = 24 * 60 * 60 * 1000;

/** A QR code of the account, and where it leads if that is told anywhere. */
export interface ExistingQrCode {
	record: IDataObject;
	target?: unknown;
}

type ByName = Map<string, IDataObject[]>;

/**
 * The QR codes of the account at one moment, for a number of questions. Takes the cheaper way: one request for each
 * question, or the whole list if that has no more pages.
 */
export class Existing {
	private short?: Promise<ByName | undefined>;
	private whole?: Promise<ByName | undefined>;

	constructor(
		private readonly context: Pick<OperationContext, 'client' | 'concurrency'>,
		/** How many names will be asked for. */
		private readonly questions: number,
	) {}

	/** The QR codes of this name. */
	async byName(name: string): Promise<IDataObject[]> {
		// Its first page shows how long the list is, and is used: so one page more costs nothing extra.
		const short =
			this.questions < 2 ? undefined : await (this.short ??= this.read(this.questions + 1));
		const listed = short ?? (await this.whole);
		const found = listed ?? (await this.search(name)) ?? (await (this.whole ??= this.read()));
		return found?.get(toPlain(name)) ?? [];
	}

	/** The QR codes with their targets, from their own records where the list has none; not of more than are likely. */
	async readTargets(records: IDataObject[], rows = 1): Promise<ExistingQrCode[]> {
		const read = async (record: IDataObject): Promise<ExistingQrCode> => ({
			record,
			target: getTarget(record) ?? (await this.readTarget(record)),
		});
		const outcomes = await mapConcurrent(records.slice(0, rows + MOST_OTHERS), read, this.context);
		return outcomes.map((outcome) => {
			if (outcome.status === 'rejected') throw outcome.reason;
			return outcome.value;
		});
	}

	/**
	 * The QR code that the run may have created for a row whose name no other row has. `isNewName`: the account had none
	 * of that name before.
	 */
	async find({ name, url }: Row, startedAt: number, isNewName?: boolean): Promise<Found> {
		const named = await this.byName(name);
		const found = named.filter(({ date }) => (parseTimestamp(date) ?? Infinity) > startedAt - DAY);
		const [only] = found;
		if (isNewName && found.length === 1 && leadsTo(only, url) !== false) return { record: only };
		const read = await this.readTargets(found);
		const same = read.find(({ target }) => toTargetKey(target) === toTargetKey(url));
		if (same) return { record: same.record };
		const mayBe = ({ target }: ExistingQrCode) =>
			target === undefined || leadsTo({ target } as IDataObject, url);
		return {
			isUnclear: isNewName || read.length < found.length ? found.length > 0 : read.some(mayBe),
		};
	}

	/** Lists are documented without it. */
	private async readTarget({ id }: IDataObject): Promise<unknown> {
		const request = toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: id });
		const detail = getPayload(await this.context.client.send(request));
		return isRecord(detail) ? getTarget(detail) : undefined;
	}

	/** The whole list; undefined if it takes more than `most` requests. */
	private async read(most = Infinity, search?: string): Promise<ByName | undefined> {
		const records = await readShortList(this.context.client, qrCodeList, most, { search });
		if (!records) return undefined;
		const once = new Map(records.filter(isRecord).map((record) => [String(record.id), record]));
		return groupBy([...once.values()], ({ name }) => toPlain(name));
	}

	/** What Link Platform finds for a name, and more; undefined if that takes too many requests. */
	private async search(name: string): Promise<ByName | undefined> {
		let found: ByName | undefined;
		for (const text of toSearches(name)) {
			found = await this.read(LONGEST_SEARCH, text);
			if (!found || found.has(toPlain(name))) return found;
		}
		return found;
	}
}

/**
 * What to search for until the name is found: the longest part of it that every service stores as it is, then the
 * whole, for one that compares whole names, with an accent as part of its letter or by itself.
 */
function toSearches(name: string): string[] {
	const parts = name.split(/[^\x20-\x7e]+|[&<>"']+|\s{2,}/).map((part) => part.trim());
	const [longest] = parts.sort((a, b) => b.length - a.length);
	const text = [...(longest || name)].slice(0, LONGEST_TEXT).join('');
	return [...new Set([text, name, name.normalize('NFC'), name.normalize('NFD')])];
}
