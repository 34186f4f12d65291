import { isSameTarget } from '../api/identity';
import { ALL } from '../events/events';
import { isExpired } from './resumeUrl';

export interface Subscription {
	/** The subscription's ID; '' if Link Platform's list doesn't include it. */
	id: string;
	url: string;
	/** The subscribed events; undefined if Link Platform's list doesn't include them. */
	events?: string[];
	isActive: boolean;
}

export interface Wanted {
	/** Any URL of this n8n instance. */
	n8nUrl: string;
	/** The URL that should be subscribed. Absent when unpublishing or cleaning up. */
	url?: string;
	events?: string[];
	/** URLs whose subscriptions should be deleted. */
	gone?: string[];
	/** Returns the mark (a short hash) of a URL's current signing secret. */
	getMark: (url: string) => string;
	/**
	 * True if a subscription of the URL that isn't the trigger's own should be left: it has taken the place of the
	 * trigger's before, so another n8n instance uses this URL.
	 */
	leavesForeign?: boolean;
}

/** The facts that a trigger remembers about its subscription. */
export interface Remembered {
	webhookId?: string;
	webhookUrl?: string;
	/**
	 * The trigger's former URLs whose subscriptions haven't been deleted yet, oldest first. The URL changes with
	 * n8n's address.
	 */
	formerUrls?: string[];
	/** The mark (a short hash) of the secret that the subscription was created with, if it is known. */
	secretMark?: string;
	/**
	 * The subscription's URL as Link Platform listed it right after subscribing, perhaps masked. Absent if the list
	 * didn't show the subscription then.
	 */
	listedUrl?: string;
}

export interface Plan {
	keep?: Subscription;
	create: boolean;
	delete: Subscription[];
	say: 'fine' | 'missing' | 'inactive' | 'eventsMissing' | 'secretChanged' | 'foreign' | 'left';
	/** The wanted events that the first subscription of the URL doesn't include. */
	lacking: string[];
	/**
	 * The ID of the trigger's own subscription if Link Platform doesn't list it. This subscription may prevent a new
	 * one, so it is deleted first.
	 */
	unlisted?: string;
	/** The subscriptions at former addresses of n8n. They are deleted, unless another n8n instance responds there now. */
	former: Array<{ url: string; subscriptions: Subscription[] }>;
	/** Subscriptions of nodes on this n8n instance whose wait for an event has ended. */
	expired: Subscription[];
}

/**
 * Decides what to do with an account's webhook subscriptions, for one URL of this n8n instance. A subscription is the
 * trigger's *own* if it has the remembered ID, and the list writes its URL as it did right after subscribing. An own
 * one is *right* if it is active and has all wanted events, as far as Link Platform lists them. Additional events are
 * fine. If the list shows no IDs, a subscription counts as own by its URL.
 *
 * | Listed for the URL       | Trigger remembers            | `keep`   | `create` | `delete` | `say`         |
 * |--------------------------|------------------------------|----------|----------|----------|---------------|
 * | none                     |                              |          | yes      |          | missing       |
 * | a disabled one           |                              |          | yes      | it       | inactive      |
 * | an own one               | another secret, or no secret |          | yes      | it       | secretChanged |
 * | one that lacks events    | its secret                   |          | yes      | it       | eventsMissing |
 * | a right one, and others  | its secret                   | it       |          | others   | fine          |
 * | only others              |                              |          | yes      | them     | foreign       |
 * | same, `leavesForeign`    | the secret of this URL       | the last |          | others   | left          |
 * | right ones without IDs   | their secret                 | the last |          | none     | fine          |
 *
 * The secret of another subscription isn't known, so its deliveries might be refused. A kept subscription is never
 * deleted, even if its URL is in `gone`. If none is kept, all subscriptions of the URL are deleted, and the state of the
 * first one listed is the reason. If no URL is wanted (unpublishing), the own subscription is deleted, or else all
 * subscriptions of the URLs in `gone`. Of its signing secret, the trigger remembers only the mark (a short hash), which
 * changes with the API key.
 *
 * In addition, for any state of the URL:
 *
 * | Subscription                                       | Trigger remembers        | Returned in |
 * |----------------------------------------------------|--------------------------|-------------|
 * | the remembered one isn't listed, and none is kept  | a secret of this account | `unlisted`  |
 * | a subscription of another URL that is remembered   |                          | `former`    |
 * | one of a wait that is over, in this n8n instance   |                          | `expired`   |
 */
