import type { IDataObject } from 'n8n-workflow';
import { getAlias, getCount, getMoment, getTarget, parseTimestamp } from '../../api/dialect';
import { parseFigure, scalarToText } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { getHost, getLinkHost, toAliasKey, toIdKey } from '../../api/identity';
import type { OperationContext } from '../../runner/operation';
import { getLinkLookup } from './linkLookup';
import { linkMessages } from './messages';

/** What no record of a link shows, so that none can be known to have it. */
const NEVER_SHOWN = { password: 'Password', expiry: 'Expiry', maxClicks: 'Max Clicks' };

interface Wish {
	/** The field's label. */
	field: string;
	wanted: string;
	/** The same of a link; undefined if its record doesn't say. */
	read: (link: IDataObject) => string | undefined;
}

/** Throws if the body asks for what can't be compared. */
export function assertReusable(body: IDataObject): void {
	for (const [name, field] of Object.entries(NEVER_SHOWN)) {
		if (body[name] !== undefined) throw Failure.input(linkMessages.notForReuse, { field });
	}
}

/** The newest link that has the target, alias, domain and campaign of the body and hasn't ended; undefined if none has. */
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
	// By ID, if several are of the same moment or their dates can't be read.
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

/** Throws if what is compared is in no record: a link like that may exist, and the next run would make another. */
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

const DAY = 86_400_000;

/** True if the record states an end that has passed, without an offset in every time zone; or a limit that is reached. */
function hasEnded(link: IDataObject): boolean {
	const most = parseFigure(link.maxClicks) ?? 0;
	if (most > 0 && (getCount(link, 'clicks') ?? 0) >= most) return true;
	const expiry = scalarToText(link.expiry).trim();
	const end = parseTimestamp(expiry, 'UTC-12') ?? 0;
	const isDay = /^\d{4}-\d\d-\d\d$/.test(expiry);
	return end > 0 && end + (isDay ? DAY : 0) < Date.now();
}
