/** A simulated account with simulated time, and a simulated n8n that polls the account. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../nodes/LinkPlatform/api/client.ts';
import { isOwnFailure } from '../../nodes/LinkPlatform/api/envelope.ts';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import type { ApiRequest } from '../../nodes/LinkPlatform/api/route.ts';
import type { PollState } from '../../nodes/LinkPlatform/polling/plan.ts';
import { poll } from '../../nodes/LinkPlatform/polling/poll.ts';
import type { Watch } from '../../nodes/LinkPlatform/polling/records.ts';
import { readAnswer } from './readAnswer.mts';

export const watch: Watch = {
	event: 'link.clicked',
	filters: {},
	bioPageId: '3',
	steps: [],
	dropIpAddresses: false,
	ignoreLikelyBots: false,
};

interface Click {
	number: number;
	link: number;
	at: number;
	country: string;
	ip: string;
	agent?: string;
	/** The first rounds in which the click is listed and counted. */
	listedAt: number;
	countedAt: number;
	/** True if the click happened during a poll, so it may be listed but not yet counted in that second. */
	isDuringPoll: boolean;
}

interface Link {
	id: number;
	alias: string;
	clicks: Click[];
	/** The round in which the archived link is listed again. */
	archivedUntil?: number;
	/** The times of a stale replica: until `until`, it may show the link as of `asOf`. A poll of fresh data ends this. */
	stale?: { asOf: number; until: number };
}

/** The behavior of a deployment, and the probability of each incident per request, click or poll. */
export interface Nature {
	order: 'oldestFirst' | 'newestFirst' | 'none';
	/** The format of the times of clicks. `some`: every second click has no time; `local`: times have no UTC offset. */
	times: 'ms' | 'seconds' | 'epoch' | 'minutes' | 'words' | 'some' | 'none' | 'local';
	/** The number of ms by which the clock that dates clicks is ahead of the clock in the `Date` header. */
	apart: number;
	/** The duration of a request in ms. */
	slow: number;
	perPage: number;
	hasTotal: boolean;
	/** True if pages state the number of the last page. */
	hasLast?: boolean;
	/** True if pages have no paging fields at all. */
	isBare?: boolean;
	/** True if the details of clicks have no user agent. */
	isAnonymous?: boolean;
	failing: number;
	refusing: number;
	moving: number;
	restarting: number;
	listingLate: number;
	countingLate: number;
	stale: number;
	unreadable: number;
	changingKey: number;
	archiving: number;
	/** The probability per round that a link gets a different alias, or that the filters change. */
	renaming: number;
}

export const STILL: Nature = {
	order: 'oldestFirst',
	times: 'ms',
	apart: 0,
	slow: 0,
	perPage: 100,
	hasTotal: true,
	failing: 0,
	refusing: 0,
	moving: 0,
	restarting: 0,
	listingLate: 0,
	countingLate: 0,
	stale: 0,
	unreadable: 0,
	changingKey: 0,
	archiving: 0,
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
	clicks: Click[];
	isFresh: boolean;
}

/** The number of events that polls must have returned, judged by the data that polls could see. */
export class Oracle {
	/** The count of each link up to which all clicks were returned, or didn't have to be. */
	private height = new Map<number, number>();
	/** The counted clicks by number, with true if a poll may return the click. */
	private isHeard = new Map<number, boolean>();
	readonly expected = new Map<number, number>();
	private saved = () => {};

	/** Records a successful poll. `hears` returns true for a link whose clicks the poll had to return. */
	take(account: Account, hears: (link: Link) => boolean) {
		for (const [id, { link, count, clicks, isFresh }] of account.shown) {
			const height = this.height.get(id) ?? 0;
			const isHeard = hears(link);
			if (isHeard && count > height) {
				this.expected.set(id, (this.expected.get(id) ?? 0) + count - height);
			}
			this.height.set(id, Math.max(height, count));
			for (const { number, isDuringPoll } of clicks) {
				this.isHeard.set(number, this.isHeard.get(number) ?? (isHeard || isDuringPoll));
			}
			if (isFresh) delete link.stale;
		}
	}

	/** True if a poll may return the click. */
	allows(number: number) {
		return this.isHeard.get(number) ?? true;
	}

	save() {
		const [height, isHeard] = [new Map(this.height), new Map(this.isHeard)];
		this.saved = () => {
			this.height = new Map(height);
			this.isHeard = new Map(isHeard);
		};
	}

