import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isRecord, scalarToText } from '../api/envelope';
import { parseTimestamp } from '../api/dialect';
import { ALL, EVENTS } from './events';

interface Filter {
	label: string;
	/** The field of `data` that it compares. */
	field: string;
	/** Events whose type begins with this have the ID of their own record as plain `id`. */
	ownId?: string;
	example: string;
	accepts: string;
	/** What a value may be besides. */
	more?: string;
}

/** By the names that workflows save, sorted by label. */
const FILTERS: Record<string, Filter> = {
	bioPageId: { label: 'Bio Page ID', field: 'bioId', example: '3, 8', accepts: 'IDs' },
	country: {
		label: 'Country',
		field: 'country',
		example: 'DE, France',
		accepts: 'Countries',
		more: 'Code or English name, whichever is delivered.',
	},
	alias: {
		label: 'Link Alias',
		field: 'alias',
		example: 'summer, c-*',
		accepts: 'Aliases',
		more: 'Use * at the end to match anything after it.',
	},
	linkId: { label: 'Link ID', field: 'linkId', ownId: 'link.', example: '42, 43', accepts: 'IDs' },
	platform: {
		label: 'Operating System',
		field: 'platform',
		example: 'iOS, Android',
		accepts: 'Operating systems',
	},
	productId: { label: 'Product ID', field: 'productId', example: '7', accepts: 'IDs' },
	qrCodeId: { label: 'QR Code ID', field: 'qrId', ownId: 'qr.', example: '12, 13', accepts: 'IDs' },
};

/** The fields of 'Filters'. */
export const filterFields: INodeProperties[] = Object.keys(FILTERS).map(toFilterField);

/** The field of one filter. */
export function toFilterField(name: string): INodeProperties {
	const { label, example, accepts, more } = FILTERS[name];
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
		const values = acceptedValues(accepted);
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

/** Of `linkId` or `link_id`. */
function getValue({ field, ownId }: Filter, event: string, data: IDataObject): unknown {
	const { [field]: value = data[field.replace('Id', '_id')] } = data;
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

/** The entries of a filter: a text with commas, or a list from an expression. */
export function splitValues(accepted: unknown): string[] {
	const entries = Array.isArray(accepted) ? accepted : String(accepted ?? '').split(',');
	return entries.map((entry) => String(entry).trim()).filter((entry) => entry !== '');
}

function acceptedValues(accepted: unknown): string[] {
	return splitValues(accepted).map((entry) => entry.toLowerCase());
}
