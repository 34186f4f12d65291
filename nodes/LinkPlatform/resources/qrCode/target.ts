import type { IDataObject } from 'n8n-workflow';
import { getLinkId, getShortUrl, getTarget, withoutTarget } from '../../api/dialect';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { fill } from '../../api/fill';
import { getHost, isOwnShortUrl, isSameTarget } from '../../api/identity';
import { toRequest } from '../../api/route';
import type { AccountOfRun } from '../../runner/fields';
import { sendForRecord } from '../../runner/requests';
import type { OperationContext } from '../../runner/operation';
import { getLinkLookup } from '../link/linkLookup';
import { qrCodeMessages } from './messages';

/**
 * Returns the target that the record of a QR code states. A URL on the host of its short URL doesn't count, because it
 * may be the short URL itself, unless it equals `asked`.
 */
export function getStatedTarget(qrCode: IDataObject, asked = ''): string | undefined {
	const { link } = qrCode;
	const target = getTarget(qrCode) ?? (isRecord(link) ? getTarget(link) : undefined);
	if (target === undefined || isSameTarget(target, asked)) return target;
	const host = getHost(scalarToText(qrCode.url));
	return host !== '' && getHost(target) === host ? undefined : target;
}

/** Throws if scans would lead back to the QR code or its link. */
export function assertNotOwn(url: string, qrCode: IDataObject): void {
	const own = [qrCode.url, getUrlOfLink(qrCode)];
	if (!own.some((shortUrl) => isOwnShortUrl(url, shortUrl))) return;
	throw Failure.input(qrCodeMessages.leadsToItself, { url, name: scalarToText(qrCode.name) });
}

/** Returns the ID of the link behind a QR code. Fails if its details don't name a link of the account. */
export async function findLink(details: IDataObject, account: AccountOfRun): Promise<string> {
	const shortUrl = getUrlOfLink(details) || scalarToText(details.url);
	const linkId = getLinkId(details) ?? (await getLinkLookup(account).at(shortUrl))[0]?.id;
	if (linkId === undefined) throw Failure.unusable(qrCodeMessages.noLinkTold);
	return String(linkId);
}

function getUrlOfLink({ link }: IDataObject): string | undefined {
	return isRecord(link) ? getShortUrl(link) : scalarToText(link);
}

/** Makes the scans of a QR code lead to this URL. Resolves with the new target. */
export async function changeTarget(
	linkId: string,
	url: string,
	{ client, addHint }: OperationContext,
): Promise<string> {
	const request = { ...toRequest('PUT /api/url/{linkId}/update', { linkId }), body: { url } };
	return addTargetHint(await sendForRecord(client, request), url, addHint);
}

/** Returns the target of a record, or `url` if the record states none. Adds a hint if the two differ. */
export function addTargetHint(
	record: IDataObject,
	url: string,
	addHint: OperationContext['addHint'],
): string {
	const target = getStatedTarget(record, url) ?? url;
	if (isSameTarget(target, url)) return url;
	addHint(fill(qrCodeMessages.otherTarget, { url: target }).message);
	return target;
}

/** Replaces the target fields of a record, and of the link inside it, with `targetUrl`. */
export function withTargetUrl({ link, ...qrCode }: IDataObject, targetUrl: string): IDataObject {
	const inside = link === undefined ? {} : { link: isRecord(link) ? withoutTarget(link) : link };
	return { ...withoutTarget(qrCode), ...inside, targetUrl };
}
