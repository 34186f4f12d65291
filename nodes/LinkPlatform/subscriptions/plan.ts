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
	/** Returns the mark (a short hash) of a URL's current signing secret. Absent if no URL is wanted. */
	getMark?: (url: string) => string;
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
}

export interface Plan {
	keep?: Subscription;
	create: boolean;
	delete: Subscription[];
	say: 'fine' | 'missing' | 'inactive' | 'eventsMissing' | 'secretChanged';
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
 * Decides what to do with an account's webhook subscriptions, for one URL of this n8n instance. A subscription is
 * *right* if it is active and has all wanted events, as far as Link Platform lists them. Additional events are fine.
 *
 * | Listed for the URL       | Trigger remembers            | `keep`   | `create` | `delete` | `say`         |
 * |--------------------------|------------------------------|----------|----------|----------|---------------|
 * | none                     |                              |          | yes      |          | missing       |
 * | a disabled one           |                              |          | yes      | it       | inactive      |
 * | an active one            | another secret, or no secret |          | yes      | it       | secretChanged |
 * | one that lacks events    | its secret                   |          | yes      | it       | eventsMissing |
 * | a right one, and others  | its secret                   | it       |          | others   | fine          |
 * | several right ones       | the ID of one                | that one |          | others   | fine          |
 * | several right ones       | none of their IDs            | the last |          | others   | fine          |
 * | right ones without IDs   |                              | the last |          | none     | fine          |
 *
 * A kept subscription is never deleted, even if its URL is in `gone`. If none is kept, all subscriptions of the URL are
 * deleted, and the state of the first one listed is the reason. If no URL is wanted (unpublishing, cleaning up), only
 * subscriptions of URLs in `gone` are deleted. Of its signing secret, the trigger remembers only the mark (a short
 * hash), which changes with the API key.
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
	const present = url === undefined ? [] : selectByUrl(listed, url);
	const right = present.filter((one) => examine(one, wanted, memory) === 'fine');
	const keep = right.find(({ id }) => id === memory.webhookId) ?? right.at(-1);
	const [first] = present;
	const unwanted = [...present, ...gone.flatMap((one) => selectByUrl(listed, one))];
	return {
		keep,
		create: url !== undefined && keep === undefined,
		delete: [...new Set(unwanted)].filter(({ id }) => id !== keep?.id),
		say: keep ? 'fine' : examine(first, wanted, memory),
		lacking: keep || !first ? [] : getLacking(first.events, wanted.events),
		unlisted: keep ? undefined : getUnlisted(wanted, memory, listed),
		former: getFormer([url, ...gone], memory, listed),
		expired: selectByOrigin(listed, n8nUrl).filter((one) => isExpired(one.url)),
	};
}

/** Returns the subscriptions of a URL. Link Platform may spell the URL differently from n8n. */
export function selectByUrl(subscriptions: Subscription[], url: string): Subscription[] {
	return subscriptions.filter((one) => isSameTarget(one.url, url));
}

/** Returns the subscriptions whose URL belongs to this n8n instance. */
export function selectByOrigin(subscriptions: Subscription[], n8nUrl: string): Subscription[] {
	const { origin } = new URL(n8nUrl);
	return subscriptions.filter(({ url }) => URL.canParse(url) && new URL(url).origin === origin);
}

function examine(
	subscription: Subscription | undefined,
	wanted: Wanted,
	memory: Remembered,
): Plan['say'] {
	if (!subscription) return 'missing';
	if (!subscription.isActive) return 'inactive';
	const { url = '', getMark } = wanted;
	if (getMark && memory.secretMark !== getMark(url)) return 'secretChanged';
	if (getLacking(subscription.events, wanted.events).length > 0) return 'eventsMissing';
	return 'fine';
}

/**
 * Returns the wanted events that a subscription doesn't include. If Link Platform doesn't list the subscription's
 * events, it counts as having all of them.
 */
export function getLacking(events: string[] | undefined, wanted: string[] = []): string[] {
	return wanted.filter((event) => !hasEvent(events, event));
}

/**
 * True if a subscription delivers an event. Several entries may stand for all events, because the API docs don't say
 * which one does.
 */
export function hasEvent(events: string[] | undefined, event: string): boolean {
	return events === undefined || [event, '*', ALL].some((one) => events.includes(one));
}

/**
 * Returns the remembered ID, if there is one and Link Platform doesn't list it. If the credential has changed, returns
 * undefined: the ID may belong to something else in another account or service.
 */
function getUnlisted(
	{ getMark }: Wanted,
	{ webhookId, secretMark, formerUrls = [], webhookUrl = '' }: Remembered,
	listed: Subscription[],
): string | undefined {
	const marks = [webhookUrl, ...formerUrls].map((one) => getMark?.(one));
	const isOfAccount = secretMark !== undefined && marks.includes(secretMark);
	const isListed = listed.some(({ id }) => id === webhookId);
	return isOfAccount && !isListed ? webhookId || undefined : undefined;
}

function getFormer(
	present: Array<string | undefined>,
	{ webhookUrl, formerUrls = [] }: Remembered,
	listed: Subscription[],
): Plan['former'] {
	const isPresent = (url: string) => present.some((one) => isSameTarget(one, url));
	return [...new Set([...formerUrls, webhookUrl])]
		.filter((url) => url !== undefined)
		.filter((url) => !isPresent(url))
		.map((url) => ({ url, subscriptions: selectByUrl(listed, url) }))
		.filter(({ subscriptions }) => subscriptions.length > 0);
}
