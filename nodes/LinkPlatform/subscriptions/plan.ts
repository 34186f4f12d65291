import { isSameTarget } from '../api/identity';
import { ALL } from '../events/events';
import { isExpired } from './resumeUrl';

/** Entries of a subscription's events that stand for every event. */
const EVERY_EVENT = ['*', ALL];

export interface Subscription {
	/** '' if Link Platform doesn't list an ID. */
	id: string;
	url: string;
	/** Undefined if Link Platform doesn't list the events. */
	events?: string[];
	isActive: boolean;
}

export interface Wanted {
	/** Any URL of this n8n. */
	n8nUrl: string;
	/** The URL to subscribe. Absent when unpublishing or cleaning up. */
	url?: string;
	events?: string[];
	/** True if a subscription that looks right should be renewed. */
	isDoubted?: boolean;
	/** True if other subscriptions of the URL are kept beside a right one, because somebody may want each. */
	isShared?: boolean;
	/** URLs that should no longer receive events. */
	gone?: string[];
	/** Returns the mark that the present secret of a URL has. Absent if secrets don't matter. */
	getMark?: (url: string) => string;
}

/** What a trigger remembers of its subscription. */
export interface Remembered {
	webhookId?: string;
	webhookUrl?: string;
	/** The URLs before n8n's address changed, the oldest first. Their subscriptions still have to be deleted. */
	formerUrls?: string[];
	/** The mark of the secret that the subscription was made with, if it is known. */
	secretMark?: string;
}

export interface Plan {
	keep?: Subscription;
	create: boolean;
	delete: Subscription[];
	say: 'fine' | 'missing' | 'inactive' | 'eventsMissing' | 'secretChanged' | 'doubted';
	/** The wanted events that the first subscription of the URL lacks. */
	lacking: string[];
	/** The ID of the trigger's own subscription if it isn't listed. It may prevent another one, so it is deleted first. */
	unlisted?: string;
	/** The subscriptions at former addresses of n8n: to delete unless another n8n responds there now. */
	former: Array<{ url: string; subscriptions: Subscription[] }>;
	/** The subscriptions of this n8n's waits that are over. */
	expired: Subscription[];
}

/**
 * Returns what to do with the subscriptions of an account, for one URL of this n8n. A subscription is *right* if it is
 * active and has all wanted events, as far as Link Platform lists them. More events are fine.
 *
 * | Listed for the URL        | Remembered            | keep     | create | delete | say           |
 * |---------------------------|-----------------------|----------|--------|--------|---------------|
 * | none                      |                       |          | yes    |        | missing       |
 * | one that is switched off  |                       |          | yes    | it     | inactive      |
 * | an active one             | another secret, none  |          | yes    | it     | secretChanged |
 * | one that lacks events     | its secret            |          | yes    | it     | eventsMissing |
 * | a right one, doubted      | its secret            |          | yes    | it     | doubted       |
 * | a right one, and others   | its secret            | it       |        | others | fine          |
 * | right ones                | the ID of one         | that one |        | others | fine          |
 * | right ones                | none of their IDs     | the last |        | others | fine          |
 * | right ones without IDs    |                       | the last |        | none   | fine          |
 *
 * A kept subscription is never deleted, even if its URL is one of `gone`. If none is kept, all of the URL are deleted, and
 * the first one listed says why. If no URL is wanted (unpublishing, cleaning up), only those of `gone` are deleted. The
 * trigger remembers the mark of its secret, which another key changes. Ensure Active remembers nothing, and secrets don't
 * matter to it. Besides, for any state of the URL:
 *
 * | Listed                                       | Remembered                                  | goes to  |
 * |----------------------------------------------|---------------------------------------------|----------|
 * | the remembered ID nowhere, and none is kept  | a secret of this account                    | unlisted |
 * | of a URL that is remembered, but another one |                                             | former   |
 * | of a wait of this n8n that is over           |                                             | expired  |
 */
export function plan(wanted: Wanted, memory: Remembered, listed: Subscription[]): Plan {
	const { n8nUrl, url, gone = [], isShared } = wanted;
	const present = url === undefined ? [] : selectByUrl(listed, url);
	const right = present.filter((one) => examine(one, wanted, memory) === 'fine');
	const keep = right.find(({ id }) => id === memory.webhookId) ?? right.at(-1);
	const [first] = present;
	const surplus = keep && isShared ? [] : present;
	const unwanted = [...surplus, ...gone.flatMap((one) => selectByUrl(listed, one))];
	return {
		keep,
		create: url !== undefined && keep === undefined,
		delete: [...new Set(unwanted)].filter(({ id }) => id !== keep?.id),
		say: keep ? 'fine' : examine(first, wanted, memory),
		lacking: keep || !first ? [] : getLacking(first.events, wanted.events ?? []),
		unlisted: keep ? undefined : getUnlisted(wanted, memory, listed),
		former: getFormer([url, ...gone], memory, listed),
		expired: selectByOrigin(listed, n8nUrl).filter((one) => isExpired(one.url)),
	};
}

/** Returns the subscriptions of a URL, which Link Platform may spell differently from n8n. */
export function selectByUrl(subscriptions: Subscription[], url: string): Subscription[] {
	return subscriptions.filter((one) => isSameTarget(one.url, url));
}

/** Returns the subscriptions of one n8n, among all of the account. */
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
	const { url = '', getMark, isDoubted } = wanted;
	if (getMark && memory.secretMark !== getMark(url)) return 'secretChanged';
	if (getLacking(subscription.events, wanted.events ?? []).length > 0) return 'eventsMissing';
	return isDoubted ? 'doubted' : 'fine';
}

/** Returns the wanted events that a subscription lacks. If its events aren't listed, it counts as having them all. */
export function getLacking(events: string[] | undefined, wanted: string[]): string[] {
	return wanted.filter((event) => !hasEvent(events, event));
}

/** True if a subscription delivers an event. The documents don't show what stands for every event. */
export function hasEvent(events: string[] = EVERY_EVENT, event: string): boolean {
	return [event, ...EVERY_EVENT].some((one) => events.includes(one));
}

/**
 * Returns the remembered ID if it isn't listed. Returns undefined after a change of the credential, because another account
 * or service may use the same ID.
 */
function getUnlisted(
	{ getMark }: Wanted,
	{ webhookId, secretMark, formerUrls = [], webhookUrl = '' }: Remembered,
	listed: Subscription[],
): string | undefined {
	const marks = [webhookUrl, ...formerUrls].map((one) => getMark?.(one));
	const isOfAccount = secretMark !== undefined && marks.includes(secretMark);
	return isOfAccount && !listed.some(({ id }) => id === webhookId) ? webhookId : undefined;
}

function getFormer(
	present: Array<string | undefined>,
	{ webhookUrl, formerUrls = [] }: Remembered,
	listed: Subscription[],
): Plan['former'] {
	const isPresent = (url: string) =>
		present.some((one) => one !== undefined && isSameTarget(one, url));
	return [...new Set([...formerUrls, webhookUrl])]
		.filter((url) => url !== undefined)
		.filter((url) => !isPresent(url))
		.map((url) => ({ url, subscriptions: selectByUrl(listed, url) }))
		.filter(({ subscriptions }) => subscriptions.length > 0);
}
