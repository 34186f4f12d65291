import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getMoment, getShortUrl, getTarget, toPlain } from '../../api/dialect';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure, getFailure, type Words } from '../../api/failure';
import { oncePer } from '../../api/once';
import { fill } from '../../api/fill';
import { readPages } from '../../api/paging';
import { toRequest } from '../../api/route';
import { getHost, normalizeUrl, toShortAddress } from '../../api/url';
import { toRecord } from '../../runner/items';
import { linkMessages } from './messages';
import { linkList } from './list';
import { findBehindQrCode, readQrCodes } from './qrCodeLink';

/**
 * Finds links by what people know of them. Link Platform has no such look-up, so its list is read page by
 * page, only as far as needed, and only once per execution however many items ask.
 */
export class LinkLookup {
	/** What has been read. */
	private readonly links: IDataObject[] = [];
	/** The same by pages, undefined behind the last one; all items share a request. */
	private readonly pages: Array<Promise<IDataObject[] | undefined>> = [];
	private source: AsyncGenerator<unknown[]>;
	private qrCodes?: Promise<IDataObject[]>;

	constructor(
		private readonly client: Client,
		/** The links that the execution made; the list may be behind. */
		readonly made: IDataObject[] = [],
	) {
		this.source = this.readFrom(1);
	}

	/**
	 * The ID of the link with this short URL, or with this alias, or behind the QR code of this short URL; fails with how
	 * far it looked. What is about to be deleted is looked for among links only.
	 */
	async byShortUrl(given: string, isDeletion = false): Promise<unknown> {
		const found = (await this.atShortUrl(given)) ?? (await this.onlyWithAlias(given));
		if (found) return found.id;
		const mayBeQrCode = given.includes('/') && !isDeletion;
		const qrCodes = mayBeQrCode ? await (this.qrCodes ??= readQrCodes(this.client)) : [];
		const id = await findBehindQrCode(qrCodes, given, this.client);
		if (id !== undefined) return id;
		const words = toUnknown(given, this.links.length, qrCodes.length);
		throw new Failure(words, { httpCode: '404' }, 'refused');
	}

	/** The link with this short URL, undefined if there is none. */
	async atShortUrl(given: string): Promise<IDataObject | undefined> {
		const wanted = toShortAddress(given);
		return await this.find((link) => getShortAddress(link) === wanted);
	}

	/** The link with this ID, undefined if there is none. */
	async byId(id: string): Promise<IDataObject | undefined> {
		return await this.find((link) => scalarToText(link.id) === id);
	}

	/** The link with this alias, on this domain if one is given; undefined if there is none. */
	async byAlias(alias: string, domain?: string): Promise<IDataObject | undefined> {
		if (domain) {
			const wanted = getHost(domain);
			const key = toAliasKey(alias);
			return await this.find(
				(link) => getAliasKey(link) === key && getHost(String(link.domain)) === wanted,
			);
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

	/** The same without a field for the domain: the short URL has it. */
	private async onlyWithAlias(alias: string): Promise<IDataObject | undefined> {
		const links = await this.allByAlias(alias);
		if (links.length < 2) return links[0];
		const shortUrls = links.map((link) => String(getShortUrl(link))).join(', ');
		throw Failure.input(linkMessages.severalShortUrls, { alias, urls: shortUrls });
	}

	/** An alias may be in use once on each domain, and the others may be on any page. No link comes twice. */
	private async allByAlias(alias: string): Promise<IDataObject[]> {
		await this.find(() => false);
		const wanted = toAliasKey(alias);
		const known = [...this.made, ...this.links];
		const links = known.filter((link) => getAliasKey(link) === wanted);
		return [...new Map(links.map((link) => [String(link.id), link])).values()];
	}

	private async find(isWanted: (link: IDataObject) => boolean): Promise<IDataObject | undefined> {
		const made = this.made.find(isWanted);
		if (made) return made;
		for (let at = 0; ; at += 1) {
			const page = await (this.pages[at] ??= this.readNext(at));
			const found = page?.find(isWanted);
			if (found || !page) return found;
		}
	}

	/** Reads the page at this place; undefined behind the last one. */
	private async readNext(at: number): Promise<IDataObject[] | undefined> {
		const reading = this.source.next();
		if (await getFailure(reading)) {
			// The next item reads it again.
			this.pages.length = at;
			this.source = this.readFrom(at + 1);
		}
		const { done, value } = await reading;
		if (done) return undefined;
		const page = value.filter(isRecord);
		for (const link of page) this.links.push(link);
		return page;
	}

	private readFrom(page: number): AsyncGenerator<unknown[]> {
		return readPages(this.client, linkList, toRequest(linkList.route), undefined, undefined, page);
	}
}

function toUnknown(given: string, count: number, qrCodes: number): Words {
	const { unknownAlias, unknownShortUrl, unknownToBoth } = linkMessages;
	if (!given.includes('/')) return fill(unknownAlias, { alias: given, count });
	if (qrCodes === 0) return fill(unknownShortUrl, { url: given, count });
	return fill(unknownToBoth, { url: given, count, qrCodes });
}

/** One text for all spellings of a target: capitals in scheme and host, and a slash at its end, say nothing. */
export function toTargetKey(url: unknown): string {
	const text = toPlain(scalarToText(url));
	return (normalizeUrl(text) ?? text).replace(/\/$/, '');
}

/** One text for all spellings of an alias, which is the path of a short URL; in records it may be a number. */
export function toAliasKey(alias: unknown): string {
	return toShortAddress(`alias.invalid/${scalarToText(alias).trim().replace(/^\/+/, '')}`);
}

/** True if these are two aliases, not spellings of one; capitals say nothing. */
export function isOtherAlias(one: unknown, other: unknown): boolean {
	return toAliasKey(one).toLowerCase() !== toAliasKey(other).toLowerCase();
}

// Once, since all items of a run are compared with all links.
const getShortAddress = oncePer((link: IDataObject) => toShortAddress(String(getShortUrl(link))));
const getTargetKey = oncePer((link: IDataObject) => toTargetKey(getTarget(link)));
const getAliasKey = oncePer(({ alias }: IDataObject) =>
	scalarToText(alias) === '' ? '' : toAliasKey(alias),
);

const lookups = new WeakMap<Client, LinkLookup>();

/** The look-up of an execution, which has one client for each account. */
export function getLinkLookup(client: Client): LinkLookup {
	const lookup = lookups.get(client) ?? new LinkLookup(client);
	lookups.set(client, lookup);
	return lookup;
}

/** Creates a link. Where that fails it may exist all the same, so the next look-up reads the list again. */
export async function addLink(client: Client, body: IDataObject): Promise<IDataObject> {
	const request = toRequest('POST /api/url/add');
	const sent = client.send({ ...request, body }).catch((thrown: unknown) => {
		lookups.set(client, new LinkLookup(client, getLinkLookup(client).made));
		throw thrown;
	});
	return toRecord(await sent, request);
}
