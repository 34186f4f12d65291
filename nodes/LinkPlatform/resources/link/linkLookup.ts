import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getLinkId, getMoment, getShortUrl, getTarget } from '../../api/dialect';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure, getFailure, toFailure, type Words } from '../../api/failure';
import { oncePer } from '../../api/once';
import { fill } from '../../api/fill';
import { readList, readPages } from '../../api/paging';
import { toRequest } from '../../api/route';
import { getHost, getLinkHost, toAliasKey, toShortUrlKey, toTargetKey } from '../../api/identity';
import { qrCodeList } from '../qrCode/getAll';
import { sendForRecord } from '../../runner/requests';
import { linkMessages } from './messages';
import { linkList } from './list';

/**
 * Finds links by what people know of them. Link Platform has no such look-up, so its list is read page by
 * page, only as far as needed, and only once per execution however many items ask.
 */
export class LinkLookup {
	/** What has been read, page by page; all items share a request. */
	private readonly links: IDataObject[] = [];
	private source: AsyncGenerator<unknown[]>;
	private reading?: Promise<void>;
	private nextPage = 1;
	private isWhole = false;
	private qrCodes?: Promise<IDataObject[]>;

	constructor(
		private readonly client: Client,
		/** The links that the execution made; the list may be behind. */
		readonly made: IDataObject[] = [],
		/** The aliases or targets of links that the execution may have made: a creation got no usable response. */
		readonly lost = new Set<string>(),
	) {
		this.source = this.readFrom(1);
	}

	/**
	 * The ID of the link with this short URL, or with this alias, or behind the QR code of this short URL; fails with how
	 * far it looked. What is about to be deleted is looked for among links only.
	 */
	async byShortUrl(given: string, isDeletion = false): Promise<unknown> {
		const atUrl = await this.atShortUrl(given);
		const links = atUrl ? [atUrl] : await this.allByAlias(given);
		if (links.length > 1) {
			const urls = links.map((link) => String(getShortUrl(link))).join(', ');
			throw Failure.input(linkMessages.severalShortUrls, { alias: given, urls });
		}
		if (links.length > 0) return links[0].id;
		const mayBeQrCode = given.includes('/') && !isDeletion;
		const qrCodes = mayBeQrCode ? await (this.qrCodes ??= readQrCodes(this.client)) : [];
		const id = await findBehindQrCode(qrCodes, given, this.client);
		if (id !== undefined) return id;
		const words = toUnknown(given, this.links.length, qrCodes.length);
		throw new Failure(words, { httpCode: '404' }, 'refused');
	}

	/** The link with this short URL, undefined if there is none. */
	async atShortUrl(given: string): Promise<IDataObject | undefined> {
		const wanted = toShortUrlKey(given);
		if (wanted === '') return undefined;
		return await this.find((link) => getShortAddress(link) === wanted);
	}

	/** The link with this ID, undefined if there is none. */
	async byId(id: string): Promise<IDataObject | undefined> {
		return await this.find((link) => scalarToText(link.id) === id);
	}

	/** The link with this alias, on this domain if one is given; undefined if there is none. */
	async byAlias(alias: string, domain?: string): Promise<IDataObject | undefined> {
		if (domain) {
			const [wanted, host] = [toAliasKey(alias), getHost(domain)];
			const isOn = (link: IDataObject) => getLinkHost(link) === host;
			return await this.find((link) => getAliasKey(link) === wanted && isOn(link));
		}
		const links = await this.allByAlias(alias);
		if (links.length < 2) return links[0];
		throw Failure.input(linkMessages.severalDomains, { alias });
	}

	/** The newest link with this target, in any spelling; undefined if there is none. */
	async newestTo(url: unknown): Promise<IDataObject | undefined> {
		await this.find(() => false);
		const wanted = toTargetKey(url);
		const links = [...this.links, ...this.made].filter((link) => getTargetKey(link) === wanted);
		const toTime = (link: IDataObject) => getMoment(link) ?? 0;
		// Of the same moment, the last one listed or made.
		return links.reverse().sort((a, b) => toTime(b) - toTime(a))[0];
	}

