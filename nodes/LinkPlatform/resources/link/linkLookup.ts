import type { IDataObject } from 'n8n-workflow';
import { getAlias, getLinkId, getTarget } from '../../api/dialect';
import { omit, scalarToText } from '../../api/envelope';
import { Failure, toFailure } from '../../api/failure';
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
import { oncePer } from '../../api/once';
import { toRequest } from '../../api/route';
import type { AccountOfRun } from '../../runner/fields';
import { sendForRecord } from '../../runner/requests';
import { Lookup, type Wanted } from '../lookup';
import { getQrCodeLookup } from '../qrCode/qrCodeLookup';
import { assertAlias } from '../alias';
import { linkList } from './list';
import { linkMessages } from './messages';

/** The reason of a failure because another link has the alias. */
const TAKEN = 'link.aliasTaken';

/** Finds links of an account by ID, alias, short URL or target. All items of an execution share one instance. */
export class LinkLookup extends Lookup {
	/**
	 * The failures of creation requests that got no response, by the key of the link. Such a link may exist, even if the
	 * list doesn't show it yet. Sending the request again could create a second link.
	 */
	private readonly lost = new Map<string, Failure>();
	/** The hosts of all links seen so far. */
	readonly hosts = new Set<string>();
	/** The links that this run has reused or created, by what was asked for. */
	readonly reused = new Map<string, IDataObject>();

	constructor(private readonly account: AccountOfRun) {
		super(account.client, linkList, toNames, account.inputs.length);
	}

	override add(link: IDataObject): void {
		super.add(link);
		const host = getLinkHost(link);
		if (host) this.hosts.add(host);
	}

	/**
	 * Returns the ID of the link with this short URL or alias. If there is none, returns the ID of the link behind
	 * the QR code with this short URL, unless the link is to be deleted. If nothing is found, the error says how many
	 * records were compared.
	 */
	async byShortUrl(given: string, isDeletion = false): Promise<unknown> {
		const shortUrl = parseShortUrl(given);
		const alias = shortUrl?.alias ?? given;
		assertAlias(alias, { field: 'Link', value: JSON.stringify(alias) });
		const link = await (shortUrl ? this.at(given) : this.byAlias(given));
		if (link) return link.id;
		const id = shortUrl && !isDeletion ? await this.behindQrCode(given) : undefined;
		if (id !== undefined) return id;
		throw this.toUnknown(given);
	}

	/** Returns the link with this short URL, if there is one. */
	async at(shortUrl: unknown): Promise<IDataObject | undefined> {
		const key = toShortUrlKey(shortUrl);
		return key === '' ? undefined : await this.findOne(`at ${key}`, shortUrl);
	}

	/** Returns the link with this ID, if there is one. If its short URL is known, that is used to search for it. */
	async byId(id: string, shortUrl?: unknown): Promise<IDataObject | undefined> {
		return await this.findOne(`id ${toIdKey(id)}`, shortUrl);
	}

	private async findOne(name: string, shortUrl: unknown): Promise<IDataObject | undefined> {
		const search = toAliasKey(parseShortUrl(scalarToText(shortUrl))?.alias);
		const [link] = await this.find({ name, search, isOne: true });
		return link;
	}

	/**
	 * Returns the link with this alias, if there is one. Throws if no domain is given and links on several domains have
	 * this alias.
	 */
	async byAlias(alias: string, domain?: string): Promise<IDataObject | undefined> {
		const search = toAliasKey(alias);
		const fits = (link: IDataObject) => !domain || getLinkHost(link) === getHost(domain);
		const isOne = domain !== undefined;
		const found = await this.find({ name: `alias ${search}`, search, fits, isOne });
		if (found.length <= 1) return found[0];
		const domains = found.map(getLinkHost).join(', ');
		throw Failure.input(linkMessages.severalDomains, { alias, domains });
	}

	/** Returns all links with this target URL for which `fits` is true. */
	async to(url: string, fits: Wanted['fits']): Promise<IDataObject[]> {
		return await this.find({ name: `to ${toTargetKey(url)}`, search: url, fits });
	}

	/**
	 * Creates a link. Throws without sending anything if an earlier request with the same `key` may have created the
	 * link.
	 */
	async create(body: IDataObject, key: string): Promise<IDataObject> {
		const lost = this.lost.get(key);
		if (lost) throw lost.reworded(linkMessages.mayExist);
		const request = { ...toRequest('POST /api/url/add'), body };
		return await sendForRecord(this.client, request).catch((thrown: unknown) => {
			const failure = toFailure(thrown);
			if (failure.mayBeDone) this.lost.set(key, failure);
			const { details, message } = failure;
			const advice = this.toLettersAdvice(body.alias);
			// A refusal without HTTP 409 may be about another field.
			const isAboutAlias = /alias/i.test(message) || message.includes(`"${String(body.alias)}"`);
			const mayBeTaken = details.reason === TAKEN || (details.reason === 'refused' && isAboutAlias);
			if (advice === undefined || !mayBeTaken) throw failure;
			throw new Failure({ message, description: advice, reason: TAKEN }, details, 'refused');
		});
	}

	/**
	 * Adds a link that was created with this request body. The lookup finds it by the alias and target that were
	 * requested.
	 */
	addCreated(link: IDataObject, body: IDataObject): void {
		const found = { ...body, ...link, alias: body.alias ?? link.alias, longurl: body.url };
		this.add(omit(found, ['password', 'url']));
	}

	/** Returns the advice that names the link whose alias differs only in capital letters, if there is one. */
	private toLettersAdvice(wanted: unknown): string | undefined {
		const key = toAliasKey(wanted);
		const isAlike = (other: string) => other !== key && other.toLowerCase() === key.toLowerCase();
		const alias = this.records.map(getAlias).find((one) => isAlike(toAliasKey(one)));
		return alias && fill(linkMessages.otherLetters, { alias });
	}

	/**
	 * Returns the ID of the link behind the QR code with this short URL; undefined if no QR code has this short URL.
	 */
	private async behindQrCode(given: string): Promise<string | undefined> {
		const [qrCode] = await getQrCodeLookup(this.account)
			.at(given, true)
			.catch((thrown: unknown) => {
				const failure = toFailure(thrown);
				const values = { url: given, reason: failure.message };
				throw failure.reworded({ message: fill(linkMessages.qrCodesUnread, values) });
			});
		if (!qrCode) return undefined;
		const request = toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: qrCode.id });
		const linkId = getLinkId(qrCode) ?? getLinkId(await sendForRecord(this.client, request));
		if (linkId !== undefined) return linkId;
		const values = { url: given, name: scalarToText(qrCode.name), id: scalarToText(qrCode.id) };
		throw Failure.unusable(linkMessages.linkHidden, values);
	}

	private toUnknown(value: string): Failure {
		const { listed: qrCodes } = getQrCodeLookup(this.account);
		const failure = Failure.notFound(linkMessages.unknown, { value, links: this.listed, qrCodes });
		return failure.withAdvice(this.toLettersAdvice(parseShortUrl(value)?.alias ?? value) ?? '');
	}
}

/** Returns the keys under which the lookup stores a link, e.g. its alias and its short URL. */
function toNames(link: IDataObject): string[] {
	const names = [`id ${toIdKey(link.id)}`, `to ${toTargetKey(getTarget(link))}`];
	const alias = toAliasKey(getAlias(link));
	return alias ? [...names, `alias ${alias}`, `at ${getLinkHost(link)}/${alias}`] : names;
}

/** Returns the link lookup of an account. It is kept until the execution ends. */
export const getLinkLookup = oncePer((account: AccountOfRun) => new LinkLookup(account));
