import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getMoment } from '../api/dialect';
import { Failure, toFailure } from '../api/failure';
import { toId } from '../runner/input';
import { getBotReason } from '../webhooks/bots';
import { dropIpAddresses } from '../webhooks/dropIpAddresses';
import { isAccepted, splitValues } from '../webhooks/filters';
import type { FullEvent } from '../webhooks/simplify';
import { readClicks, type ClickRow } from './clicks';
import { pollingMessages } from './messages';
import { begin, compare, countWaiting, remember, settle, wait, type PollState } from './plan';
import { readFirst, readRecords, toWatched, type Reading, type Watch } from './records';
import { SOURCES } from './sources';

/** Links that are looked through for the latest click. */
const MOST_LOOKED_AT = 10;
/** What is remembered of them takes about 200 KB, which n8n loads for each execution of the workflow. */
const MOST_RECORDS = 10_000;
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
	if (former?.watched !== now.watched || former.account !== now.account) {
		const state = begin(now, await readFirst(client, watch));
		assertFew(state);
		const isOther = former !== undefined && former.account !== now.account;
		return { state, events: [], mustBeSaved: true, isOther };
	}
	const reading = await readRecords(client, watch);
	const { state, growth } = compare(former, reading, watch.event === 'link.milestone');
	const events =
		watch.event === 'link.clicked'
			? await takeClicks(client, watch, state, reading, wait(former, state, growth), deadline)
			: [...growth].flatMap(([id, [was, is]]) => {
					remember(state, id, is);
					return toEvents(watch, reading.records.get(id) as IDataObject, was, is);
				});
	assertFew(state);
	const isDoubted = [former, state].some(({ doubts }) => Object.keys(doubts).length > 0);
	const mustBeSaved = growth.size > 0 || events.length > 0 || isDoubted;
	return { state, events: toWanted(watch, events), mustBeSaved, isOther: false };
}
/** Asks for the rows of the links that have new clicks, as long as there is time; the clicks that come out. */
async function takeClicks(
	client: Client,
	watch: Watch,
	state: PollState,
	{ records }: Reading,
	ids: string[],
	deadline: number,
): Promise<Event[]> {
	const events: Event[] = [];
	let asked = 0;
	for (const id of ids) {
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
		for (const row of rows) events.push(toClick(data, row));
		for (let n = 0; n < without; n += 1) events.push(toBareClick(data));
	}
	return events;
}

/** The latest event that has happened, for a test in the editor; fails if there is none. */
export async function fetchLatest(client: Client, watch: Watch): Promise<FullEvent> {
	const { records, counts } = await readRecords(client, watch);
	const { toData } = SOURCES[watch.event];
	const most = [...records]
		.map(([id, record]) => ({ id, record, count: counts.get(id) ?? 0 }))
		.filter(({ count }) => count > 0)
		.sort((one, other) => other.count - one.count);
	const events: Event[] = [];
	if (watch.event === 'link.clicked') {
		for (const { id, record } of most.slice(0, MOST_LOOKED_AT)) {
			const { rows, isTimed } = await readClicks(client, { linkId: id, wanted: 1, after: 0 });
			if (isTimed) events.push(...rows.map((row) => toClick(toData(record), row)));
		}
		if (events.length === 0) events.push(...most.map(({ record }) => toBareClick(toData(record))));
	} else {
		// Which QR code was scanned last is not known: the one that was scanned most.
		for (const { record, count } of most.reverse()) {
			const was = watch.event === 'link.milestone' ? 0 : count - 1;
			events.push(...toEvents(watch, record, was, count));
		}
	}
	const latest = toWanted(watch, events).at(-1);
	if (latest === undefined) throw Failure.input(pollingMessages.noneYet);
	return latest;
}

/** True if a filter or option can only be answered by the row of a click. */
export function needsDetails({ filters, ignoreLikelyBots }: Watch): boolean {
	return ignoreLikelyBots || OF_DETAILS.some((name) => splitValues(filters[name]).length > 0);
}

/** What has happened to a record whose counter grew. */
function toEvents(watch: Watch, record: IDataObject, was: number, is: number): Event[] {
	const { event, bioPageId, steps } = watch;
	const data = SOURCES[event].toData(record);
	const now = Date.now();
	if (event === 'qr.scanned') return [{ data: { ...data, added: is - was }, time: now }];
	if (event === 'link.milestone') {
		const passed = steps.filter((step) => was < step && step <= is);
		return passed.map((step) => ({ data: { ...data, clicks: is, step }, time: now }));
	}
	const page = event === 'subscriber.added' ? { bioId: toId(bioPageId) } : {};
	return [{ data: { ...page, ...data }, time: getMoment(record) ?? now }];
}

function toClick(link: IDataObject, { row, time }: ClickRow): Event {
	return { data: { ...link, ...row, ...link }, time };
}

/** A click of which nothing is known but the link. */
function toBareClick(link: IDataObject): Event {
	return { data: { ...link, details: false }, time: Date.now() };
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

function assertFew({ counts }: PollState): void {
	const count = Object.keys(counts).length;
	if (count > MOST_RECORDS) {
		throw Failure.input(pollingMessages.tooMany, { most: MOST_RECORDS, count });
	}
}
