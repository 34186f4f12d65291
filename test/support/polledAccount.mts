/** A simulated account with simulated time, and a simulated n8n that polls the account. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../nodes/LinkPlatform/api/client.ts';
import { isOwnFailure } from '../../nodes/LinkPlatform/api/envelope.ts';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import type { ApiRequest } from '../../nodes/LinkPlatform/api/route.ts';
import type { PollState, Reading } from '../../nodes/LinkPlatform/polling/plan.ts';
import { take } from '../../nodes/LinkPlatform/polling/poll.ts';
import { startReading } from '../../nodes/LinkPlatform/polling/reading.ts';
import type { Watch } from '../../nodes/LinkPlatform/polling/records.ts';
import { readAnswer } from './readAnswer.mts';

export const watch: Watch = {
	event: 'link.clicked',
	filters: {},
	bioPageId: '3',
	steps: [],
	dropIpAddresses: false,
};

interface Click {
	at: number;
	/** The first round in which the click is counted. */
	countedAt: number;
}

interface Link {
	id: number;
	alias: string;
	clicks: Click[];
	/** When the link was created, in ms, as shown by the link's date. */
	created: number;
	/** The round in which the archived link is listed again. */
	archivedUntil?: number;
	/** The round in which a link that was archived before the first poll is listed. */
	hiddenUntil?: number;
	/** The times of a stale replica: until `until`, it may show the link as of `asOf`. A poll of fresh data ends this. */
	stale?: { asOf: number; until: number };
}

/** The behavior of a deployment, and the probability of each incident per request, click or poll. */
export interface Nature {
	/** The duration of a request in ms. */
	slow: number;
	perPage: number;
	hasTotal: boolean;
	/** True if pages have no paging fields at all. */
	isBare?: boolean;
	failing: number;
	moving: number;
	restarting: number;
	countingLate: number;
	stale: number;
	unreadable: number;
	changingKey: number;
	archiving: number;
	/** How records state their dates. Only an exact one shows in which second a link was created. */
	dates: 'exact' | 'noOffset' | 'day' | 'none';
	/** The probability per round that a link gets a different alias, or that the filters change. */
	renaming: number;
}

export const STILL: Nature = {
	slow: 0,
	perPage: 100,
	hasTotal: true,
	failing: 0,
	moving: 0,
	restarting: 0,
	countingLate: 0,
	stale: 0,
	unreadable: 0,
	changingKey: 0,
	archiving: 0,
	dates: 'exact',
	renaming: 0,
};

const words = { message: 'no', description: '' };
const down = () => new Failure(words, { httpCode: '503' }, 'unknown');
export const refused = (httpCode: string, body: unknown = { error: 1, message: 'no' }) =>
	new Failure(
		{
			...words,
			reason: httpCode === '404' && isOwnFailure(body) ? 'notFound' : 'refused',
		} as typeof words,
		{ httpCode },
		'refused',
		body,
	);
const MINUTE = 60_000;

/** The state of a link as a poll sees it. */
interface Shown {
	link: Link;
	count: number;
	isFresh: boolean;
}

/** Filters, and when the first poll with them began. */
export type Version = [filters: { alias?: string; linkId?: string }, since: number];

/** True if filters by alias and ID let a link through. */
function isChosen({ alias, linkId }: Version[0], link: Link) {
	const names = ['', link.alias, `${link.alias[0]}-*`];
	const isNamed = names.some((one) => (alias ?? '').split(', ').includes(one));
	return isNamed && (linkId ?? `${link.id}`).split(/, ?/).includes(`${link.id}`);
}

/** The number of events that polls must have returned, judged by the data that polls could see. */
export class Oracle {
	/** The count of each link up to which all clicks were returned, or didn't have to be. */
	private height = new Map<string, number>();
	readonly expected: Record<string, number> = {};
	private saved = () => {};

	/**
	 * Records a successful poll, which has read these records. `versions` are the filters until now, newest first. The
	 * first poll returns nothing, and a poll with changed filters nothing of the links that they add.
	 */
	take(account: Account, records: Reading['records'], versions: Version[], isChanged: boolean) {
		const isFirst = isChanged && versions.length === 1;
		for (const [id, { clicks }] of records) {
			const link = account.known.get(Number(id))!;
			if (account.shown.get(link.id)?.isFresh) delete link.stale;
			if (typeof clicks !== 'number') continue;
			const known = this.height.get(id);
			const next = versions.findIndex(([filters]) => !isChosen(filters, link));
			const since = versions.at(next < 0 ? -1 : next - 1)![1];
			const isLater = account.nature.dates === 'exact' && link.created >= since + 1_000;
			if (isFirst && isLater) continue;
			const isNew = isChanged && (isFirst || (next === 1 && known !== undefined));
			const start = isNew || next === 0 ? clicks : (known ?? (isLater ? 0 : clicks));
			if (clicks > start) this.expected[id] = (this.expected[id] ?? 0) + clicks - start;
			this.height.set(id, isNew ? clicks : Math.max(known ?? 0, clicks));
		}
	}

