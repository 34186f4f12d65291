import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { isRecord } from '../api/envelope';
import { Failure, getFailure } from '../api/failure';
import { parseFigure } from '../api/dialect';
import { readPages } from '../api/paging';
import { toRequest } from '../api/route';
import { toId } from '../runner/input';
import { toRecord } from '../runner/items';
import { getBotReason } from '../webhooks/bots';
import { dropIpAddresses } from '../webhooks/dropIpAddresses';
import { isAccepted, splitValues } from '../webhooks/filters';
import { readNewestClicks } from './activity';
import { getGrowth, hasFallen, toStored, type Counters } from './counters';
import { pollingMessages } from './messages';
import { chooseRows, getTime, type RowMark } from './rows';
import { SOURCES, type Source } from './sources';

const DAY = 24 * 60 * 60 * 1000;
/** What is remembered of them takes about 200 KB, which n8n loads for each execution of the workflow. */
const MOST_RECORDS = 10_000;
/** Links that are looked through for the latest click. */
const MOST_LOOKED_AT = 10;
/** Rows before those of new clicks: the mark may be among them. */
const ROWS_BEFORE = 1;

/** What to watch, as the node's fields say. */
export interface PollPlan {
	event: string;
	filters: IDataObject;
	bioPageId: string;
	dropIpAddresses: boolean;
	ignoreLikelyBots: boolean;
	/** Identifies Link Platform by its address. */
	platform: string;
	/** Identifies the account, without saying anything about its key. */
	account: string;
}

/** What a trigger remembers from one poll to the next, in n8n's static data. */
export interface PollState {
	/** What was watched: another event, bio page, filter or Link Platform begins anew. */
	watched: string;
	account: string;
	/** When this was remembered, in ms. */
	since: number;
	/** The counters by the ID of their record. */
	counts: Record<string, number>;
	/** Where the list of a link's clicks ended. */
	rows: Record<string, RowMark>;
}

export interface PolledEvent {
	event: string;
	deliveryId: '';
	timestamp: string;
	data: IDataObject;
}

export interface PollResult {
	state: PollState;
	events: PolledEvent[];
	/** True if forgetting the new state would lose events, or repeat them, although there are none now. */
	mustBeSaved: boolean;
}

/** The records that are watched, by ID, with their counters. */
interface Reading {
	records: Map<string, IDataObject>;
	/** Undefined where a record does not say it. */
	counts: Map<string, number | undefined>;
	/** True if records may have moved between its pages. */
	isLong: boolean;
}

/**
 * Compares all counters with what they were: as many events as they grew, and what to remember. Without a state,
 * or with that of something else, the present is remembered and nothing has happened. What is not done by the
 * deadline is left to the next poll.
 */
