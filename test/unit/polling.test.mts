/**
 * Simulated weeks of a polled account: clicks, links that come and go, statistics that are reset, requests that
 * fail, restarts of n8n, pages that move while they are read, and clicks that are listed late. Whatever happens, as
 * many events come out as the counters grew.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../nodes/LinkPlatform/api/client.ts';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import type { ApiRequest } from '../../nodes/LinkPlatform/api/route.ts';
import {
	fetchLatest,
	poll,
	type PolledEvent,
	type PollPlan,
	type PollState,
} from '../../nodes/LinkPlatform/polling/poll.ts';
import { createRandom } from '../../tools/random.mts';

const START = Date.now();
const plan: PollPlan = {
	event: 'link.clicked',
	filters: {},
	bioPageId: '3',
	dropIpAddresses: false,
	ignoreLikelyBots: false,
	platform: 'p',
	account: 'a',
};

interface Click {
	/** A number of its own, so that a row that comes out twice is seen. */
	userAgent: string;
	date: string;
	country: string;
	/** The poll from which on it is listed. */
	listedAt: number;
}

interface Link {
	id: number;
	clicks: number;
	activity: Click[];
}

/** How a deployment behaves, and how likely what happens to it is. */
interface Nature {
	newestFirst: boolean;
	perPage: number;
	isTimed: boolean;
	/** Of each request. */
	failing: number;
	moving: number;
	/** Of each poll. */
	restarting: number;
	resetting: number;
	lagging: number;
}

class Account {
	links: Link[] = [];
	round = 0;
	/** The largest counter that each link showed during this poll. */
	shown = new Map<string, number>();
	requests = 0;
	isCalm = true;
	private lastId = 0;
	private lastClick = 0;
	private time = START;

	constructor(
		readonly random: () => number,
		readonly nature: Nature,
	) {}

	chance(share: number): boolean {
		return !this.isCalm && this.random() < share;
	}

	pick(): Link | undefined {
		return this.links[Math.floor(this.random() * this.links.length)];
	}

	create(): void {
		this.links.push({ id: (this.lastId += 1), clicks: 0, activity: [] });
	}

	click(link = this.pick()): void {
		if (!link) return;
		link.clicks += 1;
		this.time += 1_000;
		const listedAt = this.round + (this.chance(this.nature.lagging) ? 2 : 0);
		const date = new Date(this.time).toISOString();
		const userAgent = `click ${(this.lastClick += 1)}`;
		link.activity.push({ userAgent, date, country: 'DE', listedAt });
	}

	/** Something happens between two requests. */
	move(): void {
		const what = this.random();
		if (what < 0.5) this.click();
		else if (what < 0.7) this.create();
		else if (what < 0.8 && this.links.length > 2) {
			this.links.splice(Math.floor(this.random() * this.links.length), 1);
		} else if (what < 0.9) for (let n = 0; n < 4; n += 1) this.click(this.links[0]);
	}

	/** The statistics of a link are reset, or it is made anew under its ID. */
	resetOne(): void {
		const link = this.pick();
		if (!link) return;
		Object.assign(link, { clicks: 0, activity: [] });
		for (let n = Math.floor(this.random() * 3); n > 0; n -= 1) this.click(link);
	}

	toRecord = ({ id, clicks }: Link): IDataObject => {
		const key = String(id);
		this.shown.set(key, Math.max(this.shown.get(key) ?? 0, clicks));
		return { id, alias: `a-${id}`, shorturl: `https://s.example/a-${id}`, clicks, scans: clicks };
	};

	toPage<T>(rows: T[], { query = {} }: ApiRequest): { rows: T[]; figures: IDataObject } {
		const { newestFirst, perPage } = this.nature;
		const ordered = newestFirst ? [...rows].reverse() : rows;
		const size = Math.min(Number(query.limit ?? 15), perPage);
		const page = Number(query.page ?? 1);
		const maxpage = Math.max(1, Math.ceil(rows.length / size));
		const nextpage = page < maxpage ? page + 1 : null;
		const figures = { result: rows.length, perpage: size, currentpage: page, nextpage, maxpage };
		return { rows: ordered.slice((page - 1) * size, page * size), figures };
	}

	respond(request: ApiRequest): unknown {
		const { path } = request;
		const [, id, activity] = /^\/api\/(?:url|qr)\/(\d+)(\/stats\/activity)?$/.exec(path) ?? [];
		const link = this.links.find((one) => String(one.id) === id);
		if (id !== undefined && !link) {
			const words = { message: 'Record not found', description: '' };
			throw new Failure(words, { httpCode: '404' }, 'refused');
		}
		if (link && activity) {
			const listed = link.activity.filter(({ listedAt }) => listedAt <= this.round);
			const { rows, figures } = this.toPage(listed, request);
			const shown = rows.map(({ userAgent, date, country }) =>
				this.nature.isTimed ? { userAgent, date, country } : { userAgent, country },
			);
			return { error: 0, data: { ...figures, activity: shown } };
		}
		if (link) return { error: 0, data: this.toRecord(link) };
		const { rows, figures } = this.toPage(this.links, request);
		const name = path === '/api/urls' ? 'urls' : path === '/api/qrs' ? 'qrs' : 'subscribers';
		return { error: 0, data: { ...figures, [name]: rows.map(this.toRecord) } };
	}

