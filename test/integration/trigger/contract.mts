/**
 * What a published trigger has to do with a request, derived from its bytes. This is a second version of the
 * contract, without imports from the package, so that both cannot have the same mistake.
 */
import { createHash, createHmac } from 'node:crypto';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { RawRequest } from './attackCorpus.mts';

export interface Wishes {
	secret: string;
	/** The chosen event types; 'all' for any. */
	events: string[];
	/** The only countries whose visits are wanted. */
	countries?: string[];
	dropsIpAddresses?: boolean;
}

type Verdict = { is: 'run'; item: Record<string, unknown> } | { is: 'ignored' } | { is: 'refused' };

type Json = Record<string, unknown>;

/** n8n's N8N_PAYLOAD_SIZE_MAX, unpacked. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Nothing that an account does nests like that, and n8n itself fails at some thousands. */
const DEEPEST = 1000;
/** What two visitors can do alike; and those whose country the documents name. */
const VISITS = ['link.clicked', 'qr.scanned', 'bio.viewed'];

export type Judge = (request: RawRequest) => Verdict;

/** A trigger that does what the contract says, with what it has seen so far. */
export function createJudge({ secret, events, countries, dropsIpAddresses }: Wishes): Judge {
	const seen = new Set<string>();
	return (request) => {
		const signed = readSigned(request);
		if (signed === undefined || !isSigned(request, signed, secret)) return { is: 'refused' };
		const body = parse(signed);
		if (!isObject(body) || getDepth(body) > DEEPEST) return { is: 'refused' };

		const event = getEvent(body);
		if (!events.includes('all') && !events.includes(event)) return { is: 'ignored' };
		const { country } = isObject(body.data) ? body.data : ({} as Json);
		const isVisit = VISITS.includes(event);
		if (countries && (country === undefined ? isVisit : !countries.includes(country as string))) {
			return { is: 'ignored' };
		}
		const id = getHeader(request, 'delivery') || getId(body);
		const hash = createHash('sha256').update(signed).digest('hex');
		const keys = [
			...(isVisit ? [] : [hash]),
			...(id ? [JSON.stringify([id, event, body.data])] : []),
		];
		const isCopy = keys.some((key) => seen.has(key));
		for (const key of keys) seen.add(key);
		if (isCopy) return { is: 'ignored' };

		const { timestamp = null, data, event: named, ...others } = body;
		const own = isObject(named) ? { eventId: named.id, ...others } : others;
		const item = { ...own, event, deliveryId: id, timestamp, data };
		return { is: 'run', item: dropsIpAddresses ? withoutIp(item) : item };
	};
}

/** The bytes that Link Platform has signed, as n8n gives them to a trigger; undefined if it cannot. */
function readSigned({ headers, body }: RawRequest): Buffer | undefined {
	const one = (name: string) =>
		headers.find(([header]) => header.toLowerCase() === name)?.[1] ?? '';
	const type = one('content-type').split(';')[0].trim().toLowerCase();
	if (type === 'multipart/form-data') return undefined;
	const unpack = { gzip: gunzipSync, deflate: inflateSync }[one('content-encoding')];
	let bytes: Buffer;
	try {
		bytes = unpack ? unpack(body) : body;
	} catch {
		return undefined;
	}
	const isBroken = type === 'application/json' && bytes.length > 0 && parse(bytes) === undefined;
	return isBroken || bytes.length > MOST_BYTES ? undefined : bytes;
}

function isSigned({ headers }: RawRequest, bytes: Buffer, secret: string): boolean {
	const expected = createHmac('sha256', secret).update(bytes).digest('hex');
	const given = headers
		.filter(([name]) => /^x-.+-signature$/i.test(name))
		.flatMap(([, value]) => value.split(','))
		.map((value) => value.trim().toLowerCase());
	return given.includes(expected) || given.includes(`sha256=${expected}`);
}

/** A whole number that JavaScript may have rounded is a text. */
const keepLongIds = (_name: string, value: unknown, { source = '' }: { source?: string } = {}) =>
	typeof value === 'number' && Math.abs(value) >= 2 ** 53 && /^-?\d+$/.test(source)
		? source
		: value;

const parse = (bytes: Buffer): unknown => {
	try {
		return JSON.parse(bytes.toString().replace(/^\uFEFF/, ''), keepLongIds);
	} catch {
		return undefined;
	}
};

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** How deep arrays and objects are nested. */
function getDepth(value: unknown): number {
	let depth = 0;
	for (let level = [value]; level.length > 0; depth++) {
		level = level.flatMap((one): unknown[] =>
			typeof one === 'object' && one !== null ? Object.values(one) : [],
		);
	}
	return depth - 1;
}

/** As text; empty if it is no name. */
const getName = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const getEvent = ({ event }: Json) => getName(isObject(event) ? (event.type ?? event.name) : event);

function getId({ eventId, event_id: underscored, event, id }: Json): string {
	const ids = [eventId, underscored, isObject(event) ? event.id : undefined, id];
	return ids.map(getName).find((id) => id !== '') ?? '';
}

function getHeader({ headers }: RawRequest, what: string): string {
	const name = new RegExp(`^x-.+-${what}$`, 'i');
	return headers.find(([header]) => name.test(header))?.[1] ?? '';
}

/** The corpus calls it `ip` wherever it holds one; other names are the business of a unit test. */
function withoutIp(item: Json): Json {
	const { ip: _ip, ...kept } = item;
	const data = kept.data;
	if (!isObject(data)) return kept;
	const { ip: _dataIp, ...keptData } = data;
	return { ...kept, data: keptData };
}
