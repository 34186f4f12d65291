/**
 * A service whose bulk endpoint does as it likes with what is not documented: order, IDs, names, targets, places and
 * refusals of its responses. Nothing but what Create Many asks for.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import fc from 'fast-check';

export interface Row {
	name: string;
	url: string;
}

export interface Made extends Row {
	id: number | string;
}

const one = fc.constantFrom;

/** What a deployment decides; failing examples shrink to the first of each. */
export const ways = fc.record({
	/** Of the entries of a response. */
	order: one('given', 'reversed', 'shuffled', 'byName', 'byId'),
	/** In which rows are created. */
	creation: one('given', 'reversed', 'shuffled'),
	ids: one('ascending', 'descending', 'random', 'uuid'),
	shape: one('list', 'byPlace', 'byName', 'byId'),
	names: one('shown', 'hidden', 'escaped'),
	targets: one('hidden', 'shown', 'normalized', 'escaped'),
	/** Which records have targets beside the entries. */
	others: one('detail', 'list', 'none'),
	envelope: one('none', 'each'),
	places: one('none', 'index', 'row'),
	countFrom: one(0, 1),
	refused: one('inline', 'apart', 'omitted', 'silent'),
	/** A batch with a bad row: an entry for each row, or refused as a whole, with or without the rows before. */
	batches: one('entries', 'refused', 'refusedMidway'),
	/** What the refusal quotes. */
	quotes: one('nothing', 'name', 'anotherNumber'),
	seed: fc.nat(1_000),
});
export type Ways = typeof ways extends fc.Arbitrary<infer Value> ? Value : never;

class Refused extends Error {}