export async function poll(
	client: Client,
	plan: PollPlan,
	former: PollState | undefined,
	deadline = Infinity,
): Promise<PollResult> {
	const now = Date.now();
	const source = SOURCES[plan.event];
	const watched = toWatched(plan, source);
	const isSame = former?.watched === watched;
	const known: Counters = new Map(isSame ? Object.entries(former.counts) : []);
	const { records, counts } = await readTwice(client, plan, source, known, !isSame);
	const isOther = isSame && former.account !== plan.account && isDisjoint(known, records);
	const state = isSame && !isOther ? former : undefined;
	const seen: Counters = new Map(
		[...counts].map(([id, count]) => [id, count ?? known.get(id) ?? 0]),
	);
	const count = [...seen.values()].filter((one) => one > 0).length;
	if (count > MOST_RECORDS)
		throw Failure.input(pollingMessages.tooMany, { most: MOST_RECORDS, count });
	const next = { watched, account: plan.account };
	if (state === undefined) {
		const fresh = { ...next, since: now, counts: toCounts(new Map(), seen), rows: {} };
		return { state: fresh, events: [], mustBeSaved: true };
	}

	const growth = [...getGrowth(known, seen)].sort(([, a], [, b]) => b - a);
	const rows = new Map(Object.entries(state.rows));
	const events: PolledEvent[] = [];
	for (const [at, [id, added]] of growth.entries()) {
		if (at > 0 && Date.now() >= deadline) {
			seen.set(id, known.get(id) ?? 0);
			continue;
		}
		const record = records.get(id) as IDataObject;
		if (plan.event !== 'link.clicked') {
			events.push(toEvent(plan, source.toData(record, added), record, now));
			continue;
		}
		const [, owed] = rows.get(id) ?? ['', 0];
		const clicks = await readNewestClicks(client, id, added + owed + ROWS_BEFORE);
		const { chosen, mark } = chooseRows(clicks, added, rows.get(id), state.since - DAY);
		if (mark) rows.set(id, mark);
		// One by one: more arguments than the stack holds would fail this poll and all that follow.
		for (const click of toClicks(plan, source.toData(record, added), chosen, added, now)) {
			events.push(click);
		}
	}
	const mustBeSaved = events.length > 0 || hasFallen(known, seen);
	const stored = toCounts(known, seen);
	return {
		state: {
			...next,
			since: mustBeSaved ? now : state.since,
			counts: stored,
			rows: Object.fromEntries([...rows].filter(([id]) => Object.hasOwn(stored, id))),
		},
		events: toWanted(plan, events),
		mustBeSaved,
	};
}

function toCounts(known: Counters, seen: Counters): PollState['counts'] {
	return Object.fromEntries(toStored(known, seen, MOST_RECORDS));
}

/** The latest event that has happened, for a test in the editor. */
export async function fetchLatest(client: Client, plan: PollPlan): Promise<PolledEvent> {
	const source = SOURCES[plan.event];
	const { records, counts } = await read(client, plan, source);
	const candidates = [...records].filter(([id]) => (counts.get(id) ?? 0) > 0);
	const events: PolledEvent[] = [];
	const now = Date.now();
	if (plan.event === 'link.clicked') {
		candidates.sort(([a], [b]) => Number(counts.get(b)) - Number(counts.get(a)));
		for (const [id, link] of candidates.slice(0, MOST_LOOKED_AT)) {
			const clicks = await readNewestClicks(client, id, 1);
			events.push(...toClicks(plan, source.toData(link, 1), clicks, clicks.length || 1, now));
		}
	} else {
		events.push(
			...candidates.map(([, record]) => toEvent(plan, source.toData(record, 1), record, now)),
		);
		// Which QR code was scanned last is not known: one of those scanned most.
		const rank = ({ data }: PolledEvent) => Number(data.scans ?? 0);
		events.sort((a, b) => rank(a) - rank(b));
	}
	const latest = byTime(toWanted(plan, events)).pop();
	if (latest !== undefined) return latest;
	throw Failure.input(pollingMessages.noneYet, { cause: source.cause.message });
}

/**
 * The records that are watched. Twice if a counter seems to have fallen, since the response may have been older than
 * the former one; and if a first reading took several pages, which may have moved meanwhile: a record that it missed
 * would seem new.
 */
async function readTwice(
	client: Client,
	plan: PollPlan,
	source: Source,
	known: Counters,
	isFirst: boolean,
): Promise<Reading> {
	const reading = await read(client, plan, source, isFirst);
	const { records, counts, isLong } = reading;
	const first = new Map([...counts].map(([id, count]) => [id, count ?? Infinity]));
	if (!(isFirst ? isLong : hasFallen(known, first))) return reading;
	const second = await read(client, plan, source);
	for (const [id, record] of second.records) {
		const count = second.counts.get(id);
		if (records.has(id) && (count ?? 0) < (counts.get(id) ?? 0)) continue;
		records.set(id, record);
		counts.set(id, count);
	}
	return reading;
}

