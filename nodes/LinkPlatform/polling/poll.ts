import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getMoment } from '../api/dialect';
import { Failure, toFailure } from '../api/failure';
import { toId } from '../runner/input';
import { getBotReason } from '../events/bots';
import { dropIpAddresses } from '../events/dropIpAddresses';
import { isAccepted, splitValues } from '../events/filters';
import type { FullEvent } from '../events/simplify';
import { readClicks } from './clicks';
import { pollingMessages } from './messages';
import { begin, compare, remember, settle, wait, type ClickRow, type PollState } from './plan';
import { SOURCES, readRecords, toMark, toWatched, type Reading, type Watch } from './records';

/** Links that are looked through for the latest click. */
const MOST_LOOKED_AT = 10;
/** Filters that only the row of a click can answer. */
const OF_DETAILS = ['country', 'platform'];

/** Something that has happened. */
interface Event {
	data: IDataObject;
	/** In ms. */
	time: number;
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
	deadline?: number,
): Promise<{ state: PollState; events: FullEvent[]; mustBeSaved: boolean }> {
	// Short, so that a key can't be guessed from it. An address that gets https stays the same one.
	const account = toMark(client.account.replace(/^https?:/i, '')).slice(0, 4);
	const now = { watched: toWatched(watch), account };
	if (former?.watched !== now.watched || former.account !== now.account) {
		const first = await readRecords(client, watch, true);
		// Again, since a record that moves between pages meanwhile is missed, and would seem new.
		const state = begin(now, first, await readRecords(client, watch));
		return { state, events: [], mustBeSaved: true };
	}
	const reading = await readRecords(client, watch);
	const { state, events } = await takeEvents(client, watch, former, reading, deadline);
	const [is, was] = [state, former].map((one) => JSON.stringify({ ...one, clock: 0 }));
	return { state, events, mustBeSaved: is !== was };
}

/** The latest event that has happened, for a test in the editor; fails if there is none. */
export async function fetchLatest(client: Client, watch: Watch): Promise<FullEvent> {
	const reading = await readRecords(client, watch);
	// Which QR code was scanned last is not known, so that the one scanned most comes last.
	const counts = new Map([...reading.counts].sort(([, a], [, b]) => a - b));
	const looked = watch.event === 'link.clicked' ? [...counts].slice(-MOST_LOOKED_AT) : counts;
	// As if each had been counted once since 1970.
	const before = new Map(counts);
	for (const [id, is] of looked) {
		before.set(id, watch.event === 'link.milestone' ? 0 : Math.max(0, is - 1));
	}
	const former = begin({ watched: '', account: '' }, { counts: before, clock: 1 });
	const { events } = await takeEvents(client, watch, former, { ...reading, counts });
	const latest = events.at(-1);
	if (latest === undefined) throw Failure.input(pollingMessages.noneYet);
	return latest;
}

/** The events since a former state that pass the filters, and the state that knows of all of them. */
async function takeEvents(
	client: Client,
	watch: Watch,
	former: PollState,
	reading: Reading,
	deadline = Infinity,
): Promise<{ state: PollState; events: FullEvent[] }> {
	const { state, growth } = compare(former, reading, watch.event === 'link.milestone');
	if (watch.event === 'link.clicked') {
		const found = { ids: wait(state, growth, former.clock), state, records: reading.records };
		return { state, events: toWanted(watch, await takeClicks(client, watch, found, deadline)) };
	}
	const { counter, toData, toEvents = (data) => [data] } = SOURCES[watch.event];
	const events = [...growth].flatMap(([id, [was, is]]) => {
		remember(state, id, is);
		const record = reading.records.get(id) as IDataObject;
		const time = (counter ? undefined : getMoment(record)) ?? Date.now();
		return toEvents(toData(record, watch), was, is, watch).map((data) => ({ data, time }));
	});
	return { state, events: toWanted(watch, events) };
}

/** The clicks that come out. Asks for their rows as long as there is time. */
async function takeClicks(
	client: Client,
	watch: Watch,
	{ ids, state, records }: { ids: string[]; state: PollState; records: Reading['records'] },
	deadline: number,
): Promise<Event[]> {
	const events: Event[] = [];
	let asked = 0;
	for (const id of ids) {
		const link = records.get(id);
		if (!link && id in state.doubts) continue;
		if (asked > 0 && Date.now() >= deadline) break;
		let rows: ClickRow[] | undefined;
		try {
			if (link) rows = await readClicks(client, id, state);
		} catch (thrown) {
			const failure = toFailure(thrown);
			// No time is left under the rate limit.
			if (asked > 0 && failure.kind === 'waitLimit') break;
			if (failure.status !== 403 && failure.status !== 404) throw failure;
			if (needsDetails(watch)) throw Failure.input(pollingMessages.needsDetails, { id });
		}
		asked += 1;
		const data = SOURCES[watch.event].toData(link ?? { id: toId(id) }, watch);
		for (const listed of settle(state, id, rows)) {
			const { row = { details: false }, time = Date.now() } = listed ?? {};
			events.push({ data: { ...data, ...row, ...data }, time });
		}
	}
	return events;
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