export async function startAnyService() {
	let way = {} as Ways;
	let isBad: (row: Row) => boolean = () => false;
	const made: Made[] = [];
	const asked: Record<string, number> = {};
	const escape = (text: string) =>
		text.replace(/[&<>"']/g, (sign) => `&#${String(sign.codePointAt(0))};`);
	const toTarget = (url: string, how: Ways['targets']) =>
		({ hidden: undefined, shown: url, normalized: new URL(url).href, escaped: escape(url) })[how];
	const toName = (name: string, how: Ways['names']) =>
		({ hidden: undefined, shown: name, escaped: escape(name) })[how];
	const toRecord = ({ id, name, url }: Made, names: Ways['names'], targets: Ways['targets']) => ({
		...{ id, name: toName(name, names), url: `https://go.example/${id}`, scans: 0 },
		target: toTarget(url, targets),
	});
	/** Repeatable for a seed. */
	const shuffle = <Value,>(values: Value[]) => {
		const rest = [...values];
		let state = way.seed;
		return values.map(() => {
			state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
			return rest.splice(state % rest.length, 1)[0];
		});
	};
	const arrange = <Value,>(values: Value[], how: string) => {
		if (how === 'reversed') return values.toReversed();
		return how === 'shuffled' ? shuffle(values) : values;
	};
	const nextId = () => {
		const n = made.length + 1;
		return {
			ascending: n,
			descending: 1_000_000 - n,
			random: ((n + way.seed) * 7_919) % 100_003,
			uuid: randomUUID(),
		}[way.ids];
	};
	const make = (row: Row) => {
		const record = { id: nextId(), ...row };
		made.push(record);
		return record;
	};
	const refuse = (rows: Row[]) => {
		const at = rows.findIndex(isBad);
		if (at < 0) return;
		if (way.batches === 'refusedMidway') rows.slice(0, at).forEach(make);
		const { name } = rows[at];
		throw new Refused(
			{ nothing: 'Not valid', name: `The name "${name}" is bad`, anotherNumber: 'Row 1: bad' }[
				way.quotes
			],
		);
	};
	const create = (rows: Row[]) => {
		if (way.batches !== 'entries') refuse(rows);
		const byPlace = new Map<number, Made | undefined>();
		for (const place of arrange([...rows.keys()], way.creation)) {
			const row = rows[place];
			byPlace.set(place, isBad(row) ? undefined : make(row));
		}
		const entries = rows.map((row, place) => {
			const record = byPlace.get(place);
			const position = way.places === 'none' ? {} : { [way.places]: place + way.countFrom };
			const inner = record
				? toRecord(record, way.names, way.targets)
				: { name: toName(row.name, way.names), message: `No: ${row.name}` };
			const error = record ? 0 : 1;
			const wrapped =
				way.envelope === 'each'
					? { error, data: inner, ...position }
					: { error, ...inner, ...position };
			const shown = !record && way.envelope === 'each' ? { error, ...inner, ...position } : wrapped;
			return { place, row, record, shown };
		});
		const good = entries.filter(({ record }) => record);
		const bad = entries.filter(({ record }) => !record);
		const kept = way.refused === 'inline' ? entries : good;
		const sorted = kept.toSorted((a, b) => {
			if (way.order === 'byName') return a.row.name < b.row.name ? -1 : 1;
			return way.order === 'byId' ? (String(a.record?.id) < String(b.record?.id) ? -1 : 1) : 0;
		});
		const list = arrange(sorted, way.order);
		const areDistinct = new Set(rows.map(({ name }) => name)).size === rows.length;
		const keyed = (toKey: (entry: (typeof list)[number]) => unknown) =>
			Object.fromEntries(list.map((entry) => [String(toKey(entry)), entry.shown]));
		const qrs = {
			list: list.map(({ shown }) => shown),
			byPlace: keyed(({ place }) => place + way.countFrom),
			byName: areDistinct ? keyed(({ row }) => row.name) : list.map(({ shown }) => shown),
			byId:
				bad.length === 0 || way.refused !== 'inline'
					? keyed(({ record }) => record?.id)
					: list.map(({ shown }) => shown),
		}[way.shape];
		const errors = way.refused === 'apart' ? { errors: bad.map(({ shown }) => shown) } : {};
		return { error: 0, data: { qrs, ...errors } };
	};
	const respond = async (
		route: string,
		url: URL,
		body: () => Promise<unknown>,
	): Promise<object> => {
		if (route === 'POST /api/qr/bulk') return create(((await body()) as { qrs: Row[] }).qrs);
		if (route === 'POST /api/qr/add') {
			const row = (await body()) as Row;
			if (isBad(row)) throw new Refused('Not valid');
			return { error: 0, data: toRecord(make(row), 'shown', 'hidden') };
		}
		if (route === 'GET /api/account/stats') return { error: 0, data: {} };
		if (route === 'GET /api/qrs') {
			const [page, size] = ['page', 'limit'].map((name) => Number(url.searchParams.get(name)));
			const text = (url.searchParams.get('search') ?? '').toLowerCase();
			const found = made.filter(({ name }) => escape(name).toLowerCase().includes(text));
			const shown = way.others === 'list' ? 'shown' : 'hidden';
			const qrs = arrange(found, way.order)
				.slice((page - 1) * size, page * size)
				.map((record) => toRecord(record, 'shown', shown));
			const maxpage = Math.max(1, Math.ceil(found.length / size));
			return { error: 0, data: { qrs, maxpage, currentpage: page, perpage: size } };
		}
		const record = made.find(({ id }) => url.pathname === `/api/qr/${id}`)!;
		return {
			error: 0,
			data: toRecord(record, 'shown', way.others === 'none' ? 'hidden' : 'shown'),
		};
	};
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '/', 'http://service.invalid');
		const route = `${request.method} ${url.pathname.replace(/\/qr\/(?!bulk|add)[^/]+$/, '/qr/:id')}`;
		asked[route] = (asked[route] ?? 0) + 1;
		respond(route, url, async () => await json(request)).then(
			(body) =>
				response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
			(reason: Error) => {
				if (!(reason instanceof Refused)) return response.destroy(reason);
				const refused = JSON.stringify({ error: 1, message: reason.message });
				return response.writeHead(422, { 'content-type': 'application/json' }).end(refused);
			},
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		made,
		/** How often each route was asked. */
		asked,
		/** Begins anew, in these ways; `bad` rows are refused. */
		reset: (given: Ways, bad: (row: Row) => boolean) => {
			way = given;
			isBad = bad;
			made.length = 0;
			for (const route of Object.keys(asked)) delete asked[route];
		},
		credential: { apiUrl: `http://127.0.0.1:${port}`, apiKey: 'lp_any_service_0123456789' },
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
