import type { IDataObject } from 'n8n-workflow';
import { getLinkId, getShortUrl, getTarget, withoutTarget } from '../../api/dialect';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { getHost, isOwnShortUrl, isSameTarget } from '../../api/identity';
import { toRequest } from '../../api/route';
import type { AccountOfRun } from '../../runner/fields';
import { sendForRecord } from '../../runner/requests';
import type { OperationContext } from '../../runner/operation';
import { getLinkLookup } from '../link/linkLookup';
import { qrCodeMessages } from './messages';

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

/** Throws if the URL is the short URL of the QR code or of its link, because scans would be redirected endlessly. */
export function assertNotOwn(url: string, qrCode: IDataObject): void {
	const own = [qrCode.url, getUrlOfLink(qrCode)];
	if (!own.some((shortUrl) => isOwnShortUrl(url, shortUrl))) return;
	throw Failure.input(qrCodeMessages.leadsToItself, { url, name: scalarToText(qrCode.name) });
}

/** Returns the ID of the link behind a QR code. Throws if the QR code's details contain no link of this account. */
export async function findLink(details: IDataObject, account: AccountOfRun): Promise<string> {
	const stated = getLinkId(details);
	if (stated !== undefined) return stated;
	for (const shortUrl of [getUrlOfLink(details), details.url]) {
		const [link] = await getLinkLookup(account).at(scalarToText(shortUrl));
		if (link) return String(link.id);
	}
	throw Failure.unusable(qrCodeMessages.noLinkTold);
}

function getUrlOfLink({ link }: IDataObject): string | undefined {
	return isRecord(link) ? getShortUrl(link) : scalarToText(link);
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

/** Replaces the target fields of a QR code's record, and of the link inside it, with the field `targetUrl`. */
export function withTargetUrl({ link, ...qrCode }: IDataObject, targetUrl: string): IDataObject {
	const inside = link === undefined ? {} : { link: isRecord(link) ? withoutTarget(link) : link };
	return { ...withoutTarget(qrCode), ...inside, targetUrl };
}
