import type { IDataObject } from 'n8n-workflow';
import { getLinkId, getShortUrl, getTarget, withoutTarget } from '../../api/dialect';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure, toFailure } from '../../api/failure';
import { fill } from '../../api/fill';
import { getHost, isOwnShortUrl, isSameTarget, toIdKey, toPlainName } from '../../api/identity';
import { oncePer } from '../../api/once';
import { toRequest } from '../../api/route';
import { sendForRecord } from '../../runner/requests';
import type { OperationContext } from '../../runner/operation';
import type { LinkLookup } from '../link/linkLookup';
import { qrCodeMessages } from './messages';
import { getUrlOfLink, type QrCodeLookup } from './qrCodeLookup';

/**
 * Returns the target URL in the record of a QR code; undefined if the record has none. Also returns undefined for a URL
 * on the same host as the short URL, because it may be the short URL itself. A URL that equals `asked` is always
 * returned.
 */
export function getStatedTarget(qrCode: IDataObject, asked = ''): string | undefined {
	const { link } = qrCode;
	const target = getTarget(qrCode) ?? (isRecord(link) ? getTarget(link) : undefined);
	if (target === undefined || isSameTarget(target, asked)) return target;
	const host = getHost(scalarToText(qrCode.url));
	return host !== '' && getHost(target) === host ? undefined : target;
}

/** What is known of where a QR code leads. */
export interface Lead {
	target?: string;
	linkId?: string;
	/** The record of the link, if it was read. */
	link?: IDataObject;
}

/**
 * Finds out where QR codes lead: their records state it, or else the links that their short URLs belong to, or else
 * their details. What Link Platform refuses to show counts as not stated. A search of the QR codes proves nothing,
 * because it finds whatever contains its text.
 */
export class Leads {
	/** True if the details of the first QR code state its target or its link. If they don't, no others are read. */
	private areTelling?: Promise<boolean>;
	private readonly readDetails = oncePer(async ({ id }: IDataObject) => {
		const request = toRequest('GET /api/qr/{qrCodeId}', { qrCodeId: id });
		return await unlessRefused(sendForRecord(this.links.client, request));
	});

	constructor(private readonly links: LinkLookup) {}

	/**
	 * Returns where a QR code leads. Looks for its link only if its target isn't stated, or if it isn't to be compared
	 * with a URL (`asked`).
	 */
	async of(qrCode: IDataObject, asked?: string): Promise<Lead> {
		const lead = await this.read(qrCode, asked);
		if (isEnough(lead, asked)) return lead;
		this.areTelling ??= this.readDetails(qrCode).then(isTelling, () => true);
		if (!(await this.areTelling)) return lead;
		return await this.read({ ...qrCode, ...(await this.readDetails(qrCode)) }, asked);
	}

	/** Does the same as `of`, but doesn't read the details of the QR code. */
	async read(qrCode: IDataObject, asked?: string): Promise<Lead> {
		const stated = { target: getStatedTarget(qrCode, asked), linkId: getLinkId(qrCode) };
		if (isEnough(stated, asked)) return stated;
		const link = await unlessRefused(this.findLink(qrCode));
		if (!link) return stated;
		const { target = getTarget(link), linkId = toIdKey(link.id) } = stated;
		return { target, linkId, link };
	}

	private async findLink(qrCode: IDataObject): Promise<IDataObject | undefined> {
		const { links } = this;
		const id = getLinkId(qrCode);
		if (id !== undefined) return await links.byId(id, qrCode.url);
		return (await links.at(getUrlOfLink(qrCode))) ?? (await links.at(qrCode.url));
	}
}

function isEnough({ target, linkId }: Lead, asked?: string): boolean {
	return target !== undefined && (linkId ?? asked) !== undefined;
}

function isTelling(details: IDataObject = {}): boolean {
	return [getStatedTarget(details), getLinkId(details), getUrlOfLink(details)].some(Boolean);
}

/** Resolves with undefined if Link Platform refuses a request. */
async function unlessRefused<Result>(work: Promise<Result>): Promise<Result | undefined> {
	return await work.catch((thrown: unknown) => {
		if (toFailure(thrown).kind !== 'refused') throw thrown;
		return undefined;
	});
}

/**
 * Returns the ID of the link whose target has to change so that the QR code leads to this URL. Throws if it isn't known,
 * if the URL is the short URL of the QR code or its link (scans would be redirected endlessly), or if other QR codes
 * use the link or may use it. `isMeant` returns true for those that are to lead to the URL as well.
 */
export async function getLinkToChange(
	qrCode: IDataObject,
	{ linkId, link }: Lead,
	url: string,
	qrCodes: QrCodeLookup,
	isMeant: (other: IDataObject) => boolean = () => false,
): Promise<string> {
	const name = scalarToText(qrCode.name);
	if (linkId === undefined) throw Failure.unusable(qrCodeMessages.noLinkTold);
	const own = [qrCode.url, getUrlOfLink(qrCode), link && getShortUrl(link)];
	if (own.some((shortUrl) => isOwnShortUrl(url, shortUrl)))
		throw Failure.input(qrCodeMessages.leadsToItself, { url, name });
	const shortUrl = link && getShortUrl(link);
	const users = await qrCodes.using(linkId, shortUrl ? [shortUrl] : own);
	const isIt = (other: IDataObject) => toIdKey(other.id) === toIdKey(qrCode.id);
	// A list that doesn't show this QR code's link doesn't show that of the others either.
	if (!users.some(isIt)) throw Failure.unusable(qrCodeMessages.linkUsersHidden, { name });
	const others = users.filter((other) => !isIt(other) && !isMeant(other));
	if (others.length === 0) return linkId;
	const names = others.map((other) => `"${scalarToText(other.name)}"`).join(', ');
	throw Failure.input(qrCodeMessages.linkShared, { name, names });
}

/** Changes the target of a QR code to this URL. Resolves with the new target. */
export async function changeTarget(
	linkId: string,
	url: string,
	{ client, addHint }: OperationContext,
): Promise<string> {
	const request = { ...toRequest('PUT /api/url/{linkId}/update', { linkId }), body: { url } };
	return addTargetHint(getTarget(await sendForRecord(client, request)), url, addHint);
}

/** Returns the target that a record states, or `url` if it states none. Adds a hint if the two differ. */
export function addTargetHint(
	target: string | undefined,
	url: string,
	addHint: OperationContext['addHint'],
): string {
	if (target === undefined || isSameTarget(target, url)) return url;
	addHint(qrCodeMessages.otherTarget);
	return target;
}

/** Adds a hint if Link Platform stored QR codes under other names than the ones that were sent in their rows. */
export function addNamesHint(
	results: Array<{ record?: IDataObject; row?: { name?: unknown } }>,
	addHint: OperationContext['addHint'],
): void {
	const renamed = results
		.map(({ record, row }) => [row?.name, record?.name])
		.filter(([sent, stored]) => sent && stored && toPlainName(sent) !== toPlainName(stored));
	if (renamed.length === 0) return;
	const [sent, stored] = renamed[0].map(scalarToText);
	const example = `"${sent}" as "${stored}"`;
	addHint(fill(qrCodeMessages.namesReplaced, { count: renamed.length, example }));
}

/** Replaces the target fields of a QR code's record, and of the link inside it, with the field `targetUrl`. */
export function withTargetUrl({ link, ...qrCode }: IDataObject, targetUrl: string): IDataObject {
	const inside = link === undefined ? {} : { link: isRecord(link) ? withoutTarget(link) : link };
	return { ...withoutTarget(qrCode), ...inside, targetUrl };
}
