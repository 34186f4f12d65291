/**
 * Every event type, with its description and an example of its `data` that also shows the fields and their types
 * (current API, Events). The API documents state the types of only a few fields: price and amount (integers), changes
 * (a list of field names) and verifiedAt (ISO 8601).
 */
const catalog = {
	'link.created': [
		'A short link is created',
		{
			id: 1,
			alias: 'launch',
			shorturl: 'https://links.example/launch',
			longurl: 'https://example.com/launch',
			userId: 1,
		},
	],
	'link.clicked': [
		'A short link receives a click',
		{
			linkId: 1,
			alias: 'launch',
			country: 'DE',
			city: 'Berlin',
			browser: 'Firefox',
			platform: 'Windows',
			referrer: 'https://news.example/today',
			ip: '192.0.2.10',
		},
	],
	'link.updated': [
		'The target URL or settings of a link change',
		{ id: 1, alias: 'launch', changes: ['url'], userId: 1 },
	],
	// The API documents show only the reason max_clicks; the reason expiry_date is assumed.
	'link.expired': [
		'The expiry date or maximum click count of a link is reached',
		{ id: 1, alias: 'launch', reason: 'max_clicks', totalClicks: 100 },
	],
	'qr.created': [
		'A QR code is generated',
		{ id: 1, name: 'Poster', linkedUrl: 'https://example.com/poster', userId: 1 },
	],
	'qr.scanned': [
		'A QR code is scanned (alongside link.clicked)',
		{ qrId: 1, linkId: 5, country: 'DE', browser: 'Safari', platform: 'iOS' },
	],
	'bio.viewed': [
		'A bio page gets a view',
		{ bioId: 1, slug: 'demo', country: 'DE', referrer: 'direct' },
	],
	'bio.updated': [
		'Content or settings of a bio page change',
		{ bioId: 1, slug: 'demo', changes: ['name'], userId: 1 },
	],
	'subscriber.added': [
		'Someone signs up via a newsletter block',
		{ bioId: 1, email: 'reader@example.com', source: 'newsletter_block' },
	],
	'plan.upgraded': [
		'The user upgrades the plan',
		{ userId: 1, previousPlan: 'starter', newPlan: 'pro', billingCycle: 'yearly' },
	],
	'product.created': [
		'A digital product is listed in the creator store',
		{ productId: 1, name: 'Field guide', price: 1900, currency: 'eur', userId: 1 },
	],
	'product.purchased': [
		'A customer buys a product',
		{ productId: 1, buyerEmail: 'buyer@example.com', price: 1900, currency: 'eur', sellerId: 1 },
	],
	'tip.received': [
		'A tip arrives through a bio tip jar',
		{ bioId: 1, amount: 500, currency: 'eur', tipper: 'Ada', message: 'Thank you!' },
	],
	'verification.approved': [
		'Identity verification is approved',
		{ userId: 1, verificationType: 'identity', verifiedAt: '2026-03-01T09:00:00.000Z' },
	],
	// The API documents mention 15 event types but list 14. This type was observed at a real deployment, but its
	// fields weren't.
	'newsletter.sent': ['A newsletter is sent to subscribers', {}],
} satisfies Record<string, [description: string, example: object]>;

type Catalog = typeof catalog;
/** The name of an event type, e.g. `link.clicked`. */
export type EventName = keyof Catalog;
/** The `data` of an event type. */
export type EventData<Name extends EventName> = Catalog[Name][1];

/** Names and descriptions of the event types, for `GET /api/webhooks/events`. */
export const eventTypes = Object.entries(catalog).map(([name, [description]]) => ({
	name,
	description,
}));

/** Returns sample data of an event type, or undefined if the catalog above doesn't include the type. */
export function getSample(name: string): object | undefined {
	return Object.hasOwn(catalog, name) ? catalog[name as EventName][1] : undefined;
}
