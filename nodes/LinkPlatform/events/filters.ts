import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRecord, scalarToText } from '../api/envelope';
import { parseTimestamp, toSpellings } from '../api/dialect';
import { ALL, EVENTS } from './events';

interface Filter {
	label: string;
	/** What the field of `data` that it compares may be called. */
	names: string[];
	/** Events whose type begins with this have the ID of their own record as plain `id`. */
	ownId?: string;
	example: string;
	/** Default: IDs. */
	accepts?: string;
	/** What a value may be besides. */
	more?: string;
}

/** By the names that workflows save, sorted by label. */
const FILTERS: Record<string, Filter> = {
	bioPageId: { label: 'Bio Page ID', names: toSpellings('bio id'), example: '3, 8' },
	country: {
		label: 'Country',
		names: toSpellings('country'),
		example: 'DE, France',
		accepts: 'Countries',
		more: 'Code or English name, whichever is delivered.',
	},
	alias: {
		label: 'Link Alias',
		names: toSpellings('alias'),
		example: 'summer, c-*',
		accepts: 'Aliases',
		more: 'Use * at the end to match anything after it.',
	},
	linkId: { label: 'Link ID', names: toSpellings('link id'), ownId: 'link.', example: '42, 43' },
	platform: {
		label: 'Operating System',
		names: toSpellings('platform'),
		example: 'iOS, Android',
		accepts: 'Operating systems',
	},
	productId: { label: 'Product ID', names: toSpellings('product id'), example: '7' },
	qrCodeId: { label: 'QR Code ID', names: toSpellings('qr id'), ownId: 'qr.', example: '12, 13' },
};

/** The fields of 'Filters'. */
export const filterFields: INodeProperties[] = Object.keys(FILTERS).map(toFilterField);

/** The field of one filter. */
export function toFilterField(name: string): INodeProperties {
	const { label, example, accepts = 'IDs', more } = FILTERS[name];
	return {
		displayName: label,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: `${accepts}, separated by commas${more ? `. ${more}` : ''}`,
	};
}

/** What a trigger or a waiting node accepts. */
export interface WantedEvents {
	events: string[];
	filters: IDataObject;
	/** In ms since 1970. */
	notBefore: number;
}

/** Why a genuine delivery is ignored; undefined if it is wanted. */
export function getIgnoredReason(
	{ event, timestamp, data }: { event: string; timestamp: unknown; data: unknown },
	{ events, filters, notBefore }: WantedEvents,
): 'event' | 'filter' | 'age' | undefined {
	if (!events.includes(ALL) && !events.includes(event)) return 'event';
	if (!isAccepted(event, isRecord(data) ? data : {}, filters)) return 'filter';
	// One without a time has just happened.
	return (parseTimestamp(timestamp) ?? Date.now()) < notBefore ? 'age' : undefined;
}

/**
 * True if a delivery passes every filter that is set. A filter applies to the event types documented to
 * have its field, so that one without it does not pass, and to any other delivery with that field.
 */
export function isAccepted(event: string, data: IDataObject, filters: IDataObject): boolean {
	return Object.entries(filters).every(([name, accepted]) => {
		const values = splitValues(accepted).map((entry) => entry.toLowerCase());
		const filter = FILTERS[name];
		if (values.length === 0 || !filter) return true;
		const value = getValue(filter, event, data);
		if (value === undefined || value === null) {
			return getValue(filter, event, EVENTS[event]?.sample ?? {}) === undefined;
		}
		const text = scalarToText(value).toLowerCase();
		return values.some((accepted) => isMatch(name, text, accepted));
	});
}

function getValue({ names, ownId }: Filter, event: string, data: IDataObject): unknown {
	const value = names.map((name) => data[name]).find((one) => one !== undefined);
	const isOwnId = value === undefined && ownId !== undefined && event.startsWith(ownId);
	return isOwnId ? data.id : value;
}

/** An accepted alias may end with `*`, which matches anything; `DE` and `Germany` are one country. */
function isMatch(name: string, value: string, accepted: string): boolean {
	if (name === 'country') return toCountry(value) === toCountry(accepted);
	const hasRest = name === 'alias' && accepted.endsWith('*');
	return hasRest ? value.startsWith(accepted.slice(0, -1)) : value === accepted;
}

let countries: Intl.DisplayNames | undefined;

/** The English name of a country, of its code, or the text itself; in lower case. */
function toCountry(text: string): string {
	countries ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
	const name = /^[a-z]{2}$/.test(text) ? countries.of(text.toUpperCase()) : undefined;
	return name?.toLowerCase() ?? text;
}

/** The entries of a field: of a text with commas, or of a list from an expression, in which a comma is part of one. */
export function splitValues(value: unknown): string[] {
	const entries = Array.isArray(value) ? value.map(scalarToText) : scalarToText(value).split(',');
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