	restart() {
		this.saved();
	}
}

export class Account {
	links: Link[] = [];
	clicks: Click[] = [];
	requests = 0;
	isCalm = true;
	/** The state of each link with the largest count that the current poll was shown. */
	shown = new Map<number, Shown>();
	/** Numbers that are added to the counts of links, and values that replace the counts. */
	more = new Map<number, number>();
	instead = new Map<number, unknown>();
	/** Failures of requests for a list of clicks, and of requests for a single record. */
	refusal?: Failure;
	pageInstead?: Failure;
	withoutIds = false;
	/** Extra fields of records and of clicks, and the IDs of links by the names under which the links can be read. */
	statedId: object = {};
	rowMore: object = {};
	names = new Map<string, number>();
	round = 0;
	private isPolled = false;
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

	changeKey(account: string) {
		this.client = Object.assign(this.client, { account });
	}

	beginPoll() {
		this.round += 1;
		this.shown = new Map();
	}

	create() {
		const id = (this.lastId += 1);
		this.links.push({ id, alias: `a-${id}`, clicks: [] });
	}

	click(
		link = this.links[Math.floor(this.random() * this.links.length)],
		{ country = 'DE', listedIn = 0, after = 1 + this.random() * 700, ip = '', agent = '' } = {},
	) {
		if (!link) return;
		this.now += after;
		const number = this.clicks.length;
		const late = this.chance(this.nature.listingLate) ? [1, 2, 3, Infinity][number % 4] : listedIn;
		const click = {
			number,
			link: link.id,
			at: this.now,
			agent,
			ip: ip || `192.0.2.${number}`,
			country: this.isCalm ? country : ['DE', 'FR', 'SE'][number % 3],
			listedAt: this.round + 1 + late,
			isDuringPoll: this.isPolled,
			countedAt: this.round + (this.chance(this.nature.countingLate) ? 2 : 0),
		};
		this.clicks.push(click);
		link.clicks.push(click);
	}

	/** Makes a random event happen: one or more clicks, or a link that is created, deleted or archived. */
	move() {
		const what = this.random();
		const any = this.links[Math.floor(this.random() * this.links.length)];
		if (what < 0.6) this.click();
		else if (what < 0.75) this.create();
		else if (what < 0.8 && this.links.length > 5) this.links.splice(this.links.indexOf(any, 3), 1);
		else if (what < 0.9) for (let n = 0; n < 4; n += 1) this.click(this.links[0]);
		else if (this.chance(this.nature.archiving)) any.archivedUntil ??= this.round + 2;
	}

	/** Returns the clicks that a link's counter shows: only earlier clicks if a stale replica responds. */
	private count(link: Link) {
		const clicks = link.clicks.filter(({ countedAt }) => countedAt <= this.round);
		if (!link.stale && this.chance(this.nature.stale)) {
			link.stale = { asOf: this.now - 3 * MINUTE, until: this.now + 10 * MINUTE };
		}
		const { asOf = 0, until = 0 } = link.stale ?? {};
		const isFresh = this.isCalm || this.now > until || this.random() < 0.3;
		return { clicks: isFresh ? clicks : clicks.filter(({ at }) => at <= asOf), isFresh };
	}

	private toRecord(link: Link): IDataObject {
		const { id, alias } = link;
		const { clicks, isFresh } = this.count(link);
		const count = clicks.length + (this.more.get(id) ?? 0);
		const isUnreadable = id <= 12 && this.chance(this.nature.unreadable / 10);
		if (!isUnreadable && (this.shown.get(id)?.count ?? -1) < count) {
			this.shown.set(id, { link, count, clicks, isFresh });
		}
		const unreadable = isUnreadable ? '1.2K' : count;
		const figure = (this.instead.has(id) ? this.instead.get(id) : unreadable) as number;
		const url = { alias, shorturl: `https://s.example/${alias}`, longurl: 'https://shop.example' };
		const date = new Date(Date.UTC(2026, 0, id)).toISOString();
		const person = this.withoutIds ? { email: `${id}@mail.example` } : { id };
		return {
			...person,
			...this.statedId,
			...url,
			name: `Code ${id}`,
			date,
			clicks: figure,
			scans: figure,
		};
	}

