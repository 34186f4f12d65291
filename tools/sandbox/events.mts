import { z } from 'zod/v4';

/**
 * Current API, Events: every event type with the fields of its `data`. Types of single fields are
 * given there only for price, amount (integers), changes (names) and verifiedAt (ISO 8601).
 */
const catalog = {
	'link.created': {
		description: 'A short link is created',
		data: z.strictObject({
			id: z.int(),
			alias: z.string(),
			shorturl: z.string(),
			longurl: z.string(),
			userId: z.int(),
		}),
		example: {
			id: 1,
			alias: 'launch',
			shorturl: 'https://links.example/launch',
			longurl: 'https://example.com/launch',
			userId: 1,
		},
	},
	'link.clicked': {
		description: 'A short link receives a click',
		data: z.strictObject({
			linkId: z.int(),
			alias: z.string(),
			country: z.string(),
			city: z.string(),
			browser: z.string(),
			platform: z.string(),
			referrer: z.string(),
			ip: z.string(),
		}),
		example: {
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
	'link.updated': {
		description: 'The target URL or settings of a link change',
		data: z.strictObject({
			id: z.int(),
			alias: z.string(),
			changes: z.array(z.string()),
			userId: z.int(),
		}),
		example: { id: 1, alias: 'launch', changes: ['url'], userId: 1 },
	},
	'link.expired': {
		description: 'The expiry date or maximum click count of a link is reached',
		data: z.strictObject({
			id: z.int(),
			alias: z.string(),
			// Only max_clicks is shown; expiry_date is assumed.
			reason: z.string(),
			totalClicks: z.int(),
		}),
		example: { id: 1, alias: 'launch', reason: 'max_clicks', totalClicks: 100 },
	},
	'qr.created': {
		description: 'A QR code is generated',
		data: z.strictObject({
			id: z.int(),
			name: z.string(),
			linkedUrl: z.string(),
			userId: z.int(),
		}),
		example: { id: 1, name: 'Poster', linkedUrl: 'https://example.com/poster', userId: 1 },
	},
	'qr.scanned': {
		description: 'A QR code is scanned (alongside link.clicked)',
		data: z.strictObject({
			qrId: z.int(),
			linkId: z.int(),
			country: z.string(),
			browser: z.string(),
			platform: z.string(),
		}),
		example: { qrId: 1, linkId: 5, country: 'DE', browser: 'Safari', platform: 'iOS' },
	},
	'bio.viewed': {
		description: 'A bio page gets a view',
		data: z.strictObject({
			bioId: z.int(),
			slug: z.string(),
			country: z.string(),
			referrer: z.string(),
		}),
		example: { bioId: 1, slug: 'demo', country: 'DE', referrer: 'direct' },
	},
	'bio.updated': {
		description: 'Content or settings of a bio page change',
		data: z.strictObject({
			bioId: z.int(),
			slug: z.string(),
			changes: z.array(z.string()),
			userId: z.int(),
		}),
		example: { bioId: 1, slug: 'demo', changes: ['name'], userId: 1 },
	},
	'subscriber.added': {
		description: 'Someone signs up via a newsletter block',
		data: z.strictObject({ bioId: z.int(), email: z.string(), source: z.string() }),
		example: { bioId: 1, email: 'reader@example.com', source: 'newsletter_block' },
	},
	'plan.upgraded': {
		description: 'The user upgrades the plan',
		data: z.strictObject({
			userId: z.int(),
			previousPlan: z.string(),
			newPlan: z.string(),
			billingCycle: z.string(),
		}),
		example: { userId: 1, previousPlan: 'starter', newPlan: 'pro', billingCycle: 'yearly' },
	},
	'product.created': {
		description: 'A digital product is listed in the creator store',
		data: z.strictObject({
			productId: z.int(),
			name: z.string(),
			price: z.int(),
			currency: z.string().toLowerCase(),
			userId: z.int(),
		}),
		example: { productId: 1, name: 'Field guide', price: 1900, currency: 'eur', userId: 1 },
	},
	'product.purchased': {
		description: 'A customer buys a product',
		data: z.strictObject({
			productId: z.int(),
			buyerEmail: z.string(),
			price: z.int(),
			currency: z.string().toLowerCase(),
			sellerId: z.int(),
		}),
		example: {
			productId: 1,
			buyerEmail: 'buyer@example.com',
			price: 1900,
			currency: 'eur',
			sellerId: 1,
		},
	},
	'tip.received': {
		description: 'A tip arrives through a bio tip jar',
		data: z.strictObject({
			bioId: z.int(),
			amount: z.int(),
			currency: z.string().toLowerCase(),
			tipper: z.string(),
			message: z.string(),
		}),
		example: { bioId: 1, amount: 500, currency: 'eur', tipper: 'Ada', message: 'Thank you!' },
	},
	'verification.approved': {
		description: 'Identity verification is approved',
		data: z.strictObject({
			userId: z.int(),
			verificationType: z.string(),
			verifiedAt: z.string(),
		}),
		example: { userId: 1, verificationType: 'identity', verifiedAt: '2026-03-01T09:00:00.000Z' },
	},
	// The documentation speaks of 15 types and lists 14; this one was seen at a real deployment, its
	// fields are assumed.
	'newsletter.sent': {
		description: 'A newsletter is sent to the subscribers of a bio page',
		data: z.strictObject({ bioId: z.int(), subject: z.string(), recipients: z.int() }),
		example: { bioId: 1, subject: 'News in March', recipients: 42 },
	},
} as const;

type Catalog = typeof catalog;
export type EventName = keyof Catalog;
export type EventData<Name extends EventName> = z.input<Catalog[Name]['data']>;

/** Names and descriptions, for `GET /api/webhooks/events`. */
export const eventTypes = Object.entries(catalog).map(([name, { description }]) => ({
	name,
	description,
}));

/** Schema and example of a type, or undefined for one that the documentation does not know. */
export function getEventType(name: string): { data: z.ZodObject; example: object } | undefined {
	return Object.hasOwn(catalog, name) ? catalog[name as EventName] : undefined;
}
