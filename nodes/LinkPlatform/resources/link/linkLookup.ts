import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getAlias, getLinkId, getShortUrl, getTarget } from '../../api/dialect';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure, joinSentences, toFailure } from '../../api/failure';
import { fill } from '../../api/fill';
import {
	getHost,
	getLinkHost,
	parseShortUrl,
	toAliasKey,
	toIdKey,
	toShortUrlKey,
	toTargetKey,
} from '../../api/identity';
import { readList, readPages, readShortList } from '../../api/paging';
import { toRequest } from '../../api/route';
import { toRow } from '../../runner/items';
import { sendForRecord } from '../../runner/requests';
import { qrCodeList } from '../qrCode/getAll';
import { assertAlias } from './alias';
import { linkList } from './list';
import { linkMessages } from './messages';

/** A search that finds more pages than this looks for a text that is in many links. */
const LONGEST_SEARCH = 3;

interface Wanted {
	/** One of the names of the link, as `toNames` makes them. */
	name: string;
	/** What a search looks for; '' if nothing finds the link. */
	search: string;
	/** Which of several links of that name it has to be. */
	fits?: (link: IDataObject) => boolean;
	/** True if the first one is enough. */
	isOne?: boolean;
}

/**
 * Finds links by what people know of them, in the list that Link Platform has of them. All items of an execution share
 * one reading. `search` is asked first where that takes fewer requests than the list: a hit proves itself, since its
 * record shows what was looked for. Without a hit the list decides, as what a search looks at is in no document.
 */
export class LinkLookup {
	/** All links that were seen: listed, found by a search, or made by this run. */
	readonly links: IDataObject[] = [];
	/** The keys of links that may have been made, though the list doesn't show it: the response to a creation got lost. */
	readonly lost = new Set<string>();
	/** The links that the run made, by what was asked for. */
	readonly made = new Map<string, IDataObject>();
	/** How many links the run looks for. */
	questions = 1;
	private readonly byName = new Map<string, IDataObject[]>();
	private searches = 0;
	private source: AsyncGenerator<unknown[]>;
	private reading?: Promise<void>;
	private nextPage = 1;
	/** Of the list, as its first page says. */
	private pages = 1;
	private listed = 0;
	private isWhole = false;
	private hasMissed = false;
	private qrCodes?: Promise<unknown[]>;

	constructor(private readonly client: Client) {
		this.source = this.readFrom(1);
	}

	/** Adds a link under its own names and `others`. */
	add(link: IDataObject, others: string[] = []): void {
		this.links.push(link);
		for (const name of new Set([...toNames(link), ...others])) {
			const links = this.byName.get(name) ?? [];
			this.byName.set(name, links);
			links.push(link);
		}
	}

	/** The link with this ID, if it has been seen. */
	known(id: unknown): IDataObject | undefined {
		return this.byName.get(`id ${toIdKey(id)}`)?.at(-1);
	}

	/**
	 * The ID of the link with this short URL, or with this alias, or behind the QR code of this short URL; fails with how
	 * far it looked. What is about to be deleted is looked for among links only.
	 */
	async byShortUrl(given: string, isDeletion = false): Promise<unknown> {
		const shortUrl = parseShortUrl(given);
		assertAlias(shortUrl?.alias ?? given, 'Link');
		const [link, ...others] = shortUrl ? await this.at(given) : await this.withAlias(given);
		if (others.length > 0) {
			const urls = [link, ...others].map((one) => String(getShortUrl(one))).join(', ');
			throw Failure.input(linkMessages.severalShortUrls, { alias: given, urls });
		}
		if (link) return link.id;
		const id = shortUrl && !isDeletion ? await this.behindQrCode(given) : undefined;
		if (id !== undefined) return id;
		throw await this.toUnknown(given, shortUrl?.alias);
	}