	client = {
		send: async (request: ApiRequest) => {
			this.requests += 1;
			await Promise.resolve();
			if (this.chance(this.nature.failing)) {
				const words = { message: 'Link Platform is down', description: '' };
				throw new Failure(words, { httpCode: '503' }, 'unknown');
			}
			const response = this.respond(request);
			if (this.chance(this.nature.moving)) this.move();
			return response;
		},
	} as unknown as Client;
}

const toNature = (random: () => number): Nature => ({
	...(random() < 0.2
		? // The documented order is all that such rows say.
			{ isTimed: false, newestFirst: false }
		: { isTimed: true, newestFirst: random() < 0.5 }),
	perPage: [3, 7, 100][Math.floor(random() * 3)],
	failing: random() < 0.5 ? 0.1 : 0,
	moving: random() < 0.7 ? 0.2 : 0,
	restarting: 0.2,
	resetting: random() < 0.5 ? 0.2 : 0,
	lagging: random() < 0.5 ? 0.4 : 0,
});

/** What n8n does with a poll: the state reaches its database only together with a result. */
class N8n {
	saved?: string;
	memory?: PollState;
	failed = 0;

	constructor(
		readonly account: Account,
		readonly watched: PollPlan,
	) {}

	restart(): void {
		this.memory = this.saved === undefined ? undefined : (JSON.parse(this.saved) as PollState);
	}

	/** The events of a poll, undefined if it failed. */
	async poll(): Promise<PolledEvent[] | undefined> {
		try {
			const before = JSON.stringify(this.memory);
			const result = await poll(this.account.client, this.watched, this.memory);
			expect(JSON.stringify(this.memory)).toBe(before);
			this.memory = result.state;
			if (result.events.length > 0 || result.mustBeSaved) this.saved = JSON.stringify(this.memory);
			return result.events;
		} catch (thrown) {
			if (!(thrown instanceof Failure) || thrown.status !== 503) throw thrown;
			this.failed += 1;
			return undefined;
		}
	}
}

const count = <T,>(
	list: T[],
	getKey: (one: T) => string,
	getSize: (one: T) => number = () => 1,
) => {
	const counts = new Map<string, number>();
	for (const one of list) counts.set(getKey(one), (counts.get(getKey(one)) ?? 0) + getSize(one));
	return Object.fromEntries([...counts].filter(([, size]) => size > 0).sort());
};

/** Lives through a history; what came out and what the counters that were shown make of it. */
async function live(seed: number, watched: PollPlan) {
	const random = createRandom(seed);
	const account = new Account(random, toNature(random));
	const n8n = new N8n(account, watched);
	for (let n = 0; n < 12; n += 1) account.create();
	for (let n = 0; n < 40; n += 1) account.click();
	expect(await n8n.poll()).toEqual([]);
	const base = new Map(account.shown);
	const grown: Array<[string, number]> = [];
	const events: PolledEvent[] = [];
	account.isCalm = false;
	for (let round = 1; round <= 14; round += 1) {
		account.round = round;
		for (let n = Math.floor(random() * 8); n > 0; n -= 1) account.move();
		if (account.chance(account.nature.resetting)) account.resetOne();
		if (account.chance(account.nature.restarting)) n8n.restart();
		// The last ones find nothing moving and nothing failing.
		account.isCalm = round > 11;
		account.shown.clear();
		const came = await n8n.poll();
		if (came === undefined) continue;
		events.push(...came);
		for (const [id, clicks] of account.shown) {
			grown.push([id, Math.max(0, clicks - (base.get(id) ?? 0))]);
			base.set(id, clicks);
		}
	}
	return {
		account,
		n8n,
		events,
		grown: count(
			grown,
			([id]) => id,
			([, size]) => size,
		),
	};
}

const SEEDS = Array.from({ length: 10 }, (_, block) => block * 100);
const inBlock = (block: number) => Array.from({ length: 100 }, (_, n) => block + n);

