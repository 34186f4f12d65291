import type { IDataObject } from 'n8n-workflow';
import { getAlias, getCount, getMoment, getSpan, getTarget } from '../../api/dialect';
import { parseFigure } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { getHost, getLinkHost, toAliasKey, toIdKey } from '../../api/identity';
import type { LinkLookup } from './linkLookup';
import { linkMessages } from './messages';

/** Settings that Link Platform never returns. So the node can't know which links have them. */
const NEVER_SHOWN = { password: 'Password', expiry: 'Expiry', maxClicks: 'Max Clicks' };

/** The settings that must be the same in the request and in a link before the link is reused. */
const COMPARED: Comparison[] = [
	{ name: 'alias', field: 'Alias', toKey: toAliasKey, read: getAlias },
	{
		name: 'domain',
		field: 'Domain',
		toKey: (domain) => getHost(String(domain)),
		read: (link) => getLinkHost(link) || undefined,
	},
	{
		name: 'campaignId',
		field: 'Campaign',
		toKey: toIdKey,
		read: ({ campaignId }) => campaignId,
	},
];

interface Comparison {
	/** The name of the setting in a request body, and the label of its field. */
	name: string;
	field: string;
	/** Returns the comparison key of a value. */
	toKey: (value: unknown) => string;
	/** Returns the value of the setting from a link's record, or undefined if the record doesn't state it. */
	read: (link: IDataObject) => unknown;
}

/** Throws if the request body has a setting that can't be compared with existing links. */
export function assertReusable(body: IDataObject): void {
	for (const [name, field] of Object.entries(NEVER_SHOWN)) {
		if (body[name] !== undefined) throw Failure.input(linkMessages.notForReuse, { field });
	}
}

/** Returns the newest active link with the target, alias, domain and campaign of the request body, if there is one. */
export async function findReusable(
	body: IDataObject,
	links: LinkLookup,
): Promise<IDataObject | undefined> {
	const compared = COMPARED.filter(({ name }) => body[name] !== undefined);
	const isMet = (link: IDataObject) =>
		compared.every(({ name, toKey, read }) => toKey(read(link)) === toKey(body[name]));
	const found = await links.to(String(body.url), (link) => isMet(link) && !hasEnded(link));
	if (found.length === 0 && links.listed > 0) assertStated(compared, links.records);
	const toAge = (link: IDataObject) => getMoment(link) ?? 0;
	// If the dates are equal or can't be read, the link with the highest ID counts as the newest.
	found.sort((one, other) => toAge(other) - toAge(one) || Number(other.id) - Number(one.id));
	return found[0];
}

/**
 * Throws if a value to compare is missing from the records of all links. The node couldn't recognize a matching link,
 * so each run would create another link.
 */
function assertStated(compared: Comparison[], links: IDataObject[]): void {
	if (links.every((link) => getTarget(link) === undefined)) {
		throw Failure.unusable(linkMessages.targetsHidden);
	}
	const hidden = compared.find(({ read }) => links.every((link) => read(link) === undefined));
	if (hidden) throw Failure.input(linkMessages.wishHidden, { field: hidden.field });
}

/** True if the link has expired or has reached its maximum number of clicks. */
function hasEnded(link: IDataObject): boolean {
	const most = parseFigure(link.maxClicks) ?? 0;
	const areUsed = most > 0 && (getCount(link, 'clicks') ?? 0) >= most;
	return areUsed || hasExpired(link);
}

/** True if the record's expiry date is in the past, whatever it may mean. */
function hasExpired({ expiry: date }: IDataObject): boolean {
	const { to = 0 } = getSpan({ date }) ?? {};
	return to > 0 && to < Date.now();
}