	/** The alias of a link read so far that differs from this one in capitals alone. */
	inOtherLetters(alias: string): string | undefined {
		const wanted = toAliasKey(alias);
		const isSimilar = (key: string) => key !== wanted && key.toLowerCase() === wanted.toLowerCase();
		const link = this.links.find((own) => isSimilar(getAliasKey(own)));
		return link && scalarToText(link.alias);
	}

	/** An alias may be in use once on each domain, and the others may be on any page. No link comes twice. */
	private async allByAlias(alias: string): Promise<IDataObject[]> {
		await this.find(() => false);
		const wanted = toAliasKey(alias);
		const links = [...this.made, ...this.links].filter((link) => getAliasKey(link) === wanted);
		return [...new Map(links.map((link) => [String(link.id), link])).values()];
	}

	private async find(isWanted: (link: IDataObject) => boolean): Promise<IDataObject | undefined> {
		const made = this.made.find(isWanted);
		if (made) return made;
		for (let at = 0; ; ) {
			const found = this.links.slice(at).find(isWanted);
			if (found || this.isWhole) return found;
			at = this.links.length;
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
		if (!done) for (const link of value.filter(isRecord)) this.links.push(link);
	}

	private readFrom(page: number): AsyncGenerator<unknown[]> {
		return readPages(this.client, linkList, toRequest(linkList.route), undefined, undefined, page);
	}
}

/** The QR codes of the account; none if they can't be read. */
async function readQrCodes(client: Client): Promise<IDataObject[]> {
	const listed = readList(client, qrCodeList);
	return (await getFailure(listed)) ? [] : (await listed).filter(isRecord);
}

/** The ID of the link behind the QR code of this short URL, undefined if none has it; fails if its link isn't told. */
async function findBehindQrCode(
	qrCodes: IDataObject[],
	given: string,
	client: Client,
): Promise<string | undefined> {
	const wanted = toShortUrlKey(given);
	const qrCode = qrCodes.find(({ url }) => toShortUrlKey(url) === wanted);
	if (!qrCode) return undefined;
	const request = toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: qrCode.id });
	const linkId = getLinkId(qrCode) ?? getLinkId(await sendForRecord(client, request));
	if (linkId !== undefined) return linkId;
	const [name, id] = [scalarToText(qrCode.name), scalarToText(qrCode.id)];
	throw Failure.unusable(linkMessages.linkHidden, { url: given, name, id });
}

function toUnknown(given: string, count: number, qrCodes: number): Words {
	const { unknownAlias, unknownShortUrl, unknownToBoth } = linkMessages;
	if (!given.includes('/')) return fill(unknownAlias, { alias: given, count });
	if (qrCodes === 0) return fill(unknownShortUrl, { url: given, count });
	return fill(unknownToBoth, { url: given, count, qrCodes });
}

/** True if these are two aliases, not spellings of one; capitals say nothing. */
export function isOtherAlias(one: unknown, other: unknown): boolean {
	return toAliasKey(one).toLowerCase() !== toAliasKey(other).toLowerCase();
}

// Once, since all items of a run are compared with all links.
const getShortAddress = oncePer((link: IDataObject) => toShortUrlKey(getShortUrl(link)));
const getTargetKey = oncePer((link: IDataObject) => toTargetKey(getTarget(link)));
const getAliasKey = oncePer((link: IDataObject) => toAliasKey(link.alias));

const lookups = new WeakMap<Client, LinkLookup>();

/** The look-up of an execution, which has one client for each account. */
export function getLinkLookup(client: Client): LinkLookup {
	const lookup = lookups.get(client) ?? new LinkLookup(client);
	lookups.set(client, lookup);
	return lookup;
}

/**
 * Creates a link. Where that fails it may exist all the same, so the next look-up reads the list again. `key`: what no
 * second link is to have, which a list that is behind can't tell after such a failure.
 */
export async function addLink(
	client: Client,
	body: IDataObject,
	key?: string,
): Promise<IDataObject> {
	const { made, lost } = getLinkLookup(client);
	if (key !== undefined && lost.has(key)) throw Failure.input(linkMessages.mayExist);
	const request = { ...toRequest('POST /api/url/add'), body };
	return await sendForRecord(client, request).catch((thrown: unknown) => {
		if (key !== undefined && toFailure(thrown).kind === 'unknown') lost.add(key);
		lookups.set(client, new LinkLookup(client, made, lost));
		throw thrown;
	});
}