	save() {
		const height = new Map(this.height);
		this.saved = () => (this.height = new Map(height));
	}

	restart() {
		this.saved();
	}
}

/** The number of accounts until now. Each one has a key of its own, because readings of a key are shared. */
let accounts = 0;

export class Account {
	links: Link[] = [];
	/** All links by ID, including deleted ones. */
	known = new Map<number, Link>();
	/** When the current poll got its first response. */
	began?: number;
	requests = 0;
	isCalm = true;
	/** The state of each link with the largest count that the current poll was shown. */
	shown = new Map<number, Shown>();
	/** Numbers that are added to the counts of links, and values that replace the counts. */
	more = new Map<number, number>();
	instead = new Map<number, unknown>();
	/** The failure of requests for a single record. */
	pageInstead?: Failure;
	withoutIds = false;
	/** Extra fields of records, and the IDs of links by the names under which the links can be read. */
	statedId: object = {};
	names = new Map<string, number>();
	round = 0;
	private lastId = 0;
	private now = Date.UTC(2026, 4, 1);

	constructor(
		readonly random: () => number,
		readonly nature: Nature,
	) {}

	chance(share: number) {
		return !this.isCalm && this.random() < share;
	}

	pass(ms: number) {
		this.now += ms;
	}

	changeKey() {
		accounts += 1;
		return Object.assign(this.client, { account: `account ${accounts}` });
	}

	beginPoll() {
		this.round += 1;
		this.shown = new Map();
		this.began = undefined;
		// Each poll has a client of its own.
		this.client.began = undefined;
	}

	/** Creates a link, which was made `age` ms ago. */
	create(age = 0) {
		const id = (this.lastId += 1);
		const link: Link = { id, alias: `a-${id}`, clicks: [], created: this.now - age };
		this.links.push(link);
		this.known.set(id, link);
		return link;
	}

	/** Makes a link's date the current time, as that of somebody who signs up again. */
	revive(link: Link) {
		link.created = this.now;
	}

	click(link = this.links[Math.floor(this.random() * this.links.length)]) {
		if (!link) return;
		this.now += 1 + this.random() * 700;
		const countedAt = this.round + (this.chance(this.nature.countingLate) ? 2 : 0);
		link.clicks.push({ at: this.now, countedAt });
	}

	/** Makes a random event happen: one or more clicks, or a link that is created, deleted or archived. */
	move() {
		const what = this.random();
		const any = this.links[Math.floor(this.random() * this.links.length)];
		if (what < 0.6) this.click();
		else if (what < 0.75) this.create();
		else if (what < 0.8 && this.links.length > 5) this.links.splice(this.links.indexOf(any, 3), 1);
		else if (what < 0.9) for (let n = 0; n < 4; n += 1) this.click(this.links[0]);
		else if (this.chance(this.nature.archiving)) {
			any.archivedUntil ??= this.round + 2 + Math.floor(this.random() * 4);
		}
	}

	/** Returns the clicks that a link's counter shows: only earlier clicks if a stale replica responds. */
	private count(link: Link) {
		const clicks = link.clicks.filter(({ countedAt }) => countedAt <= this.round);
		if (!link.stale && this.chance(this.nature.stale)) {
			link.stale = { asOf: this.now - 3 * MINUTE, until: this.now + 10 * MINUTE };
		}
		const { asOf = 0, until = 0 } = link.stale ?? {};
		const isFresh = this.isCalm || this.now > until || this.random() < 0.3;
		return { counted: (isFresh ? clicks : clicks.filter(({ at }) => at <= asOf)).length, isFresh };
	}

