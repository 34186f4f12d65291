import type { IDataObject } from 'n8n-workflow';
import { getAlias, getCount, getMoment, getTarget, toSpan } from '../../api/dialect';
import { parseFigure } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { getLinkHost, toAliasKey, toIdKey } from '../../api/identity';
import type { LinkLookup } from './linkLookup';
import { linkMessages } from './messages';

/** Settings that Link Platform never returns. So the node can't know which links have them. */
const NEVER_SHOWN = { password: 'Password', expiry: 'Expiry', maxClicks: 'Max Clicks' };

/**
 * The label of a setting's field, and a function that returns the comparison key of the setting in a request body or in
 * a link; '' if it isn't stated.
 */
type Comparison = [field: string, toKey: (record: IDataObject) => string];

/** The settings that must be the same in the request and in a link before the link is reused. */
const COMPARED: Comparison[] = [
	['Alias', (record) => toAliasKey(getAlias(record))],
	['Domain', getLinkHost],
	['Campaign', ({ campaignId: id }) => (id === undefined ? '' : toIdKey(id) || 'none')],
];

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
	const compared = COMPARED.filter(([, toKey]) => toKey(body) !== '');
	const isMet = (link: IDataObject) => compared.every(([, toKey]) => toKey(link) === toKey(body));
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
	const hidden = compared.find(([, toKey]) => links.every((link) => toKey(link) === ''));
	if (hidden) throw Failure.input(linkMessages.wishHidden, { field: hidden[0] });
}

/**
 * True if the link has reached its maximum number of clicks, or if its expiry has passed, whatever time zone that is in.
 */
function hasEnded(link: IDataObject): boolean {
	const most = parseFigure(link.maxClicks) ?? 0;
	const areUsed = most > 0 && (getCount(link, 'clicks') ?? 0) >= most;
	const { to: end = 0 } = toSpan(link.expiry) ?? {};
	return areUsed || (end > 0 && end < Date.now());
}
