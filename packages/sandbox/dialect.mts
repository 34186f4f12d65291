/**
 * Converts values in request and response bodies (IDs, times, counters, missing values) to the form that the settings
 * specify, so that routes don't have to.
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

/** Returns a request body with its IDs converted to the form that the sandbox stores. */
export function read(body: unknown, { idsAsStrings }: Settings): unknown {
	if (!idsAsStrings || typeof body !== 'object' || body === null || Array.isArray(body))
		return body;
	const entries = Object.entries(body).map(([name, value]: [string, unknown]) => [
		name,
		/Id$/.test(name) && typeof value === 'string' ? Number(value) : value,
	]);
	return Object.fromEntries(entries);
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

/** Returns a field's value in the form that the settings specify. Returns undefined for a field to leave out. */
function writeValue(name: string, value: unknown, settings: Settings): unknown {
	if (value === null) return settings.nulls === 'absent' ? undefined : null;
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
			return text;
		case 'space':
			return toSeconds(ms).replace('T', ' ');
		case 'noOffset':
			return toSeconds(ms);
		case 'offset':
			return `${toSeconds(ms + 2 * 3_600_000)}+02:00`;
	}
}