	private toRecord(link: Link): IDataObject {
		const { id, alias } = link;
		const { counted, isFresh } = this.count(link);
		const count = counted + (this.more.get(id) ?? 0);
		const isUnreadable = id <= 12 && this.chance(this.nature.unreadable / 10);
		if (!isUnreadable && (this.shown.get(id)?.count ?? -1) < count) {
			this.shown.set(id, { link, count, isFresh });
		}
		const unreadable = isUnreadable ? '1.2K' : count;
		const figure = (this.instead.has(id) ? this.instead.get(id) : unreadable) as number;
		const url = { alias, shorturl: `https://s.example/${alias}`, longurl: 'https://shop.example' };
		const length = { exact: undefined, noOffset: 19, day: 10, none: 0 }[this.nature.dates];
		const date = new Date(link.created).toISOString().slice(0, length);
		const person = this.withoutIds ? { email: `${id}@mail.example` } : { id };
		const record = { ...person, ...this.statedId, ...url, name: `Code ${id}`, date };
		// JSON leaves out what is undefined.
		return JSON.parse(
			JSON.stringify({ ...record, clicks: figure, scans: figure }),
		) as typeof record;
	}

	private toPage<T>(rows: T[], { query = {} }: ApiRequest) {
		const { perPage, hasTotal, isBare } = this.nature;
		const size = Math.min(Number(query.limit ?? 15), perPage);
		const page = Number(query.page ?? 1);
		const maxpage = Math.max(1, Math.ceil(rows.length / size));
		const nextpage = page < maxpage ? page + 1 : null;
		const total = hasTotal ? { result: rows.length } : {};
		const figures = isBare ? {} : { ...total, maxpage, perpage: size, currentpage: page, nextpage };
		return { rows: rows.slice((page - 1) * size, page * size), figures };
	}

	private respond(request: ApiRequest) {
		const { path } = request;
		const [, id] = /^\/api\/(?:url|qr)\/(\w+)$/.exec(path) ?? [];
		const links = this.links.filter(
			({ archivedUntil = 0, hiddenUntil = 0 }) =>
				hiddenUntil <= this.round && (this.isCalm || archivedUntil <= this.round),
		);
		const link = links.find((one) => String(one.id) === id || one.id === this.names.get(id));
		if (id !== undefined && !link) throw refused('404');
		if (link && this.pageInstead) throw this.pageInstead;
		if (link) return { error: 0, data: this.toRecord(link) };
		// Seen (S1 in `docs/maintainers/deployments.md`): links can be sorted by clicks, most first.
		const isSorted = request.query?.sort === 'clicks';
		if (isSorted) links.sort((one, other) => other.clicks.length - one.clicks.length);
		const { rows, figures } = this.toPage(links, request);
		const name = path === '/api/urls' ? 'urls' : path === '/api/qrs' ? 'qrs' : 'subscribers';
		return { error: 0, data: { ...figures, [name]: rows.map((one) => this.toRecord(one)) } };
	}

	client = {
		clock: 0,
		account: `account ${(accounts += 1)}`,
		send: async (request: ApiRequest, read?: (body: unknown) => unknown) => {
			this.requests += 1;
			await Promise.resolve();
			if (this.chance(this.nature.failing)) throw down();
			this.now += this.nature.slow;
			// A `Date` header has no fractions of a second.
			this.client.clock = Math.floor(this.now / 1000) * 1000;
			this.began ??= this.client.clock;
			this.client.began = this.began;
			const response = this.respond(request);
			if (this.chance(this.nature.moving)) this.move();
			return readAnswer(response, read);
		},
	} as unknown as Client;
}

/** A simulated n8n, which saves the state of a poll only together with a result. */
export class N8n {
	saved?: string;
	memory?: PollState;
	failure?: Failure;
	failed = 0;
	hints: string[] = [];
	/** The number of executions without an item. */
	emptyRuns = 0;
	/** The records of the last successful poll. */
	records: Reading['records'] = new Map();

	constructor(
		readonly account: Account,
		public watched: Watch,
	) {}

	restart() {
		this.memory = this.saved === undefined ? undefined : (JSON.parse(this.saved) as PollState);
	}

	/** Returns the events of a poll, or undefined if the poll failed. */
	async poll() {
		const { account, watched, memory } = this;
		account.beginPoll();
		this.failure = undefined;
		const former = structuredClone(memory);
		try {
			const reading = await startReading(account.client, watched).complete;
			const result = take(watched, account.client, former, reading);
			this.records = reading.records;
			this.memory = result.state;
			this.hints = result.hints;
			if (result.events.length === 0 && result.mustBeSaved) this.emptyRuns += 1;
			if (result.events.length > 0 || result.mustBeSaved) this.saved = JSON.stringify(this.memory);
			return result.events;
		} catch (thrown) {
			if (!(thrown instanceof Failure)) throw thrown;
			this.failure = thrown;
			this.failed += 1;
			expect(former).toEqual(memory);
			return undefined;
		}
	}
}