	/** The link with this short URL, undefined if there is none. */
	async atShortUrl(given: string): Promise<IDataObject | undefined> {
		const [link] = parseShortUrl(given) ? await this.at(given) : [];
		return link;
	}

	/** The link with this ID, undefined if there is none. */
	async byId(id: string): Promise<IDataObject | undefined> {
		const [link] = await this.find({ name: `id ${toIdKey(id)}`, search: '', isOne: true });
		return link;
	}

	/** The link with this alias, on this domain if one is given; undefined if there is none. */
	async byAlias(alias: string, domain?: string): Promise<IDataObject | undefined> {
		const host = domain && getHost(domain);
		const isOn = (link: IDataObject) => getLinkHost(link) === host;
		const [link, ...others] = await this.withAlias(alias, domain ? isOn : undefined);
		if (domain || others.length === 0) return link;
		throw Failure.input(linkMessages.severalDomains, { alias });
	}

	/** All links to this URL that fit. */
	async to(url: string, fits: Wanted['fits']): Promise<IDataObject[]> {
		return await this.find({ name: `to ${toTargetKey(url)}`, search: url, fits });
	}

	/** The alias of a link seen so far that differs from this one in capitals alone. */
	inOtherLetters(alias: string): string | undefined {
		const wanted = toAliasKey(alias);
		const aliases = this.links.map((link) => toAliasKey(getAlias(link)));
		return aliases.find((one) => one !== wanted && one.toLowerCase() === wanted.toLowerCase());
	}

	private async at(shortUrl: string): Promise<IDataObject[]> {
		const name = `at ${toShortUrlKey(shortUrl)}`;
		const search = toAliasKey(parseShortUrl(shortUrl)?.alias);
		return await this.find({ name, search, isOne: true });
	}

	/** On its domain there is one. Without a domain, an alias may be in use once on each of them. */
	private async withAlias(alias: string, fits?: Wanted['fits']): Promise<IDataObject[]> {
		const key = toAliasKey(alias);
		return await this.find({ name: `alias ${key}`, search: key, fits, isOne: fits !== undefined });
	}

	private async find({ name, search, fits = () => true, isOne }: Wanted): Promise<IDataObject[]> {
		// The list moves on while it is read, so a link may come twice.
		const select = () => {
			const links = (this.byName.get(name) ?? []).filter(fits);
			return [...new Map(links.map((link) => [toIdKey(link.id), link])).values()];
		};
		const isFound = () => isOne === true && select().length > 0;
		if (isFound()) return select();
		await this.readUntil(() => this.nextPage > 1);
		if (!isFound() && search !== '' && this.isSearchCheaper()) {
			const hits = await this.search(search);
			if (hits.some((hit) => toNames(hit).includes(name) && fits(hit))) return select();
			this.hasMissed = true;
		}
		await this.readUntil(isFound);
		return select();
	}

	private isSearchCheaper(): boolean {
		const questions = Math.max(this.questions, this.searches + 1);
		return !this.isWhole && !this.hasMissed && questions < this.pages;
	}

	/** What Link Platform finds for a text; nothing if that is too much, or can't be searched for. */
	private async search(text: string): Promise<IDataObject[]> {
		this.searches += 1;
		const read = readShortList(this.client, linkList, LONGEST_SEARCH, { search: text });
		const found = await read.catch((thrown: unknown) => {
			if (thrown instanceof Failure) return [];
			throw thrown;
		});
		const hits = (found ?? []).filter(isRecord).map(toRow);
		for (const hit of hits) this.add(hit);
		return hits;
	}

	private async readUntil(isEnough: () => boolean): Promise<void> {
		while (!this.isWhole && !isEnough()) {
			await (this.reading ??= this.readNext().finally(() => (this.reading = undefined)));
		}
	}

	/** Reads the next page. If that fails, the next item reads it again. */
	private async readNext(): Promise<void> {
		const { done = false, value } = await this.source.next().catch((thrown: unknown) => {
			this.source = this.readFrom(this.nextPage);
			throw thrown;
		});
		this.isWhole = done;
		this.nextPage += 1;
		if (done) return;
		this.listed += value.length;
		for (const link of value.filter(isRecord)) this.add(toRow(link));
	}

