/** An account as a poll sees it, in simulated time, and what n8n does with a poll. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../nodes/LinkPlatform/api/client.ts';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import type { ApiRequest } from '../../nodes/LinkPlatform/api/route.ts';
import type { PollState } from '../../nodes/LinkPlatform/polling/plan.ts';
import { poll } from '../../nodes/LinkPlatform/polling/poll.ts';
import type { Watch } from '../../nodes/LinkPlatform/polling/records.ts';
import type { FullEvent } from '../../nodes/LinkPlatform/events/simplify.ts';
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
	/** The rounds from which on it is listed and counted. */
	listedAt: number;
	countedAt: number;
}

interface Link {
	id: number;
	clicks: Click[];
}

/** How a deployment behaves, and how likely what happens to it is: of each request, click or poll. */
export interface Nature {
	order: 'oldestFirst' | 'newestFirst' | 'none';
	/** `some`: every second row has none; `ahead`: local time without its offset. */
	times: 'ms' | 'seconds' | 'minutes' | 'words' | 'some' | 'none' | 'ahead';
	perPage: number;
	hasTotal: boolean;
	/** Whether pages tell the last one. */
	hasLast?: boolean;
	/** Whether rows tell no user agent. */
	isAnonymous?: boolean;
	failing: number;
	refusing: number;
	moving: number;
	restarting: number;
	listingLate: number;
	countingLate: number;
	falling: number;
	unreadable: number;
	changingKey: number;
}

export const STILL: Nature = {
	order: 'oldestFirst',
	times: 'ms',
	perPage: 100,
	hasTotal: true,
	failing: 0,
	refusing: 0,
	moving: 0,
	restarting: 0,
	listingLate: 0,
	countingLate: 0,
	falling: 0,
	unreadable: 0,
	changingKey: 0,
};

const words = { message: 'no', description: '' };
const down = () => new Failure(words, { httpCode: '503' }, 'unknown');
const refused = (httpCode: string) => new Failure(words, { httpCode }, 'refused');

export class Account {
	links: Link[] = [];
	clicks: Click[] = [];
	requests = 0;
	isCalm = true;
	startedAt = 0;
	/** The largest counter that each link showed to a poll that succeeded. */
	most = new Map<string, number>();
	/** What counters say beside the clicks, and instead. */
	more = new Map<number, number>();
	instead = new Map<number, unknown>();
	/** How lists of clicks and single records are answered. */
	refusal?: Failure;
	pageInstead?: Failure;
	withoutIds = false;
	round = 0;
	private shown = new Map<string, number>();
	private fell = new Set<number>();
	private lastId = 0;
	private now = Date.UTC(2026, 4, 1);

	constructor(
		readonly random: () => number,
		readonly nature: Nature,
	) {}

	chance(share: number): boolean {
		return !this.isCalm && this.random() < share;
	}

	pass(ms: number): void {
		this.now += ms;
	}

	changeKey(account: string): void {
		this.client = Object.assign(this.client, { account });
	}

	/** A first poll has happened. */
	start(events?: FullEvent[]): Map<string, number> {
		expect(events).toEqual([]);
		this.startedAt ||= this.now;
		this.remember();
		const base = new Map(this.shown);
		this.most = new Map(base);
		return base;
	}

	remember(): void {
		for (const [id, count] of this.shown)
			this.most.set(id, Math.max(count, this.most.get(id) ?? 0));
	}

	beginPoll(): void {
		this.round += 1;
		this.shown = new Map();
	}

	create(): void {
		this.links.push({ id: (this.lastId += 1), clicks: [] });
	}

