import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getMoment } from '../api/dialect';
import { omit } from '../api/envelope';
import { Failure } from '../api/failure';
import { toId } from '../runner/input';
import { getBotReason } from '../webhooks/bots';
import { dropIpAddresses } from '../webhooks/dropIpAddresses';
import { isAccepted, splitValues } from '../webhooks/filters';
import type { FullEvent } from '../webhooks/simplify';
import { readClicks, type ClickRow } from './clicks';
import { pollingMessages } from './messages';
import { begin, compare, countWaiting, settle, wait, type PollState } from './plan';
import { readFirst, readRecords, toWatched, type Reading, type Watch } from './records';
import { SOURCES } from './sources';

/** Links that are looked through for the latest click. */
const MOST_LOOKED_AT = 10;
/** Filters that only the row of a click can answer. */
const OF_DETAILS = ['country', 'platform'];

export interface PollResult {
	state: PollState;
	events: FullEvent[];
	/** True if forgetting the new state would lose events, or repeat them, although there are none now. */
	mustBeSaved: boolean;
	/** True if the key or the address is another one than before. */
	isOther: boolean;
}

/**
 * One poll: the events since the one before, and what to remember. Without a state, or with that of something else,
 * the present is remembered and nothing has happened. Links that are not asked for by the deadline are left to the
 * next poll. A failure changes nothing.
 */
export async function poll(
	client: Client,
	watch: Watch,
	former: PollState | undefined,
	deadline = Infinity,
): Promise<PollResult> {
	const now = { watched: toWatched(watch), account: watch.account };
	const isOther = former !== undefined && former.account !== now.account;
	if (former?.watched !== now.watched || isOther) {
		const state = begin(now, await readFirst(client, watch));
		return { state, events: [], mustBeSaved: true, isOther };
	}
	const reading = await readRecords(client, watch);
	const comparison = compare(former, reading, watch.event === 'link.milestone');
	const { state, growth, left, isChanged } = comparison;
	if (watch.event === 'link.clicked') {
		const asked = wait(former, comparison);
		const clicks = await takeClicks(client, watch, state, reading, asked, deadline);
		// Their links are no more, so nothing else of them is known.
		const bare = [...left].flatMap(([id, count]) => toBareClicks({ linkId: toId(id) }, count));
		const events = [...bare, ...toWanted(watch, clicks)];
		return { state, events, mustBeSaved: isChanged || events.length > 0, isOther };
	}
	const events = [...growth].flatMap(([id, [was, is]]) => {
		state.counts[id] = is;
		return toEvents(watch, reading.records.get(id) as IDataObject, was, is);
	});
	return { state, events: toWanted(watch, events), mustBeSaved: isChanged, isOther };
}

/** Asks for the rows of the links that have new clicks, until the deadline; the clicks that come out. */
async function takeClicks(
	client: Client,
	watch: Watch,
	state: PollState,
	{ records, counts }: Reading,
	ids: string[],
	deadline: number,
): Promise<FullEvent[]> {
	const events: FullEvent[] = [];
	let asked = 0;
	for (const id of ids) {
		const link = records.get(id);
		if (!link) continue;
		if (asked > 0 && Date.now() >= deadline) break;
		const after = state.usedUntil[id] ?? state.waiting[id].after;
		const wanted = countWaiting(state.waiting[id]);
		const wish = { clicks: counts.get(id) ?? 0, wanted, after };
		const list = await readClicks(client, id, wish).catch((thrown: unknown) => {
			if (asked > 0 && thrown instanceof Failure && thrown.kind === 'waitLimit') return undefined;
			throw thrown;
		});
		// No time is left under the rate limit.
		if (!list) break;
		if (list.isRefused && needsDetails(watch)) {
			throw Failure.input(pollingMessages.needsDetails, { id });
		}
		asked += 1;
		const data = SOURCES[watch.event].toData(link);
		const { rows, without } = settle(state, id, list);
		// One by one: more arguments than the stack holds would fail this poll and all that follow.
		for (const row of rows) events.push(toClick(data, row));
		for (const click of toBareClicks(data, without)) events.push(click);
	}
	return events;
}