	private readFrom(page: number): AsyncGenerator<unknown[]> {
		const request = toRequest(linkList.route);
		const onPage = ({ pages = 1 }) => void (this.pages = pages);
		return readPages(this.client, linkList, request, undefined, onPage, page);
	}

	/** The ID of the link behind the QR code of this short URL, undefined if none has it; fails if its link isn't told. */
	private async behindQrCode(given: string): Promise<string | undefined> {
		const wanted = toShortUrlKey(given);
		const qrCodes = (await this.readQrCodes(given)).filter(isRecord);
		const qrCode = qrCodes.find(({ url }) => toShortUrlKey(url) === wanted);
		if (!qrCode) return undefined;
		const request = toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: qrCode.id });
		const linkId = getLinkId(qrCode) ?? getLinkId(await sendForRecord(this.client, request));
		if (linkId !== undefined) return linkId;
		const [name, id] = [scalarToText(qrCode.name), scalarToText(qrCode.id)];
		throw Failure.unusable(linkMessages.linkHidden, { url: given, name, id });
	}

	private async readQrCodes(given: string): Promise<unknown[]> {
		this.qrCodes ??= readList(this.client, qrCodeList);
		return await this.qrCodes.catch((thrown: unknown) => {
			if (!(thrown instanceof Failure)) throw thrown;
			const { message: reason } = thrown;
			throw thrown.reworded(fill(linkMessages.qrCodesUnread, { url: given, reason }));
		});
	}

	private async toUnknown(given: string, alias?: string): Promise<Failure> {
		const { unknownAlias, unknownShortUrl, unknownToBoth, otherLetters } = linkMessages;
		const count = this.listed;
		const qrCodes = (await this.qrCodes)?.length ?? 0;
		const ofUrl = qrCodes === 0 ? unknownShortUrl : unknownToBoth;
		const words = alias === undefined ? unknownAlias : ofUrl;
		const { message, description } = fill(words, { alias: given, url: given, count, qrCodes });
		const similar = this.inOtherLetters(alias ?? given);
		const advice = similar && fill(otherLetters, { alias: similar }).message;
		const whole = { message, description: joinSentences(description, advice) };
		return new Failure(whole, { httpCode: '404', reason: 'notFound' }, 'refused');
	}
}

/** What a link can be found by. */
function toNames(link: IDataObject): string[] {
	const names = {
		id: toIdKey(link.id),
		alias: toAliasKey(getAlias(link)),
		at: toShortUrlKey(getShortUrl(link)),
		to: toTargetKey(getTarget(link)),
	};
	const stated = Object.entries(names).filter(([, key]) => key !== '');
	return stated.map(([kind, key]) => `${kind} ${key}`);
}

const lookups = new WeakMap<Client, LinkLookup>();

/** The look-up of an execution, which has one client for each account; `questions` is how many links it looks for. */
export function getLinkLookup(client: Client, questions = 1): LinkLookup {
	const lookup = lookups.get(client) ?? new LinkLookup(client);
	lookups.set(client, lookup);
	lookup.questions = Math.max(lookup.questions, questions);
	return lookup;
}

/** Creates a link. `key`: what no second link is to have, even if the response to the first creation got lost. */
export async function addLink(
	client: Client,
	body: IDataObject,
	key?: string,
): Promise<IDataObject> {
	const { lost } = getLinkLookup(client);
	if (key !== undefined && lost.has(key)) throw Failure.input(linkMessages.mayExist);
	const request = { ...toRequest('POST /api/url/add'), body };
	return await sendForRecord(client, request).catch((thrown: unknown) => {
		if (key !== undefined && toFailure(thrown).kind === 'unknown') lost.add(key);
		throw thrown;
	});
}