	click(
		link = this.links[Math.floor(this.random() * this.links.length)],
		{ country = 'DE', listedIn = 0, after = 1 + this.random() * 700, ip = '', agent = '' } = {},
	): void {
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
			countedAt: this.round + (this.chance(this.nature.countingLate) ? 2 : 0),
		};
		this.clicks.push(click);
		link.clicks.push(click);
	}

	/** Something happens. */
	move(): void {
		const what = this.random();
		if (what < 0.6) this.click();
		else if (what < 0.75) this.create();
		else if (what < 0.8 && this.links.length > 2) {
			this.links.splice(Math.floor(this.random() * this.links.length), 1);
		} else if (what < 0.9) for (let n = 0; n < 4; n += 1) this.click(this.links[0]);
	}

	private toRecord({ id, clicks }: Link): IDataObject {
		const counted = clicks.filter(({ countedAt }) => countedAt <= this.round).length;
		const count = counted + (this.more.get(id) ?? 0);
		// Twice in a row, it would be believed.
		const falls = !this.fell.has(id) && this.chance(this.nature.falling / 10);
		if (falls) this.fell.add(id);
		const shown = falls ? Math.floor(count / 2) : count;
		this.shown.set(String(id), Math.max(shown, this.shown.get(String(id)) ?? 0));
		const unreadable = this.chance(this.nature.unreadable / 10) ? '1.2K' : shown;
		const figure = (this.instead.has(id) ? this.instead.get(id) : unreadable) as number;
		const url = { alias: `a-${id}`, shorturl: `https://s.example/a-${id}` };
		const date = new Date(Date.UTC(2026, 0, id)).toISOString();
		const person = this.withoutIds ? { email: `${id}@mail.example` } : { id };
		return { ...person, ...url, name: `Code ${id}`, date, clicks: figure, scans: figure };
	}

	private toRow({ number, at, country, ip, agent }: Click): IDataObject {
		const { times, isAnonymous } = this.nature;
		const row = isAnonymous ? { country, ip } : { country, ip, userAgent: agent || String(number) };
		const iso = new Date(at).toISOString();
		const stated: Record<Nature['times'], object> = {
			ms: { date: iso },
			seconds: { date: iso.slice(0, 19).replace('T', ' ') },
			minutes: { date: iso.slice(0, 16).replace('T', ' ') },
			words: { date: `${iso.slice(8, 10)}.05.2026`, time: iso.slice(11, 19) },
			ahead: { date: new Date(at + 7_200_000).toISOString().slice(0, 19) },
			some: number % 2 ? {} : { date: iso },
			none: {},
		};
		return { ...row, ...stated[times] };
	}

	private toPage<T>(rows: T[], { query = {} }: ApiRequest, order = this.nature.order) {
		const { perPage, hasTotal, hasLast = true } = this.nature;
		const ordered = order === 'newestFirst' ? [...rows].reverse() : [...rows];
		// Always the same: odd places first.
		if (order === 'none') ordered.sort((a, b) => (rows.indexOf(b) % 2) - (rows.indexOf(a) % 2));
		const size = Math.min(Number(query.limit ?? 15), perPage);
		const page = Number(query.page ?? 1);
		const maxpage = Math.max(1, Math.ceil(rows.length / size));
		const nextpage = page < maxpage ? page + 1 : null;
		const total = hasTotal ? { result: rows.length } : {};
		const last = hasLast ? { maxpage } : {};
		const figures = { ...total, ...last, perpage: size, currentpage: page, nextpage };
		return { rows: ordered.slice((page - 1) * size, page * size), figures };
	}

	private respond(request: ApiRequest): unknown {
		const { path } = request;
		const [, id, activity] = /^\/api\/(?:url|qr)\/(\d+)(\/stats\/activity)?$/.exec(path) ?? [];
		const link = this.links.find((one) => String(one.id) === id);
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
		const { rows, figures } = this.toPage(this.links, request, 'oldestFirst');
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
			const response = this.respond(request);
			// A `Date` is of a whole second.
			this.client.clock = Math.floor(this.now / 1000) * 1000;
			if (this.chance(this.nature.moving)) this.move();
			return readAnswer(response, read);
		},
	} as unknown as Client;
}

/** What n8n does with a poll: the state reaches its database only together with a result. */
export class N8n {
	saved?: string;
	memory?: PollState;
	failure?: Failure;
	failed = 0;

	constructor(
		readonly account: Account,
		public watched: Watch,
	) {}

	restart(): void {
		this.memory = this.saved === undefined ? undefined : (JSON.parse(this.saved) as PollState);
	}

	/** The events of a poll, undefined if it failed. */
	async poll(): Promise<FullEvent[] | undefined> {
		const before = JSON.stringify(this.memory);
		this.account.beginPoll();
		this.failure = undefined;
		try {
			const result = await poll(this.account.client, this.watched, this.memory);
			this.memory = result.state;
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
