import type { INodePropertyOptions } from 'n8n-workflow';
import type { List } from '../api/paging';

/** Subscribes to every type that the service lists. */
export const ALL = 'all';

/** The event types that the service offers. */
export const eventTypeList: List = {
	route: 'GET /api/webhooks/events',
	collections: ['events', 'types'],
	isPaged: false,
};

/** The documented event types (current API, Events) with the words people know them by. */
export const EVENT_TYPES: INodePropertyOptions[] = [
	{ name: 'Bio Page Updated', value: 'bio.updated' },
	{ name: 'Bio Page Viewed', value: 'bio.viewed' },
	{ name: 'Link Clicked', value: 'link.clicked' },
	{ name: 'Link Created', value: 'link.created' },
	{ name: 'Link Expired', value: 'link.expired' },
	{ name: 'Link Updated', value: 'link.updated' },
	{ name: 'Plan Upgraded', value: 'plan.upgraded' },
	{ name: 'Product Created', value: 'product.created' },
	{ name: 'Product Purchased', value: 'product.purchased' },
	{ name: 'QR Code Created', value: 'qr.created' },
	{ name: 'QR Code Scanned', value: 'qr.scanned' },
	{ name: 'Subscriber Added', value: 'subscriber.added' },
	{ name: 'Tip Received', value: 'tip.received' },
	{ name: 'Verification Approved', value: 'verification.approved' },
];

/** The types chosen in 'Trigger On': a list, or a text with commas where an expression gives one. */
export function parseEventTypes(value: unknown): string[] {
	return (Array.isArray(value) ? value : String(value ?? '').split(','))
		.map((type) => String(type).trim())
		.filter((type) => type !== '');
}

/** The types as menu entries: known ones by their words, others by those in the service's own name. */
export function toEventOptions(types: string[]): INodePropertyOptions[] {
	const known = new Map(EVENT_TYPES.map((option) => [String(option.value), option]));
	const options = types.map((type) => known.get(type) ?? { name: toTitle(type), value: type });
	options.sort((a, b) => a.name.localeCompare(b.name));
	return [{ name: 'All Events', value: ALL }, ...options];
}

/** 'newsletter.sent' as 'Newsletter Sent'. */
function toTitle(type: string): string {
	const words = type.split(/[._\s-]+/).filter((word) => word !== '');
	return words.map((word) => word[0].toUpperCase() + word.slice(1)).join(' ') || type;
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