test.each(SEEDS)(
	'histories %i to +99: as many clicks as the counters grew, no row twice',
	async (block) => {
		let failed = 0;
		let listed = 0;
		for (const seed of inBlock(block)) {
			const { events, grown, n8n } = await live(seed, plan);
			const came = count(events, ({ data }) => String(data.linkId as number));
			expect({ seed, came }).toEqual({ seed, came: grown });
			const rows = events.map(({ data }) => data.userAgent).filter((row) => row !== undefined);
			expect({ seed, rows: new Set(rows).size }).toEqual({ seed, rows: rows.length });
			failed += n8n.failed;
			listed += rows.length / Math.max(1, events.length);
		}
		// The histories are no calm ones, and clicks have their details as a rule.
		expect(failed).toBeGreaterThan(20);
		expect(listed / 100).toBeGreaterThan(0.75);
	},
);

test.each([0, 100])('histories %i to +99: scans, as much as the counters grew', async (block) => {
	for (const seed of inBlock(block)) {
		const { events, grown } = await live(seed, { ...plan, event: 'qr.scanned' });
		const came = count(
			events,
			({ data }) => String(data.qrId as number),
			({ data }) => Number(data.added),
		);
		expect({ seed, came }).toEqual({ seed, came: grown });
	}
});

test.each(['link.created', 'qr.created', 'subscriber.added'])(
	'%s: every record that was ever shown after the first poll, once',
	async (event) => {
		for (const seed of inBlock(0)) {
			const { events, account } = await live(seed, { ...plan, event });
			const ids = events.map(({ data }) => Number(data.id)).sort((a, b) => a - b);
			expect({ seed, ids }).toEqual({ seed, ids: [...new Set(ids)] });
			expect(ids.every((id) => id > 12)).toBe(true);
			const left = account.links.map(({ id }) => id).filter((id) => id > 12);
			expect(ids).toEqual(expect.arrayContaining(left));
		}
	},
);

test('links chosen by their ID, one of which is deleted', async () => {
	for (const seed of inBlock(0)) {
		const { events, grown } = await live(seed, { ...plan, filters: { linkId: '2, 5,5' } });
		const came = count(events, ({ data }) => String(data.linkId as number));
		expect({ seed, came }).toEqual({ seed, came: grown });
	}
});

/** An account in which nothing happens by itself. */
function calm(links = 3, nature: Partial<Nature> = {}) {
	const still = { failing: 0, moving: 0, restarting: 0, resetting: 0, lagging: 0 };
	const account = new Account(createRandom(1), {
		newestFirst: false,
		perPage: 100,
		isTimed: true,
		...still,
		...nature,
	});
	for (let n = 0; n < links; n += 1) account.create();
	return { account, n8n: new N8n(account, plan) };
}

test('a poll without news costs a request for each 100 records, and changes nothing', async () => {
	const { account, n8n } = calm(250);
	for (const link of account.links) account.click(link);
	await n8n.poll();
	// The first one reads twice, since records may move between pages.
	expect(account.requests).toBe(6);
	const before = JSON.stringify(n8n.memory);
	account.requests = 0;
	expect(await n8n.poll()).toEqual([]);
	expect(account.requests).toBe(3);
	expect(JSON.stringify(n8n.memory)).toBe(before);
});

test('10,000 links take less than 200 KB, and one more asks for a filter', async () => {
	const { account, n8n } = calm(10_000);
	for (const link of account.links) Object.assign(link, { clicks: 12_345 });
	await n8n.poll();
	expect(JSON.stringify(n8n.memory).length).toBeLessThan(150_000);
	for (const link of account.links) account.click(link);
	expect(await n8n.poll()).toHaveLength(10_000);
	expect(JSON.stringify(n8n.memory).length).toBeLessThan(400_000);
	account.create();
	account.click(account.links.at(-1));
	const saved = JSON.stringify(n8n.memory);
	await expect(n8n.poll()).rejects.toThrow('watches at most 10000 records (got 10001)');
	expect(JSON.stringify(n8n.memory)).toBe(saved);
});

test.each([
	['another event', { event: 'qr.scanned' }],
	['another alias', { filters: { alias: 'a-*' } }],
	['other links', { filters: { linkId: '1' } }],
])('%s begins anew, without events', async (_, change) => {
	const { account, n8n } = calm();
	await n8n.poll();
	account.click();
	const changed = { ...plan, ...change };
	const { events, state } = await poll(account.client, changed, n8n.memory);
	expect(events).toEqual([]);
	account.click(account.links[0]);
	expect((await poll(account.client, changed, state)).events).toHaveLength(1);
});

test('another country changes nothing in what is remembered', async () => {
	const { account, n8n } = calm();
	await n8n.poll();
	account.click();
	account.click();
	const german = { ...plan, filters: { country: 'de' } };
	expect((await poll(account.client, german, n8n.memory)).events).toHaveLength(2);
	const french = { ...plan, filters: { country: 'FR' } };
	const { events, mustBeSaved } = await poll(account.client, french, n8n.memory);
	expect({ events, mustBeSaved }).toEqual({ events: [], mustBeSaved: true });
});

