/**
 * Converts values in request and response bodies (IDs, times, counters, texts) to the form that the settings specify, so
 * that routes don't have to.
 */
import type { Settings } from './settings.mts';

/** Returns a record or a list of records, with its values in the form that the settings specify. */
export function write(value: unknown, settings: Settings): unknown {
	if (Array.isArray(value)) return value.map((inner) => write(inner, settings));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([name, inner]) => [
		name,
		write(writeValue(name, inner, settings), settings),
	]);
	const isRecord = settings.extraFields && 'id' in value;
	return { ...Object.fromEntries(entries), ...(isRecord ? EXTRA : {}) };
}

/** Returns a request body with its IDs and texts converted to the form that the sandbox stores. */
export function read(body: unknown, settings: Settings): unknown {
	if (Array.isArray(body)) return body.map((inner) => read(inner, settings));
	// The content of an uploaded file is a stream, not a plain object.
	if (typeof body !== 'object' || body?.constructor !== Object) return body;
	const entries = Object.entries(body).map(([name, value]: [string, unknown]) => [
		name,
		typeof value === 'string' ? readText(name, value, settings) : read(value, settings),
	]);
	return Object.fromEntries(entries);
}

/** The fields whose texts are stored with HTML entities, for the setting `texts`. */
const ESCAPED = new Set(['name', 'alias', 'password', 'description']);
const ENTITIES: Record<string, string> = { "'": '&#039;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** Returns a text of a request body in the form that the sandbox stores. */
function readText(name: string, value: string, { idsAsStrings, texts }: Settings) {
	if (idsAsStrings && name.endsWith('Id')) return Number(value);
	if (texts === 'asSent' || !(name === 'url' || ESCAPED.has(name))) return value;
	const plain = value.replace(/<\/?[a-z][^>]*>/gi, '');
	if (name === 'url') return plain;
	return plain.replace(/\bon\w+=/gi, '').replace(/['"<>]/g, (mark) => ENTITIES[mark]);
}

/** The names of the fields that hold counters, for the setting `counters`. */
const COUNTERS = new Set([
	'clicks',
	'scans',
	'views',
	'downloads',
	'used',
	'limit',
	'totalClicks',
	'uniqueVisitors',
	'links',
	'percentage',
]);
/** The pattern of the times in records and deliveries, which are in UTC. */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?$/;

/** Fields that no API document mentions, for the setting `extraFields`. */
const EXTRA = { tags: ['print', 'spring'], owner: { name: 'Demo Account', roles: [] } };

/** Returns a field's value in the form that the settings specify. */
function writeValue(name: string, value: unknown, settings: Settings): unknown {
	if (typeof value === 'number') {
		const isText = COUNTERS.has(name)
			? settings.counters === 'text'
			: settings.idsAsStrings && /^id$|Id$/.test(name);
		return isText ? String(value) : value;
	}
	return typeof value === 'string' && TIME.test(value) ? writeTime(value, settings) : value;
}

/** Returns a time in the format that the setting `dates` specifies. */
function writeTime(text: string, { dates }: Settings) {
	const ms = Date.parse(`${text.replace(' ', 'T').replace('Z', '')}Z`);
	const toSeconds = (time: number) => new Date(time).toISOString().slice(0, 19);
	switch (dates) {
		case 'documented':
			// Records of the legacy API have times such as `2026-05-01 12:00:00`; all others are stored in ISO 8601.
			return text.endsWith('Z') ? `${toSeconds(ms)}Z` : text;
		case 'space':
			return toSeconds(ms).replace('T', ' ');
		case 'noOffset':
			return toSeconds(ms);
		case 'offset':
			return `${toSeconds(ms + 2 * 3_600_000)}+02:00`;
	}
}
