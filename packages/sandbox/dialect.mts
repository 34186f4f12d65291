/**
 * How a deployment writes what the records hold: ids, moments, names, URLs, numbers, and what it calls them. Applied
 * to whole bodies where they leave and enter the sandbox, so that no route knows of it.
 */
import { domainToUnicode } from 'node:url';

import type { Settings } from './settings.mts';

/** A record, or a list of records, as the settings have it written. */
export function write(value: unknown, settings: Settings): unknown {
	return respell(value, getSpeller(settings), settings);
}

/** Names of fields and parameters that hold an id. */
const ID = /id$/i;

/** Parameters or a body of a request, with the ids that the sandbox keeps. */
export function read(value: unknown, { ids, idsAsStrings }: Settings): unknown {
	if (ids === 'ascending' && !idsAsStrings) return value;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const entries = Object.entries(value).map(([name, inner]: [string, unknown]) => {
		const isId = ID.test(name) && (typeof inner === 'string' || typeof inner === 'number');
		const kept = isId ? fromOutside(String(inner), ids) : undefined;
		if (kept === undefined) return [name, inner];
		// In paths, where names are in small letters, everything is text.
		return [name, name.endsWith('Id') ? kept : String(kept)];
	});
	return Object.fromEntries(entries);
}

/** JSON, as some programs write it. */
export function escapeJson(text: string): string {
	const toCode = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return text.replaceAll('/', '\\/').replace(/[\u0080-\uffff]/g, toCode);
}

const FIRST_LONG = 1_800_000_000_000_000_000n;
const FACTOR = 0x5bd1e995;
/** With it, the factor gives 1 in 32 bits. */
const INVERSE = 0xe59b19bd;
const MOST = 900_000_000;
const shuffle = (id: number) => Math.imul(id, FACTOR) >>> 0;

/** An id as the deployment writes it. */
export function toOutside(id: number, ids: Settings['ids']): string {
	switch (ids) {
		case 'ascending':
			return String(id);
		case 'descending':
			return String(MOST - id);
		case 'random':
			return String(shuffle(id));
		case 'long':
			return String(FIRST_LONG + BigInt(id));
		case 'uuid': {
			const [first, last] = [shuffle(id).toString(16), id.toString(16)];
			return `${first.padStart(8, '0')}-7a1c-4b3d-9e5f-${last.padStart(12, '0')}`;
		}
	}
}

/** The kept id; undefined for what cannot be one. */
function fromOutside(text: string, ids: Settings['ids']): number | undefined {
	if (ids === 'uuid') {
		const last = /^[\da-f]{8}-7a1c-4b3d-9e5f-([\da-f]{12})$/.exec(text)?.[1];
		return last === undefined ? undefined : parseInt(last, 16);
	}
	if (!/^\d{1,19}$/.test(text)) return undefined;
	switch (ids) {
		case 'ascending':
			return Number(text);
		case 'descending':
			return MOST - Number(text);
		case 'random':
			return Math.imul(Number(text), INVERSE) >>> 0;
		case 'long':
			return Number(BigInt(text) - FIRST_LONG);
	}
}

/** Writes a value of a response as set; depends on the name of its field. */
type Spell = (name: string, value: unknown) => unknown;

function getSpeller(settings: Settings): Spell {
	const { ids, idsAsStrings, nulls, counters, aliasesAsNumbers } = settings;
	return (name, value) => {
		if (value === null) return { null: null, absent: undefined, empty: '' }[nulls];
		if (typeof value === 'number') {
			if (COUNTERS.has(name)) return counters === 'text' ? String(value) : value;
			if (!/^id$|Id$/.test(name)) return value;
			const id = toOutside(value, ids);
			return idsAsStrings || ids === 'uuid' ? id : toRawNumber(id);
		}
		if (typeof value !== 'string') return value;
		if (name === 'name') return writeName(value, settings);
		if (name === 'alias' && aliasesAsNumbers && /^[1-9]\d{0,14}$/.test(value)) return Number(value);
		if (name === 'shorturl') return writeShortUrl(value, settings);
		if (TARGETS.has(name)) return writeUrl(value, settings);
		return MOMENT.test(value) ? writeMoment(value, settings) : value;
	};
}

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
const TARGETS = new Set(['url', 'longurl', 'target', 'linkedUrl']);
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?$/;

/** Anything below this is a page of a list or the like, no record. */
const EXTRA = { tags: ['print', 'spring'], owner: { name: 'Demo Account', roles: [] } };

function respell(value: unknown, spell: Spell, settings: Settings): unknown {
	if (Array.isArray(value)) return value.map((inner) => respell(inner, spell, settings));
	if (typeof value !== 'object' || value === null || isRaw(value)) return value;
	const entries = Object.entries(value).map(([name, inner]) => [
		name,
		respell(spell(name, inner), spell, settings),
	]);
	const isRecord = settings.extraFields && 'id' in value;
	return { ...Object.fromEntries(entries), ...(isRecord ? EXTRA : {}) };
}

function writeName(name: string, { names }: Settings): string {
	switch (names) {
		case 'asGiven':
			return name;
		case 'escaped':
			return escapeHtml(name);
		case 'trimmed':
			return name.trim().replace(/\s+/g, ' ');
		case 'composed':
			return name.normalize('NFC');
		case 'decomposed':
			return name.normalize('NFD');
	}
}

function writeUrl(text: string, { targets }: Settings): string {
	if (targets === 'asGiven' || !URL.canParse(text)) return text;
	const { href, host, hostname, port } = new URL(text);
	if (targets === 'normalized') return href;
	const letters = domainToUnicode(hostname) + (port === '' ? '' : `:${port}`);
	try {
		return decodeURI(href).replace(host, letters);
	} catch {
		return href;
	}
}

function writeShortUrl(text: string, { shortUrls }: Settings): string {
	if (shortUrls === 'plain') return text;
	return shortUrls === 'encoded' ? encodeURI(text) : text.replace(/^\w+:\/\//, '');
}

function writeMoment(text: string, { dates }: Settings): string | number {
	if (dates === 'documented') return text;
	const at = Date.parse(`${text.replace(' ', 'T').replace('Z', '')}Z`);
	const iso = new Date(at).toISOString();
	switch (dates) {
		case 'space':
			return iso.slice(0, 19).replace('T', ' ');
		case 'noOffset':
			return iso.slice(0, 19);
		case 'offset':
			return `${new Date(at + 2 * 3_600_000).toISOString().slice(0, 19)}+02:00`;
		case 'seconds':
			return Math.floor(at / 1000);
		case 'milliseconds':
			return at;
	}
}

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** A text as it is written in HTML. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}

/** A number with all its digits, also above 2^53. TypeScript does not know these functions yet. */
const { rawJSON, isRawJSON } = JSON as unknown as {
	rawJSON: (text: string) => object;
	isRawJSON: (value: object) => boolean;
};
const toRawNumber = (text: string) => (text.length < 16 ? Number(text) : rawJSON(text));
const isRaw = (value: object) => isRawJSON(value);