test('a new key of the same account goes on; one of another account begins anew', async () => {
	const { account, n8n } = calm();
	for (const link of account.links) account.click(link);
	await n8n.poll();
	account.click(account.links[0]);
	const changed = { ...plan, account: 'b' };
	expect((await poll(account.client, changed, n8n.memory)).events).toHaveLength(1);
	account.links = account.links.map((link) => ({ ...link, id: link.id + 100 }));
	const { events, state } = await poll(account.client, changed, n8n.memory);
	expect(events).toEqual([]);
	expect(Object.keys(state.counts)).toEqual(['101', '102', '103']);
});

test('a list that is empty for a moment is no new list afterwards', async () => {
	const { account, n8n } = calm();
	for (const link of account.links) account.click(link);
	await n8n.poll();
	const { links } = account;
	account.links = [];
	expect(await n8n.poll()).toEqual([]);
	account.links = links;
	account.click(links[1]);
	expect(await n8n.poll()).toHaveLength(1);
});

test('what the deadline leaves undone comes with the next poll', async () => {
	const { account, n8n } = calm(5);
	await n8n.poll();
	for (const link of account.links) account.click(link);
	account.click(account.links[3]);
	const first = await poll(account.client, plan, n8n.memory, 0);
	expect(first.events.map(({ data }) => data.linkId)).toEqual([4, 4]);
	const second = await poll(account.client, plan, first.state);
	expect(second.events.map(({ data }) => data.linkId).sort()).toEqual([1, 2, 3, 5]);
});

test('a click has the link and what the list of clicks says; one that is not listed has the link alone', async () => {
	const { account, n8n } = calm(1, { lagging: 0 });
	await n8n.poll();
	account.click();
	account.links[0].clicks += 1;
	const events = await n8n.poll();
	const link = { linkId: 1, alias: 'a-1', shorturl: 'https://s.example/a-1', longurl: undefined };
	const { date, country, userAgent } = account.links[0].activity[0];
	expect(events).toEqual([
		{
			event: 'link.clicked',
			deliveryId: '',
			timestamp: date,
			data: { ...link, userAgent, date, country },
		},
		{ event: 'link.clicked', deliveryId: '', timestamp: expect.any(String) as string, data: link },
	]);
});

test.each([
	['number', 3, 2],
	['text', '3', 2],
	['missing in one record', undefined, 0],
])('a counter as %s', async (_, clicks, expected) => {
	const page = (first: unknown) => ({
		data: {
			maxpage: 1,
			urls: [
				{ id: 1, clicks: first },
				{ id: 2, clicks: 0 },
			],
		},
	});
	const serve = (body: unknown) => {
		const send = ({ path }: ApiRequest) =>
			Promise.resolve(path === '/api/urls' ? body : { data: { maxpage: 1, activity: [] } });
		return { send } as unknown as Client;
	};
	const { state } = await poll(serve(page(1)), plan, undefined);
	expect((await poll(serve(page(clicks)), plan, state)).events).toHaveLength(expected);
	const { counts } = (await poll(serve(page(clicks)), plan, state)).state;
	expect(counts).toEqual({ 1: expected === 0 ? 1 : 3 });
});

test('more new clicks than a call can take as arguments all come out', async () => {
	const { account } = calm(1);
	const { state } = await poll(account.client, plan, undefined);
	account.links[0].clicks += 150_000;
	expect((await poll(account.client, plan, state)).events).toHaveLength(150_000);
});

test('records without any counter are a failure that says so', async () => {
	const body = { data: { maxpage: 1, urls: [{ id: 1 }, { id: 2, clicks: null }] } };
	const client = { send: () => Promise.resolve(body) } as unknown as Client;
	await expect(poll(client, plan, undefined)).rejects.toThrow(
		"doesn't report the number of clicks",
	);
	expect((await poll(client, { ...plan, event: 'link.created' }, undefined)).events).toEqual([]);
});

test('the latest event, for a test; without any, what to do', async () => {
	const { account } = calm(3);
	await expect(fetchLatest(account.client, plan)).rejects.toThrow('no event to fetch yet');
	account.click(account.links[2]);
	account.click(account.links[2]);
	account.click(account.links[0]);
	expect((await fetchLatest(account.client, plan)).data).toMatchObject({
		linkId: 1,
		userAgent: 'click 3',
	});
	const scanned = await fetchLatest(account.client, { ...plan, event: 'qr.scanned' });
	expect(scanned.data).toEqual({ qrId: 3, name: undefined, scans: 2, added: 1 });
	const french = { ...plan, filters: { country: 'FR' } };
	await expect(fetchLatest(account.client, french)).rejects.toThrow('no event to fetch yet');
});
