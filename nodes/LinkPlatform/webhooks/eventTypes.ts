import type { INodePropertyOptions } from 'n8n-workflow';
import type { List } from '../api/paging';

/** Subscribes to every type that Link Platform lists. */
export const ALL = 'all';

/** The event types that Link Platform offers. */
export const eventTypeList: List = {
	route: 'GET /api/webhooks/events',
	collections: ['events', 'types'],
	isPaged: false,
};

/**
 * The documented event types (current API, Events) with the words people know them by, by use: n8n's node panel
 * lists them in this order, each by its `action`.
 */
export const EVENT_TYPES: INodePropertyOptions[] = [
	{
		name: 'Link Clicked',
		value: 'link.clicked',
		action: 'On link clicked',
		description: 'Someone opens a short link',
	},
	{
		name: 'QR Code Scanned',
		value: 'qr.scanned',
		action: 'On QR code scanned',
		description: 'Someone scans a QR code, which also counts as a click',
	},
	{
		name: 'Product Purchased',
		value: 'product.purchased',
		action: 'On product purchased',
		description: 'A customer buys a product',
	},
	{
		name: 'Tip Received',
		value: 'tip.received',
		action: 'On tip received',
		description: 'Someone leaves a tip on a bio page',
	},
	{
		name: 'Subscriber Added',
		value: 'subscriber.added',
		action: 'On subscriber added',
		description: 'Someone signs up on a bio page',
	},
	{
		name: 'Bio Page Viewed',
		value: 'bio.viewed',
		action: 'On bio page viewed',
		description: 'Someone opens a bio page',
	},
	{
		name: 'Link Created',
		value: 'link.created',
		action: 'On link created',
		description: 'A short link is created',
	},
	{
		name: 'Link Updated',
		value: 'link.updated',
		action: 'On link updated',
		description: 'The target URL or settings of a link change',
	},
	{
		name: 'Link Expired',
		value: 'link.expired',
		action: 'On link expired',
		description: 'A link reaches its expiry date or maximum number of clicks',
	},
	{
		name: 'QR Code Created',
		value: 'qr.created',
		action: 'On QR code created',
		description: 'A QR code is created',
	},
	{
		name: 'Bio Page Updated',
		value: 'bio.updated',
		action: 'On bio page updated',
		description: 'The content or settings of a bio page change',
	},
	{
		name: 'Product Created',
		value: 'product.created',
		action: 'On product created',
		description: 'A product is listed in the creator store',
	},
	{
		name: 'Plan Upgraded',
		value: 'plan.upgraded',
		action: 'On plan upgraded',
		description: 'The account moves to a higher plan',
	},
	{
		name: 'Verification Approved',
		value: 'verification.approved',
		action: 'On verification approved',
		description: 'An identity verification is approved',
	},
];

/** The menu entry for every type that Link Platform offers. */
export const ALL_EVENTS: INodePropertyOptions = {
	name: 'All Events',
	value: ALL,
	action: 'On any event',
	description: 'Every type of event that Link Platform offers',
};

/** The types chosen in a field: a list, or a text with commas where an expression gives one. */
export function parseEventTypes(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	return entries
		.flatMap((entry) => (typeof entry === 'string' ? entry.split(',') : []))
		.map((type) => type.trim())
		.filter((type) => type !== '');
}

/** The names in a list of event types, whether it holds texts or records. */
export function getTypeNames(records: unknown[]): string[] {
	return records
		.map((record) => {
			if (typeof record === 'string') return record;
			const { event, type, name, id } = (record ?? {}) as Record<string, unknown>;
			return [event, type, name, id].find((value) => typeof value === 'string') as
				| string
				| undefined;
		})
		.filter((name): name is string => name !== undefined && name !== '');
}
