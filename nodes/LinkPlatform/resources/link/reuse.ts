import type { IDataObject } from 'n8n-workflow';
import { getAlias, getCount, getMoment, getTarget } from '../../api/dialect';
import { parseFigure } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { getHost, getLinkHost, toAliasKey, toIdKey } from '../../api/identity';
import type { OperationContext } from '../../runner/operation';
import { hasExpired } from '../expiry';
import { getLinkLookup } from './linkLookup';
import { linkMessages } from './messages';

/** Settings that Link Platform never returns, so we can't know which links have them. */
const NEVER_SHOWN = { password: 'Password', expiry: 'Expiry', maxClicks: 'Max Clicks' };

/** A value that an existing link must have to be reused. */
interface Wish {
	/** The label of the field that holds the value. */
	field: string;
	wanted: string;
	/** Returns the value that a link has, or undefined if its record doesn't state it. */
	read: (link: IDataObject) => string | undefined;
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
	{ account, addHint }: OperationContext,
): Promise<IDataObject | undefined> {
	const wishes = toWishes(body);
	const lookup = getLinkLookup(account);
	const isMet = (link: IDataObject) => wishes.every(({ wanted, read }) => read(link) === wanted);
	const found = await lookup.to(String(body.url), (link) => isMet(link) && !hasEnded(link));
	if (found.length === 0) return assertStated(wishes, lookup.records);
	const isDated = found.every((link) => getMoment(link) !== undefined);
	if (!isDated && found.length > 1) addHint(linkMessages.newestById.message);
	const toAge = (link: IDataObject) => (isDated ? (getMoment(link) ?? 0) : 0);
	// If the dates are equal or can't be read, the highest ID counts as the newest.
	const [newest] = found.sort(
		(one, other) => toAge(other) - toAge(one) || Number(other.id) - Number(one.id) || 0,
	);
	return newest;
}

function toWishes({ alias, domain, campaignId }: IDataObject): Wish[] {
	const wishes: Wish[] = [];
	const add = (field: string, wanted: string, read: Wish['read']) =>
		wishes.push({ field, wanted, read });
	if (alias !== undefined) {
		add('Alias', toAliasKey(alias), (link) => toAliasKey(getAlias(link)) || undefined);
	}
	if (domain !== undefined) {
		add('Domain', getHost(String(domain)), (link) => getLinkHost(link) || undefined);
	}
	if (campaignId !== undefined) {
		add('Campaign', toIdKey(campaignId), ({ campaignId: stated }) =>
			stated === undefined ? undefined : toIdKey(stated),
		);
	}
	return wishes;
}

/**
 * Throws if none of the links' records states a value to compare. A matching link might exist unseen, so each run would
 * create another one.
 */
function assertStated(wishes: Wish[], links: IDataObject[]): undefined {
	if (links.length === 0) return;
	if (links.every((link) => getTarget(link) === undefined)) {
		throw Failure.unusable(linkMessages.targetsHidden);
	}
	for (const { field, read } of wishes) {
		const isStated = links.some((link) => read(link) !== undefined);
		if (!isStated) throw Failure.input(linkMessages.wishHidden, { field });
	}
}

/** True if the link has expired or has reached its maximum number of clicks. */
function hasEnded(link: IDataObject): boolean {
	const most = parseFigure(link.maxClicks) ?? 0;
	const areUsed = most > 0 && (getCount(link, 'clicks') ?? 0) >= most;
	return areUsed || hasExpired(link);
}
