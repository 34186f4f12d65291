import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getMoment } from '../api/dialect';
import { Failure, toFailure } from '../api/failure';
import { toId } from '../runner/input';
import { getBotReason } from '../webhooks/bots';
import { dropIpAddresses } from '../webhooks/dropIpAddresses';
import { isAccepted, splitValues } from '../webhooks/filters';
import type { FullEvent } from '../webhooks/simplify';
import { readClicks } from './clicks';
import { pollingMessages } from './messages';
import {
	begin,
	compare,
	countWaiting,
	remember,
	settle,
	wait,
	type Growth,
	type PollState,
} from './plan';
import { readFirst, readRecords, toWatched, type Watch } from './records';
import { SOURCES } from './sources';

/** Links that are looked through for the latest click. */
const MOST_LOOKED_AT = 10;
/** Filters that only the row of a click can answer. */
const OF_DETAILS = ['country', 'platform'];
/** What is known of the clicks of a link that is no more. */
const NOT_LISTED = { rows: [], isTimed: false, isRefused: false };

/** Something that has happened. */
interface Event {
	data: IDataObject;
	/** In ms. */
	time: number;
}

/** What a poll has found. */
interface Found {
	client: Client;
	watch: Watch;
	records: Map<string, IDataObject>;
	/** Link Platform's clock at the poll before, in ms. */
	since: number;
	growth: Growth;
	/** Without the growth. */
	state: PollState;
	deadline?: number;
}

/**
 * One poll: the events since the one before, and what to remember. Without a state, or with that of something else,
 * the present is remembered and nothing has happened. Links that are not asked for by the deadline are left to the
 * next poll. `mustBeSaved`: the new state matters even without events. A failure changes nothing.
 */
export async function poll(
	client: Client,
	watch: Watch,
	former: PollState | undefined,
	deadline = Infinity,
): Promise<{ state: PollState; events: FullEvent[]; mustBeSaved: boolean }> {
	const now = { watched: toWatched(watch), account: watch.account };
	if (former?.watched !== now.watched || former.account !== now.account) {
		return { state: begin(now, await readFirst(client, watch)), events: [], mustBeSaved: true };
	}
	const reading = await readRecords(client, watch);
	const { state, growth } = compare(former, reading, watch.event === 'link.milestone');
	const { records } = reading;
	const found = { client, watch, records, since: former.clock, growth, state, deadline };
	const events = await takeEvents(found);
	const isDoubted = [former, state].some(({ doubts }) => Object.keys(doubts).length > 0);
	return { state, events, mustBeSaved: growth.size > 0 || isDoubted };
}

/** The latest event that has happened, for a test in the editor; fails if there is none. */
export async function fetchLatest(client: Client, watch: Watch): Promise<FullEvent> {
	const { records, counts, clock } = await readRecords(client, watch);
	const most = [...counts].filter(([, count]) => count > 0).sort(([, a], [, b]) => a - b);
	const growth: Growth = new Map();
	// As if each record had been counted once since 1970. Which QR code was scanned last is not known.
	for (const [id, is] of watch.event === 'link.clicked' ? most.slice(-MOST_LOOKED_AT) : most) {
		growth.set(id, [watch.event === 'link.milestone' ? 0 : is - 1, is]);
	}
	const state = begin({ watched: '', account: '' }, { counts: new Map(), clock });
	const latest = (await takeEvents({ client, watch, records, since: 1, growth, state })).at(-1);
	if (latest === undefined) throw Failure.input(pollingMessages.noneYet);
	return latest;
}

/** The events that pass the filters, in the order in which they happened; the state knows of all of them. */
async function takeEvents(found: Found): Promise<FullEvent[]> {
	const { watch, records, growth, state } = found;
	if (watch.event === 'link.clicked') return toWanted(watch, await takeClicks(found));
	const events = [...growth].flatMap(([id, [was, is]]) => {
		remember(state, id, is);
		return toEvents(watch, records.get(id) as IDataObject, was, is);
	});
	return toWanted(watch, events);
}

/** The clicks that come out. Asks for their rows as long as there is time. */
async function takeClicks(found: Found): Promise<Event[]> {
	const { client, watch, records, since, growth, state, deadline = Infinity } = found;
	const events: Event[] = [];
	let asked = 0;
	for (const id of wait(state, growth, since)) {
		const link = records.get(id);
		if (!link && id in state.doubts) continue;
		if (asked > 0 && Date.now() >= deadline) break;
		const wanted = countWaiting(state.waiting[id]);
		const wish = { linkId: id, wanted, after: state.usedUntil[id] };
		const reading = link ? readClicks(client, wish) : Promise.resolve(NOT_LISTED);
		const list = await reading.catch((thrown: unknown) => {
			// No time is left under the rate limit.
			if (asked > 0 && toFailure(thrown).kind === 'waitLimit') return undefined;
			throw thrown;
		});
		if (!list) break;
		if (list.isRefused && needsDetails(watch)) {
			throw Failure.input(pollingMessages.needsDetails, { id });
		}
		asked += 1;
		const data = link ? SOURCES[watch.event].toData(link) : { linkId: toId(id) };
		const { rows, without } = settle(state, id, list);
		for (const { row, time } of rows) events.push({ data: { ...data, ...row, ...data }, time });
		for (let n = 0; n < without; n += 1) {
			events.push({ data: { ...data, details: false }, time: Date.now() });
		}
	}
	return events;
}

/** What has happened to a record whose counter grew. */
function toEvents(
	{ event, bioPageId, steps }: Watch,
	record: IDataObject,
	was: number,
	is: number,
): Event[] {
	const data = SOURCES[event].toData(record);
	const time = Date.now();
	if (event === 'qr.scanned') return [{ data: { ...data, added: is - was }, time }];
	if (event === 'link.milestone') {
		const passed = steps.filter((step) => was < step && step <= is);
		return passed.map((step) => ({ data: { ...data, clicks: is, step }, time }));
	}
	const page = event === 'subscriber.added' ? { bioId: toId(bioPageId) } : {};
	return [{ data: { ...page, ...data }, time: getMoment(record) ?? time }];
}

/** True if a filter or option can only be answered by the row of a click. */
export function needsDetails({ filters, ignoreLikelyBots }: Watch): boolean {
	return ignoreLikelyBots || OF_DETAILS.some((name) => splitValues(filters[name]).length > 0);
}

/** The events that pass the filters and options, in the order in which they happened. What isn't known is left out. */
function toWanted(watch: Watch, events: Event[]): FullEvent[] {
	const { event, filters, ignoreLikelyBots } = watch;
	const isWanted = ({ data }: Event) =>
		data.details === false ||
		(isAccepted(event, data, filters) && !(ignoreLikelyBots && getBotReason(data)));
	const wanted = events.filter(isWanted).sort((one, other) => one.time - other.time);
	return wanted.map(({ data, time }) => {
		const known = Object.entries(data).filter(([, value]) => value !== undefined);
		const fields = Object.fromEntries(known);
		const kept = watch.dropIpAddresses ? (dropIpAddresses(fields) as IDataObject) : fields;
		return { event, deliveryId: '', timestamp: new Date(time).toISOString(), data: kept };
	});
}