async function read(
	client: Client,
	plan: PollPlan,
	source: Source,
	mustExist = false,
): Promise<Reading> {
	const { byId, list, counter, getId } = source;
	const ids = byId ? splitValues(plan.filters[byId.filter]) : [];
	const reading: Reading = { records: new Map(), counts: new Map(), isLong: false };
	const add = (record: IDataObject, id = getId(record)) => {
		if (id === '' || !isWatched(plan, source, record)) return;
		reading.records.set(id, record);
		reading.counts.set(id, counter ? parseFigure(record[counter]) : 1);
	};
	if (byId && ids.length > 0) {
		for (const id of new Set(ids)) {
			const request = toRequest(byId.route, { id });
			const failure = await getFailure(
				client.send(request).then((body) => add(toRecord(body, request), id)),
			);
			if (failure === undefined) continue;
			if (failure.isNotFound && mustExist) throw Failure.input(pollingMessages.unknownId, { id });
			if (mustExist || !isGone(failure)) throw failure;
		}
	} else {
		const request = toRequest(list.route, { bioPageId: plan.bioPageId }, () => 'Bio Page');
		let pages = 0;
		for await (const records of readPages(client, list, request)) {
			for (const record of records.filter(isRecord)) add(record);
			pages += 1;
		}
		reading.isLong = pages > 1;
	}
	const { counts } = reading;
	if (counter && counts.size > 0 && [...counts.values()].every((count) => count === undefined)) {
		throw Failure.unusable(pollingMessages.noCounter, { counter });
	}
	return reading;
}

/** A record that is no more, in the ways in which deployments say so. */
function isGone({ isNotFound, status, kind }: Failure): boolean {
	return isNotFound || (status === 200 && kind === 'unknown');
}

function isWatched({ event, filters }: PollPlan, source: Source, record: IDataObject): boolean {
	const entries = Object.entries(filters).filter(([name]) => source.filters.includes(name));
	return isAccepted(event, source.toData(record, 0), Object.fromEntries(entries));
}

function toWatched({ event, filters, bioPageId, platform }: PollPlan, source: Source): string {
	const page = event === 'subscriber.added' ? bioPageId : '';
	const values = source.filters.map((name) => splitValues(filters[name]).sort().join(','));
	return [platform, event, page, ...values].join(' ');
}

/** True if nothing of what is known exists: the key leads to another account. */
function isDisjoint(known: Counters, records: Map<string, IDataObject>): boolean {
	return known.size > 0 && ![...known.keys()].some((id) => records.has(id));
}

/** The clicks of a link: those with a row, and the rest. */
function toClicks(
	plan: PollPlan,
	link: IDataObject,
	rows: IDataObject[],
	added: number,
	now: number,
): PolledEvent[] {
	const listed = rows.map((row) => toEvent(plan, { ...link, ...row, ...link }, row, now));
	const rest = Array.from({ length: added - rows.length }, () => toEvent(plan, link, {}, now));
	return [...listed, ...rest];
}

function toEvent(
	{ event, bioPageId }: PollPlan,
	data: IDataObject,
	record: IDataObject,
	now: number,
): PolledEvent {
	const page = event === 'subscriber.added' ? { bioId: toId(bioPageId) } : {};
	const timestamp = new Date(getTime(record) ?? now).toISOString();
	return { event, deliveryId: '', timestamp, data: { ...page, ...data } };
}

/** The events that pass the filters and options, in the order in which they happened. */
function toWanted(plan: PollPlan, events: PolledEvent[]): PolledEvent[] {
	const isWanted = ({ event, data }: PolledEvent) =>
		isAccepted(event, data, plan.filters) && !(plan.ignoreLikelyBots && getBotReason(data));
	const wanted = byTime(events.filter(isWanted));
	if (!plan.dropIpAddresses) return wanted;
	return wanted.map((one) => ({ ...one, data: dropIpAddresses(one.data) as IDataObject }));
}

function byTime(events: PolledEvent[]): PolledEvent[] {
	return [...events].sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
}