export function plan(wanted: Wanted, memory: Remembered, listed: Subscription[]): Plan {
	const { n8nUrl, url, gone = [] } = wanted;
	const { own, home, isOfAccount } = findOwn(wanted, memory, listed);
	const { webhookId } = memory;
	const isHome = (one: string) => own !== undefined && isSameTarget(one, home);
	/** Returns the subscriptions of a URL. The own one is listed for it even if the list masks URLs. */
	const select = (one: string) => [
		...new Set([...(isHome(one) ? [own!] : []), ...selectByUrl(listed, one)]),
	];
	const present = url === undefined ? [] : select(url);
	const judge = (one: Subscription | undefined) => examine(one, one === own, wanted, memory);
	const right = present.filter((one) => ['fine', 'left'].includes(judge(one)));
	const keep = right.find((one) => one === own) ?? right.at(-1);
	const [first] = present;
	// If the credential has changed, the ID may belong to something else in another account or service.
	const mayBeUnlisted = isOfAccount && keep === undefined && webhookId !== '';
	const unwanted = gone.flatMap((one) => (isHome(one) ? [own!] : select(one)));
	return {
		keep,
		create: url !== undefined && keep === undefined,
		delete: [...new Set([...present, ...unwanted])].filter(({ id }) => id !== keep?.id),
		say: judge(keep ?? first),
		lacking: keep || !first ? [] : getLacking(first.events, wanted.events),
		unlisted: mayBeUnlisted && listed.every(({ id }) => id !== webhookId) ? webhookId : undefined,
		former: getFormer([url, ...gone], memory, select),
		expired: selectExpired(listed, n8nUrl),
	};
}

/**
 * Returns the trigger's own subscription, and the URL that it was made for, which may be a former one. `isOfAccount` is
 * true if the remembered secret is one of the account. It must be one if the trigger doesn't know yet how the list writes
 * the URL.
 */
function findOwn(
	{ getMark }: Wanted,
	{ webhookId, webhookUrl = '', formerUrls = [], secretMark, listedUrl }: Remembered,
	listed: Subscription[],
) {
	const urls = [webhookUrl, ...formerUrls];
	const signed = urls.find((url) => getMark(url) === secretMark);
	const home = signed ?? urls.find((url) => isSameTarget(url, listedUrl)) ?? webhookUrl;
	const isWritten = ({ url }: Subscription) =>
		isSameTarget(url, home) || (listedUrl === undefined ? signed !== undefined : url === listedUrl);
	const own = webhookId ? listed.find((one) => one.id === webhookId && isWritten(one)) : undefined;
	return { own, home, isOfAccount: signed !== undefined };
}

/** Returns the subscriptions of a URL. Link Platform may spell the URL differently from n8n. */
export function selectByUrl(subscriptions: Subscription[], url: string): Subscription[] {
	return subscriptions.filter((one) => isSameTarget(one.url, url));
}

/** Returns the subscriptions of nodes on this n8n instance whose wait for an event has ended. */
export function selectExpired(subscriptions: Subscription[], n8nUrl: string): Subscription[] {
	return selectByOrigin(subscriptions, n8nUrl).filter(({ url }) => isExpired(url));
}

/** Returns the subscriptions whose URL belongs to this n8n instance. */
export function selectByOrigin(subscriptions: Subscription[], n8nUrl: string): Subscription[] {
	const { origin } = new URL(n8nUrl);
	return subscriptions.filter(({ url }) => URL.canParse(url) && new URL(url).origin === origin);
}

function examine(
	subscription: Subscription | undefined,
	isOwn: boolean,
	{ url = '', events, getMark, leavesForeign }: Wanted,
	memory: Remembered,
): Plan['say'] {
	if (!subscription) return 'missing';
	if (!subscription.isActive) return 'inactive';
	const isForeign = !isOwn && subscription.id !== '';
	if (isForeign && !leavesForeign) return 'foreign';
	if (memory.secretMark !== getMark(url)) return 'secretChanged';
	if (isForeign) return 'left';
	return getLacking(subscription.events, events).length > 0 ? 'eventsMissing' : 'fine';
}

/**
 * Returns the wanted events that a subscription doesn't include. If Link Platform doesn't list the subscription's
 * events, it counts as having all of them.
 */
export function getLacking(events: string[] | undefined, wanted: string[] = []): string[] {
	return wanted.filter((event) => !hasEvent(events, event));
}

/**
 * True if a subscription delivers an event. A subscription to all events may be listed as any of several values,
 * because the API docs don't say which one it is.
 */
export function hasEvent(events: string[] | undefined, event: string): boolean {
	return events === undefined || [event, '*', ALL].some((one) => events.includes(one));
}

function getFormer(
	present: Array<string | undefined>,
	{ webhookUrl, formerUrls = [] }: Remembered,
	select: (url: string) => Subscription[],
): Plan['former'] {
	const isPresent = (url: string) => present.some((one) => isSameTarget(one, url));
	return [...new Set([...formerUrls, webhookUrl])]
		.filter((url) => url !== undefined)
		.filter((url) => !isPresent(url))
		.map((url) => ({ url, subscriptions: select(url) }))
		.filter(({ subscriptions }) => subscriptions.length > 0);
}
