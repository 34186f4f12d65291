import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRecord, scalarToText } from '../api/envelope';
import { parseMoment } from '../api/dialect';
import { Failure, joinSentences } from '../api/failure';
import { getLinkHost, parseShortUrl, toAliasKey } from '../api/identity';
import { trimInvisible } from '../api/texts';
import { findCountries, getCountryName, toCountryCode } from './countries';
import { ALL, EVENTS } from './events';
import { filterMessages } from './messages';

interface Filter {
	label: string;
	/** The name of the field of `data` that the filter compares. */
	field: string;
	/**
	 * The prefix of the event types that are about this kind of record. If such an event doesn't have `field`, the
	 * filter compares its `id`.
	 */
	ownId?: string;
	example: string;
	/**
	 * The kind of values that the filter accepts, e.g. 'Aliases or short URLs', for its description. Default: IDs.
	 */
	accepts?: string;
	/** An additional sentence for the filter's description. */
	more?: string;
	/** True if an event's value matches an accepted value. By default, the two must be equal. */
	isMatch?: (value: string, accepted: string, data: IDataObject) => boolean;
}

/** The filters, by the names under which workflows save them, sorted by label. */
const FILTERS: Record<string, Filter> = {
	bioPageId: { label: 'Bio Page ID', field: 'bioId', example: '3, 8' },
	country: {
		label: 'Country',
		field: 'country',
		example: 'DE, France',
		accepts: 'Two-letter codes or English names of countries',
		isMatch: isSameCountry,
	},
	alias: {
		label: 'Link Alias',
		field: 'alias',
		example: 'summer, c-*',
		accepts: 'Aliases or short URLs',
		more: 'Use * at the end to match anything after it.',
		isMatch: isSameAlias,
	},
	linkId: { label: 'Link ID', field: 'linkId', ownId: 'link.', example: '42, 43' },
	platform: {
		label: 'Operating System',
		field: 'platform',
		example: 'iOS, Android',
		accepts: 'Operating systems',
		more: 'Each name covers all versions.',
		isMatch: isSameSystem,
	},
	productId: { label: 'Product ID', field: 'productId', example: '7' },
	qrCodeId: { label: 'QR Code ID', field: 'qrId', ownId: 'qr.', example: '12, 13' },
};

/** The fields in the collection 'Filters' of the trigger. */
export const filterFields: INodeProperties[] = Object.keys(FILTERS).map(toFilterField);

/** Returns the form field for one filter. */
export function toFilterField(name: string): INodeProperties {
	const { label, example, accepts = 'IDs', more } = FILTERS[name];
	return {
		displayName: label,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: joinSentences(`${accepts}, separated by commas`, more),
	};
}

/** The events that a trigger or a waiting node accepts. */
export interface WantedEvents {
	events: string[];
	filters: IDataObject;
	/** The time before which events are ignored, in ms since 1970, by n8n's clock. */
	notBefore: number;
	/** How far Link Platform's clock is ahead of n8n's, in ms. Default: 0. */
	clockAhead?: number;
}

/** Returns the reason to ignore a correctly signed delivery; undefined if the delivery is wanted. */
export function getIgnoredReason(
	{ event, timestamp, data }: { event: string; timestamp: unknown; data: unknown },
	{ events, filters, notBefore, clockAhead = 0 }: WantedEvents,
): 'event' | 'filter' | 'age' | undefined {
	if (!events.includes(ALL) && !events.includes(event)) return 'event';
	if (!isAccepted(event, isRecord(data) ? data : {}, filters)) return 'filter';
	// If an event has no time, or a time without a UTC offset, it counts as happening now.
	const moment = parseMoment(timestamp);
	const happened = moment === undefined ? Date.now() : moment - clockAhead;
	return happened < notBefore ? 'age' : undefined;
}

/**
 * True if a delivery passes all filters that are set. If the docs say that its event type has a filter's field, the
 * delivery must have an accepted value in that field. For other event types, a filter applies only if the delivery
 * has the field.
 */
export function isAccepted(event: string, data: IDataObject, filters: IDataObject): boolean {
	return Object.entries(filters).every(([name, accepted]) => {
		const values = splitValues(accepted);
		const filter = FILTERS[name];
		if (values.length === 0 || !filter) return true;
		const text = scalarToText(getValue(filter, event, data));
		if (text === '') return getValue(filter, event, EVENTS[event]?.sample ?? {}) === undefined;
		const { isMatch } = filter;
		return isMatch ? values.some((one) => isMatch(text, one, data)) : values.includes(text);
	});
}

/** Throws if a country in the filters isn't known, because no event would ever pass that filter. */
export function assertFilters(filters: IDataObject): void {
	for (const name of splitValues(filters.country)) {
		if (toCountryCode(name) !== undefined) continue;
		const similar = findCountries(name).map((code) => `${code} (${getCountryName(code)})`);
		const codes = similar.join(', ') || 'DE (Germany)';
		throw Failure.input(filterMessages.unknownCountry, { name, codes });
	}
}

function getValue({ field, ownId }: Filter, event: string, data: IDataObject): unknown {
	const value = data[field];
	const isOwnId = value === undefined && ownId !== undefined && event.startsWith(ownId);
	return isOwnId ? data.id : value;
}

/**
 * True if both strings are codes or names of the same country. Unknown names are compared as strings, ignoring case.
 */
function isSameCountry(value: string, accepted: string): boolean {
	const [one, other] = [value, accepted].map((text) => toCountryCode(text) ?? text.toLowerCase());
	return one === other;
}

/**
 * True if the value is the accepted alias, or the alias of the accepted short URL. A `*` at the end matches any ending.
 * The host of the short URL counts if `data` contains the link's host.
 */
function isSameAlias(value: string, accepted: string, data: IDataObject): boolean {
	const shortUrl = parseShortUrl(accepted);
	const host = getLinkHost(data);
	if (shortUrl && host !== '' && host !== shortUrl.host) return false;
	const alias = toAliasKey(shortUrl?.alias ?? accepted);
	const isPrefix = alias.endsWith('*');
	return isPrefix ? toAliasKey(value).startsWith(alias.slice(0, -1)) : toAliasKey(value) === alias;
}

/**
 * True if the value is the accepted operating system, with or without a version: `iOS 17.2` matches the filter `iOS`,
 * but not `iOS 1`.
 */
function isSameSystem(value: string, accepted: string): boolean {
	const isNamed = value.toLowerCase().startsWith(accepted.toLowerCase());
	return isNamed && /^(.$|.\s+\d|\D\d)/.test(value.slice(accepted.length - 1));
}

/**
 * Returns the entries of a field: text separated by commas, or a list from an expression, whose entries may contain
 * commas.
 */
export function splitValues(value: unknown): string[] {
	const entries = Array.isArray(value) ? value.map(scalarToText) : scalarToText(value).split(',');
	return entries.map(trimInvisible).filter(Boolean);
}