/** The latest event that has happened, for a test in the editor; fails if there is none. */
export async function fetchLatest(client: Client, watch: Watch): Promise<FullEvent> {
	const { records, counts } = await readRecords(client, watch);
	const most = [...records]
		.map(([id, record]) => ({ id, record, count: counts.get(id) ?? 0 }))
		.filter(({ count }) => count > 0)
		.sort((one, other) => other.count - one.count);
	const events: FullEvent[] = [];
	if (watch.event === 'link.clicked') {
		for (const { id, record, count } of most.slice(0, MOST_LOOKED_AT)) {
			const { rows, isTimed } = await readClicks(client, id, {
				clicks: count,
				wanted: 1,
				after: 0,
			});
			const data = SOURCES[watch.event].toData(record);
			events.push(...(isTimed ? rows.map((row) => toClick(data, row)) : []));
		}
		if (events.length === 0 && most.length > 0) {
			events.push(...toBareClicks(SOURCES[watch.event].toData(most[0].record), 1));
		}
	} else {
		// Which QR code was scanned last is not known: the one that was scanned most.
		for (const { record, count } of most.reverse()) {
			const was = watch.event === 'link.milestone' ? 0 : count - 1;
			events.push(...toEvents(watch, record, was, count));
		}
	}
	const latest = toWanted(watch, events).at(-1);
	if (latest === undefined) {
		throw Failure.input(pollingMessages.noneYet, { cause: SOURCES[watch.event].cause.message });
	}
	return latest;
}

/** True if a filter or option can only be answered by the row of a click. */
export function needsDetails({ filters, ignoreLikelyBots }: Watch): boolean {
	return ignoreLikelyBots || OF_DETAILS.some((name) => splitValues(filters[name]).length > 0);
}

/** What has happened to a record whose counter grew. */
function toEvents(watch: Watch, record: IDataObject, was: number, is: number): FullEvent[] {
	const { event, bioPageId, steps } = watch;
	const data = SOURCES[event].toData(record);
	switch (event) {
		case 'link.milestone':
			return steps
				.filter((step) => was < step && step <= is)
				.map((step) => toEvent(event, { ...data, clicks: is, step }));
		case 'qr.scanned':
			return [toEvent(event, { ...data, added: is - was })];
		case 'subscriber.added':
			return [toEvent(event, { bioId: toId(bioPageId), ...data }, getMoment(record))];
		default:
			return [toEvent(event, data, getMoment(record))];
	}
}

function toClick(link: IDataObject, { row, time }: ClickRow): FullEvent {
	return toEvent('link.clicked', { ...link, ...row, ...link }, time);
}

/** Clicks of which nothing is known but the link. */
function toBareClicks(link: IDataObject, count: number): FullEvent[] {
	return Array.from({ length: count }, () => toEvent('link.clicked', { ...link, details: false }));
}

/** What isn't known is left out. */
function toEvent(event: string, data: IDataObject, time = Date.now()): FullEvent {
	const known = Object.entries(data).filter(([, value]) => value !== undefined);
	const timestamp = new Date(time).toISOString();
	return { event, deliveryId: '', timestamp, data: Object.fromEntries(known) };
}

/** The events that pass the filters and options, in the order in which they happened. */
function toWanted(watch: Watch, events: FullEvent[]): FullEvent[] {
	const { filters, ignoreLikelyBots } = watch;
	const isWanted = ({ event, data }: FullEvent) => {
		const fields = data as IDataObject;
		if (fields.details === false) return isAccepted(event, fields, omit(filters, OF_DETAILS));
		return isAccepted(event, fields, filters) && !(ignoreLikelyBots && getBotReason(fields));
	};
	const wanted = events
		.filter(isWanted)
		.map((event) => ({ event, time: Date.parse(String(event.timestamp)) }))
		.sort((one, other) => one.time - other.time)
		.map(({ event }) => event);
	if (!watch.dropIpAddresses) return wanted;
	return wanted.map((one) => ({ ...one, data: dropIpAddresses(one.data) as IDataObject }));
}
