import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRecord, scalarToText } from '../api/envelope';
import { parseMoment } from '../api/dialect';
import { Failure } from '../api/failure';
import { parseShortUrl, toAliasKey } from '../api/identity';
import { findCountries, getCountryName, toCountryCode } from './countries';
import { ALL, EVENTS } from './events';
import { filterMessages } from './messages';

interface Filter {
	label: string;
	/** The name of the compared field of `data`. */
	field: string;
	/** Events whose type begins with this state the ID of their own record as `id`. */
	ownId?: string;
	example: string;
	/** What the filter accepts, as its description says. Default: IDs. */
	accepts?: string;
	/** A further sentence of its description. */
	more?: string;
	/** True if a value is the accepted one. Default: both are equal. */
	isMatch?: (value: string, accepted: string) => boolean;
}

/** The filters by the names that workflows save, sorted by label. */
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
		more: 'Each stands for all its versions.',
		isMatch: isSameSystem,
	},
	productId: { label: 'Product ID', field: 'productId', example: '7' },
	qrCodeId: { label: 'QR Code ID', field: 'qrId', ownId: 'qr.', example: '12, 13' },
};

/** The fields of 'Filters'. */
export const filterFields: INodeProperties[] = Object.keys(FILTERS).map((name) =>
	toFilterField(name),
);

/** Returns the field of one filter; `also` is a further sentence of its description. */
export function toFilterField(name: string, also?: string): INodeProperties {
	const { label, example, accepts = 'IDs', more } = FILTERS[name];
	const sentences = [`${accepts}, separated by commas`, more, also].filter((one) => one);
	return {
		displayName: label,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description:
			sentences.length > 1 ? `${sentences[0]}. ${sentences.slice(1).join(' ')}` : sentences[0],
	};
}

/** What a trigger or a waiting node accepts. */
export interface WantedEvents {
	events: string[];
	filters: IDataObject;
	/** In ms since 1970, by n8n's clock. */
	notBefore: number;
	/** How far Link Platform's clock is ahead of n8n's, in ms. Default: 0. */
	clockAhead?: number;
}

/** Returns why a correctly signed delivery is ignored; undefined if it is wanted. */
export function getIgnoredReason(
	{ event, timestamp, data }: { event: string; timestamp: unknown; data: unknown },
	{ events, filters, notBefore, clockAhead = 0 }: WantedEvents,
): 'event' | 'filter' | 'age' | undefined {
	if (!events.includes(ALL) && !events.includes(event)) return 'event';
	if (!isAccepted(event, isRecord(data) ? data : {}, filters)) return 'filter';
	// An event without a time, or whose time has no offset, counts as happening now.
	const moment = parseMoment(timestamp);
	const happened = moment === undefined ? Date.now() : moment - clockAhead;
	return happened < notBefore ? 'age' : undefined;
}

/**
 * True if a delivery passes every filter that is set. A filter applies to the event types documented to
 * have its field, so that one without it does not pass, and to any other delivery with that field.
 */
export function isAccepted(event: string, data: IDataObject, filters: IDataObject): boolean {
	return Object.entries(filters).every(([name, accepted]) => {
		const values = splitValues(accepted);
		const filter = FILTERS[name];
		if (values.length === 0 || !filter) return true;
		const text = scalarToText(getValue(filter, event, data));
		if (text === '') return getValue(filter, event, EVENTS[event]?.sample ?? {}) === undefined;
		const { isMatch = isSameText } = filter;
		return values.some((one) => isMatch(text, one));
	});
}

/** Throws for a country that isn't known, because no event would ever pass the filter. */
export function assertFilters(filters: IDataObject): void {
	for (const name of splitValues(filters.country)) {
		if (toCountryCode(name) !== undefined) continue;
		const codes = findCountries(name).map((code) => `${code} (${getCountryName(code)})`);
		if (codes.length === 0) throw Failure.input(filterMessages.unknownCountry, { name });
		throw Failure.input(filterMessages.similarCountries, { name, codes: codes.join(', ') });
	}
}

function getValue({ field, ownId }: Filter, event: string, data: IDataObject): unknown {
	const value = data[field];
	const isOwnId = value === undefined && ownId !== undefined && event.startsWith(ownId);
	return isOwnId ? data.id : value;
}

function isSameText(value: string, accepted: string): boolean {
	return value === accepted;
}

/** True if both are codes or names of one country. Unknown names are compared as they stand, without case. */
function isSameCountry(value: string, accepted: string): boolean {
	const [one, other] = [value, accepted].map((text) => toCountryCode(text) ?? text.toLowerCase());
	return one === other;
}

/** True for the accepted alias, or the alias of the accepted short URL. `*` at the end matches anything after it. */
function isSameAlias(value: string, accepted: string): boolean {
	const alias = toAliasKey(parseShortUrl(accepted)?.alias ?? accepted);
	const isPrefix = alias.endsWith('*');
	return isPrefix ? toAliasKey(value).startsWith(alias.slice(0, -1)) : toAliasKey(value) === alias;
}

/** True if the value is the accepted operating system, perhaps with a version: `iOS 17.2` is iOS. */
function isSameSystem(value: string, accepted: string): boolean {
	const isNamed = value.toLowerCase().startsWith(accepted.toLowerCase());
	return isNamed && /^(\s*\d|$)/.test(value.slice(accepted.length));
}

/** Returns the entries of a field: of text with commas, or of a list from an expression, whose entries may hold commas. */
export function splitValues(value: unknown): string[] {
	const entries = Array.isArray(value) ? value.map(scalarToText) : scalarToText(value).split(',');
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