	private toRow({ number, at, country, ip, agent }: Click) {
		const { times, isAnonymous, apart } = this.nature;
		const row = isAnonymous ? { country, ip } : { country, ip, userAgent: agent || String(number) };
		const iso = new Date(at + apart).toISOString();
		const east = new Date(at + apart + 120 * MINUTE).toISOString().slice(0, 19);
		const stated: Record<Nature['times'], object> = {
			ms: { date: iso },
			seconds: { date: `${east}+02:00` },
			epoch: { timestamp: Math.floor((at + apart) / 1000) },
			minutes: { date: `${iso.slice(0, 16)}Z` },
			words: { date: `${iso.slice(8, 10)}.05.2026`, time: iso.slice(11, 19) },
			local: { date: east.replace('T', ' ') },
			some: number % 2 ? {} : { date: iso },
			none: {},
		};
		return { ...row, ...stated[times], ...this.rowMore };
	}

	private toPage<T>(rows: T[], { query = {} }: ApiRequest, order = this.nature.order) {
		const { perPage, hasTotal, hasLast = true, isBare } = this.nature;
		const ordered = order === 'newestFirst' ? [...rows].reverse() : [...rows];
		// The order is arbitrary but always the same: records at odd positions come first.
		if (order === 'none') ordered.sort((a, b) => (rows.indexOf(b) % 2) - (rows.indexOf(a) % 2));
		const size = Math.min(Number(query.limit ?? 15), perPage);
		const page = Number(query.page ?? 1);
		const maxpage = Math.max(1, Math.ceil(rows.length / size));
		const nextpage = page < maxpage ? page + 1 : null;
		const total = hasTotal ? { result: rows.length } : {};
		const last = hasLast ? { maxpage } : {};
		const figures = isBare ? {} : { ...total, ...last, perpage: size, currentpage: page, nextpage };
		return { rows: ordered.slice((page - 1) * size, page * size), figures };
	}

	private respond(request: ApiRequest) {
		const { path } = request;
		const [, id, activity] = /^\/api\/(?:url|qr)\/(\w+)(\/stats\/activity)?$/.exec(path) ?? [];
		const links = this.links.filter(
			({ archivedUntil = 0 }) => this.isCalm || archivedUntil <= this.round,
		);
		const link = links.find((one) => String(one.id) === id || one.id === this.names.get(id));
		if (id !== undefined && !link) throw refused('404');
		if (link && activity) {
			if (this.refusal) throw this.refusal;
			if (this.chance(this.nature.refusing)) throw refused('400');
			const listed = link.clicks.filter(({ listedAt }) => listedAt <= this.round);
			const { rows, figures } = this.toPage(listed, request);
			return { error: 0, data: { ...figures, activity: rows.map((row) => this.toRow(row)) } };
		}
		if (link && this.pageInstead) throw this.pageInstead;
		if (link) return { error: 0, data: this.toRecord(link) };
		const { rows, figures } = this.toPage(links, request, 'oldestFirst');
		const name = path === '/api/urls' ? 'urls' : path === '/api/qrs' ? 'qrs' : 'subscribers';
		return { error: 0, data: { ...figures, [name]: rows.map((one) => this.toRecord(one)) } };
	}

	client = {
		clock: 0,
		account: 'a',
		send: async (request: ApiRequest, read?: (body: unknown) => unknown) => {
			this.requests += 1;
			await Promise.resolve();
			if (this.chance(this.nature.failing)) throw down();
			this.now += this.nature.slow;
			const response = this.respond(request);
			// A `Date` header has no fractions of a second.
			this.client.clock = Math.floor(this.now / 1000) * 1000;
			this.isPolled = true;
			if (this.chance(this.nature.moving)) this.move();
			this.isPolled = false;
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

	constructor(
		readonly account: Account,
		public watched: Watch,
	) {}

	restart() {
		this.memory = this.saved === undefined ? undefined : (JSON.parse(this.saved) as PollState);
	}

	/** Returns the events of a poll, or undefined if the poll failed. */
	async poll() {
		const before = JSON.stringify(this.memory);
		this.account.beginPoll();
		this.failure = undefined;
		try {
			const result = await poll(this.account.client, this.watched, this.memory);
			this.memory = result.state;
			this.hints = result.hints;
			if (result.events.length === 0 && result.mustBeSaved) this.emptyRuns += 1;
			if (result.events.length > 0 || result.mustBeSaved) this.saved = JSON.stringify(this.memory);
			return result.events;
		} catch (thrown) {
			if (!(thrown instanceof Failure)) throw thrown;
			this.failure = thrown;
			this.failed += 1;
			expect(JSON.stringify(this.memory)).toBe(before);
			return undefined;
		}
	}
}
