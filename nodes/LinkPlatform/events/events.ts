import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { getPayload, isRecord } from '../api/envelope';
import type { List } from '../api/paging';

/** The value of the choice 'All Events' in 'Trigger On'. */
export const ALL = 'all';
/**
 * The event type of a click. A scan of a QR code sends both a click and a scan event, in either order (current API,
 * Events).
 */
export const CLICK = 'link.clicked';

/** The event type of a tip. Its data names neither a record nor a person. */
export const TIP = 'tip.received';

/** The list of event types that Link Platform offers. */
export const eventTypeList: List = {
	route: 'GET /api/webhooks/events',
	collections: ['events', 'types'],
	holds: 'anything',
	isPaged: false,
	parse: parseKeyedTypes,
};

/**
 * Reads event types from an object such as `{"link.clicked": "Someone opens a short link"}`, perhaps inside `events`.
 * The form of the response isn't documented.
 */
function parseKeyedTypes(body: unknown): unknown[] | undefined {
	const payload = getPayload(body);
	const keyed = isRecord(payload) ? (payload.events ?? payload) : undefined;
	if (!isRecord(keyed) || !Object.keys(keyed).some((name) => name.includes('.'))) return undefined;
	return Object.entries(keyed).map(([name, description]) => ({ name, description }));
}

interface EventType {
	name: string;
	description: string;
	/** True if two different events can be identical, e.g. if two visitors click at the same moment. */
	mayRepeat?: boolean;
	/** True if each of these events matters, although it may repeat. */
	isRare?: boolean;
	/** True if thousands of these events may happen at once, e.g. when rows of a table become links. */
	isBulk?: boolean;
	/** A sample of the delivery's `data`. A filter applies to all event types whose sample has the filter's field. */
	sample: IDataObject;
}

/** The known event types (current API, Events), most used first: n8n's node panel lists them in this order. */
export const EVENTS: Record<string, EventType> = {
	'link.clicked': {
		name: 'Link Clicked',
		description: 'Someone opens a short link',
		mayRepeat: true,
		sample: {
			linkId: 1,
			alias: 'launch',
			country: 'DE',
			city: 'Berlin',
			browser: 'Firefox',
			platform: 'Windows',
			referrer: 'https://news.example/today',
			ip: '192.0.2.10',
		},
	},
	'qr.scanned': {
		name: 'QR Code Scanned',
		description: 'Someone scans a QR code, which also counts as a click',
		mayRepeat: true,
		sample: { qrId: 1, linkId: 5, country: 'DE', browser: 'Safari', platform: 'iOS' },
	},
	'product.purchased': {
		name: 'Product Purchased',
		description: 'A customer buys a product',
		sample: {
			productId: 1,
			buyerEmail: 'buyer@example.com',
			price: 1900,
			currency: 'eur',
			sellerId: 1,
		},
	},
	'tip.received': {
		name: 'Tip Received',
		description: 'Someone leaves a tip on a bio page',
		mayRepeat: true,
		isRare: true,
		sample: { bioId: 1, amount: 500, currency: 'eur', tipper: 'Ada', message: 'Thank you!' },
	},
	'subscriber.added': {
		name: 'Subscriber Added',
		description: 'Someone signs up on a bio page',
		sample: { bioId: 1, email: 'reader@example.com', source: 'newsletter_block' },
	},
	'bio.viewed': {
		name: 'Bio Page Viewed',
		description: 'Someone opens a bio page',
		mayRepeat: true,
		sample: { bioId: 1, slug: 'demo', country: 'DE', referrer: 'direct' },
	},
	'link.created': {
		name: 'Link Created',
		description: 'A short link is created',
		isBulk: true,
		sample: {
			id: 1,
			alias: 'launch',
			shorturl: 'https://links.example/launch',
			longurl: 'https://example.com/launch',
			userId: 1,
		},
	},
	'link.updated': {
		name: 'Link Updated',
		description: 'The target URL or settings of a link change',
		isBulk: true,
		sample: { id: 1, alias: 'launch', changes: ['url'], userId: 1 },
	},
	'link.expired': {
		name: 'Link Expired',
		description: 'A link reaches its expiry date or maximum number of clicks',
		isBulk: true,
		sample: { id: 1, alias: 'launch', reason: 'max_clicks', totalClicks: 100 },
	},
	'qr.created': {
		name: 'QR Code Created',
		description: 'A QR code is created',
		isBulk: true,
		sample: { id: 1, name: 'Poster', linkedUrl: 'https://example.com/poster', userId: 1 },
	},
	'bio.updated': {
		name: 'Bio Page Updated',
		description: 'The content or settings of a bio page change',
		sample: { bioId: 1, slug: 'demo', changes: ['name'], userId: 1 },
	},
	'product.created': {
		name: 'Product Created',
		description: 'A product is listed in the creator store',
		sample: { productId: 1, name: 'Field guide', price: 1900, currency: 'eur', userId: 1 },
	},
	'plan.upgraded': {
		name: 'Plan Upgraded',
		description: 'The account moves to a higher plan',
		sample: { userId: 1, previousPlan: 'starter', newPlan: 'pro', billingCycle: 'yearly' },
	},
	'newsletter.sent': {
		name: 'Newsletter Sent',
		description: 'A newsletter is sent to subscribers',
		// Seen in the event list of a real deployment, but not documented. Its fields aren't known.
		sample: {},
	},
	'verification.approved': {
		name: 'Verification Approved',
		description: 'An identity verification is approved',
		sample: { userId: 1, verificationType: 'identity', verifiedAt: '2026-03-01T09:00:00.000Z' },
	},
};

/** Returns an entry of 'Trigger On'. n8n's node panel lists the entry by its `action`, e.g. 'On QR code scanned'. */
export function toEventOption(value: string, name: string, description: string) {
	const action = `On ${name.toLowerCase().replace('qr ', 'QR ')}`;
	return { name, value, action, description };
}

/** The entries of 'Trigger On' for the documented event types. */
export const EVENT_TYPES = Object.entries(EVENTS).map(([value, { name, description }]) =>
	toEventOption(value, name, description),
);

/** The entry of 'Trigger On' for all event types that Link Platform offers. */
export const ALL_EVENTS: INodePropertyOptions = {
	name: 'All Events',
	value: ALL,
	action: 'On any event',
	description: 'Every type of event that Link Platform offers',
};
