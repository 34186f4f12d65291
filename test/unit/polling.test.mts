/** The events that polls of an account return: first for random histories, then for each case by itself. */
import type { IDataObject } from 'n8n-workflow';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { fetchLatest, poll } from '../../nodes/LinkPlatform/polling/poll.ts';
import { createRandom } from '../../packages/sandbox/random.mts';
import {
	Account,
	N8n,
	type Nature,
	Oracle,
	STILL,
	refused,
	watch,
} from '../support/polledAccount.mts';
import { readAnswer } from '../support/readAnswer.mts';

const dataOf = ({ data }: { data: unknown }) => data as IDataObject;
const MINUTE = 60_000;

const pickOf = <T,>(random: () => number, list: T[]) => list[Math.floor(random() * list.length)];

/** The formats of the times of clicks; a format in the list twice is drawn more often. */
const TIMES: Array<Nature['times']> = [
	'ms',
	'ms',
	'seconds',
	'seconds',
	'epoch',
	'minutes',
	'local',
	'words',
	'none',
	'some',
];
const TIMES_APART: typeof TIMES = ['ms', 'ms', 'local', 'words', 'none'];

const toNature = (random: () => number): Nature => {
	const isApart = random() < 0.2;
	return {
		order: pickOf(random, ['oldestFirst', 'newestFirst', isApart ? 'newestFirst' : 'none']),
		times: pickOf(random, isApart ? TIMES_APART : TIMES),
		// If clocks differ, late, missing, unordered or rounded clicks can't be distinguished from earlier clicks.
		apart: isApart ? pickOf(random, [-3_600_000, -30_000, 2_000, 30_000, 7_200_000]) : 0,
		slow: !isApart && random() < 0.3 ? 3_000 : 0,
		perPage: pickOf(random, [3, 7, 100]),
		hasTotal: random() < 0.5,
		failing: random() < 0.5 ? 0.05 : 0,
		refusing: random() < 0.5 ? 0.1 : 0,
		moving: !isApart && random() < 0.7 ? 0.2 : 0,
		restarting: 0.2,
		listingLate: !isApart && random() < 0.5 ? 0.3 : 0,
		countingLate: !isApart && random() < 0.3 ? 0.3 : 0,
		stale: random() < 0.3 ? 0.05 : 0,
		unreadable: random() < 0.3 ? 0.1 : 0,
		changingKey: random() < 0.2 ? 0.1 : 0,
		archiving: random() < 0.5 ? 1 : 0,
		renaming: random() < 0.4 ? 0.3 : 0,
	};
};

/** The filters to choose from, because an expression may change the filters between polls. */
const FILTERS = [
	{},
	{ alias: 'a-*' },
	{ alias: 'b-*, a-1' },
	{ linkId: '1, 2' },
	{ linkId: '2,3' },
];

/** True if filters by alias and ID let a link through. */
const isChosen = (filters: { alias?: string; linkId?: string }, id: number, alias: string) => {
	const isNamed = ['', alias, `${alias[0]}-*`].some((one) =>
		(filters.alias ?? '').split(', ').includes(one),
	);
	return isNamed && (filters.linkId ?? `${id}`).split(/, ?/).includes(`${id}`);
};

/** Simulates a random history. Returns all events, and the events and expected counts since the last key change. */
async function live(seed: number, event: string) {
	const random = createRandom(seed);
	const account = new Account(random, toNature(random));
	const n8n = new N8n(account, { ...watch, event });
	for (let n = 0; n < 12; n += 1) account.create();
	for (let n = 0; n < 40; n += 1) account.click();
	const all: IDataObject[] = [];
	let came: IDataObject[] = [];
	let oracle = new Oracle();
	/** The filters of the latest poll that succeeded. */
	let formerly = {};
	const take = (events: IDataObject[], isNew: boolean) => {
		const chosen = [formerly, n8n.watched.filters];
		if (isNew) [came, oracle] = [[], new Oracle()];
		oracle.take(
			account,
			({ id, alias }) => !isNew && chosen.every((one) => isChosen(one, id, alias)),
		);
		if (n8n.saved === JSON.stringify(n8n.memory)) oracle.save();
		formerly = n8n.watched.filters;
		came.push(...events);
		all.push(...events);
	};
	take((await n8n.poll())!.map(dataOf), true);
	account.isCalm = false;
	for (let round = 1; round <= 14; round += 1) {
		// In the last rounds, nothing happens, no request fails, and no click has to wait any longer.
		account.isCalm = round > 10;
		account.pass(account.isCalm ? 20 * MINUTE : 1 + Math.floor(random() * 4) * MINUTE);
		for (let n = Math.floor(random() * 8); n > 0 && !account.isCalm; n -= 1) account.move();
		if (account.chance(account.nature.restarting)) {
			n8n.restart();
			oracle.restart();
		}
		if (account.chance(account.nature.renaming)) {
			const link = pickOf(random, account.links);
			link.alias = `${link.alias.startsWith('a') ? 'b' : 'a'}-${link.id}`;
		}
		const { filters } = n8n.watched;
		if (event === 'link.clicked' && account.chance(account.nature.renaming)) {
			n8n.watched = { ...n8n.watched, filters: pickOf(random, FILTERS) };
		}
		// The oracle doesn't know at which value a counter starts if the new key's first poll can't read it.
		const isOther = !account.nature.unreadable && account.chance(account.nature.changingKey);
		const { account: key } = account.client;
		if (isOther) account.changeKey(`key ${round}`);
		const events = await n8n.poll();
		if (events) take(events.map(dataOf), isOther);
		else {
			if (isOther) account.changeKey(key);
			n8n.watched = { ...n8n.watched, filters };
		}
	}
	const grown = [...oracle.expected].filter(([, clicks]) => clicks > 0);
	const expected = Object.fromEntries(grown.map(([id, clicks]) => [String(id), clicks]));
	return { account, n8n, all, came, expected, oracle };
}

const sumBy = (list: IDataObject[], name: string, size: (one: IDataObject) => number) => {
	const sums: Record<string, number> = {};
	for (const one of list) {
		const key = String(one[name] as number);
		sums[key] = (sums[key] ?? 0) + size(one);
	}
	return sums;
};

const TIMED = ['ms', 'seconds', 'epoch'];
/** The time formats that don't state an exact time. */
const UNTIMED = ['local', 'words', 'none'];
/** The number of histories: a few hundred, or the value of `SOAK`, e.g. `SOAK=5000`. */
const HISTORIES = Number(process.env.SOAK ?? 400);

test('polling randomly generated click histories returns each click exactly once, with its own details', async () => {
	const figures = { failed: 0, events: 0, listed: 0, timed: 0 };
	for (let seed = 0; seed < HISTORIES; seed += 1) {
		const { account, n8n, all, came, expected, oracle } = await live(seed, 'link.clicked');
		expect({ seed, came: sumBy(came, 'linkId', () => 1) }).toEqual({ seed, came: expected });
		const rows = all.filter(({ details }) => details !== false);
		const numbers = rows.map(({ userAgent }) => Number(userAgent));
		expect({ seed, rows: new Set(numbers).size }).toEqual({ seed, rows: numbers.length });
		for (const row of rows) {
			const { number, link, country } = account.clicks[Number(row.userAgent)];
			expect({ seed, link: row.linkId, country: row.country }).toEqual({ seed, link, country });
			// The oracle can't judge clicks from before a key change, or clicks that are listed before they are counted.
			const isCountedLate = account.nature.countingLate + account.nature.stale > 0;
			if (account.client.account !== 'a' || isCountedLate) continue;
			expect({ seed, number, isHeard: oracle.allows(number) }).toEqual({
				seed,
				number,
				isHeard: true,
			});
		}
		figures.failed += n8n.failed;
		const { times, apart } = account.nature;
		if (UNTIMED.includes(times) || apart > MINUTE) expect(rows).toEqual([]);
		const isTimed = TIMED.includes(times) && apart === 0;
		if (isTimed) figures.events += all.length;
		if (isTimed) figures.listed += rows.length;
	}
	// The histories must contain many failures, and most clicks must have their details.
	expect(figures.failed).toBeGreaterThan(HISTORIES / 2);
	expect(figures.listed / figures.events).toBeGreaterThan(0.7);
});

test('polling randomly generated scan histories returns each scan exactly once', async () => {
	for (let seed = 0; seed < HISTORIES / 5; seed += 1) {
		const { came, expected } = await live(seed, 'qr.scanned');
		const scans = sumBy(came, 'qrId', ({ added }) => Number(added));
		expect({ seed, scans }).toEqual({ seed, scans: expected });
	}
});

test.each(['link.created', 'qr.created', 'subscriber.added'])(
	'polling randomly generated histories of %s returns each new record exactly once',
	async (event) => {
		for (let seed = 0; seed < HISTORIES / 10; seed += 1) {
			const { account, all } = await live(seed, event);
			// Skip histories with a key change: records that a new key doesn't show at first count as new.
			if (account.client.account !== 'a') continue;
			const ids = all.map(({ id }) => Number(id)).sort((a, b) => a - b);
			expect({ seed, ids }).toEqual({ seed, ids: [...new Set(ids)].filter((id) => id > 12) });
			const left = account.links.map(({ id }) => id).filter((id) => id > 12);
			expect(ids).toEqual(expect.arrayContaining(left));
		}
	},
);

/** Returns an account in which nothing happens by itself, and an n8n that polls the account. */
function calm(links = 3, nature: Partial<Nature> = {}, watched: Partial<typeof watch> = {}) {
	const account = new Account(createRandom(1), { ...STILL, ...nature });
	for (let n = 0; n < links; n += 1) account.create();
	const n8n = new N8n(account, { ...watch, ...watched });
	/** Adds clicks on the first link. */
	const click = (click?: Parameters<Account['click']>[1], times = 1) => {
		for (let n = 0; n < times; n += 1) account.click(account.links[0], click);
	};
	const clickAll = () => account.links.forEach((link) => account.click(link));
	return { account, n8n, click, clickAll };
}

/** Returns the data of the events of the next poll, a minute later by default. */
async function next({ account, n8n }: ReturnType<typeof calm>, minutes = 1) {
	account.pass(minutes * MINUTE);
	const events = await n8n.poll();
	if (n8n.failure) throw n8n.failure;
	// Later clicks must not be in the same second as the poll.
	account.pass(1_000);
	return events!.map(dataOf);
}

/** Expects the next poll to return no events. */
const expectNothing = async (...given: Parameters<typeof next>) =>
	expect(await next(...given)).toEqual([]);

/** Returns a calm account after its first poll. */
async function started(...given: Parameters<typeof calm>) {
	const one = calm(...given);
	await next(one);
	return one;
}

test('a click is held back until its details are listed, and is then filtered by country', async () => {
	const one = calm(1, {}, { filters: { country: 'SE' } });
	one.click({ country: 'FR' });
	await next(one);
	one.click({ country: 'SE', listedIn: 2 });
	one.click({ country: 'DE', listedIn: 2 });
	await expectNothing(one);
	await expectNothing(one);
	expect(await next(one)).toMatchObject([{ linkId: 1, country: 'SE' }]);
	await expectNothing(one, 30);
});

test.each([
	['newestFirst', true],
	['oldestFirst', true],
	['newestFirst', false],
	['oldestFirst', false],
] as const)(
	'seven new clicks in a long list (%s; last page stated: %s) are returned with their details',
	async (order, hasLast) => {
		const one = calm(1, { order, perPage: 3, hasLast });
		one.click({ country: 'FR' }, 30);
		await next(one);
		one.click({}, 7);
		expect((await next(one)).map(({ country }) => country)).toEqual(Array(7).fill('DE'));
	},
);

/** Replaces a link's list of clicks with `toRows`, without paging fields. Returns the numbers of the pages read. */
function listClicks({ account }: ReturnType<typeof calm>, toRows: (page: number) => IDataObject[]) {
	const { client } = account;
	const send = client.send.bind(client);
	const pages: number[] = [];
	client.send = async (request, read) => {
		const response = await send(request, read);
		const page = Number(request.query?.page);
		if (!request.path.endsWith('/activity')) return response;
		pages.push(page);
		if (pages.length > 50) throw new Error('The list is read without end');
		return readAnswer({ error: 0, data: { activity: toRows(page) } }, read) as typeof response;
	};
	return pages;
}

describe("a link's list of clicks without paging figures", () => {
	/** Polls after the latest of 1,000 clicks. `toRows` makes a page from all clicks, which are sorted newest first. */
	const pollOne = async (toRows: (rows: IDataObject[], page: number) => IDataObject[]) => {
		const one = calm(1);
		const { client, more } = one.account;
		more.set(1, 999);
		await next(one);
		more.set(1, 1_000);
		const newest = client.clock! + 30_000;
		const rows = Array.from({ length: 1_000 }, (_, n) => ({
			date: new Date(newest - n * MINUTE).toISOString(),
			userAgent: `${n}`,
		}));
		const pages = listClicks(one, (page) => toRows(rows, page));
		expect(await next(one)).toMatchObject([{ linkId: 1, userAgent: '0' }]);
		return pages;
	};

	test('a list that is returned whole for every page is requested only twice, even while clicks arrive', async () => {
		const pages = await pollOne((rows, page) => {
			const date = new Date(Date.parse(rows[0].date as string) + 1_000).toISOString();
			if (page > 1) rows.unshift({ date, userAgent: `later ${page}` });
			return rows;
		});
		expect(pages).toEqual([1, 2]);
	});

	test('a list that is returned as a whole for each page is requested twice, even if one of its fields changes', async () => {
		const pages = await pollOne((rows, page) => rows.map((row) => ({ ...row, ago: `${page} s` })));
		expect(pages).toEqual([1, 2]);
	});

	test('a list with the newest clicks first is read until the first page with only earlier ones', async () => {
		const pages = await pollOne((rows, page) => rows.slice((page - 1) * 100, page * 100));
		expect(pages).toEqual([1, 2]);
	});

	test("a list isn't read any further once the time of the poll is over", async () => {
		const one = await started(1);
		one.click();
		const pages = listClicks(one, () => [
			{ date: new Date(one.account.client.clock!).toISOString() },
		]);
		one.account.beginPoll();
		const polled = await poll(one.account.client, watch, one.n8n.memory, Date.now());
		expect(polled.events).toHaveLength(1);
		expect(pages).toEqual([1]);
	});
});

test.each([
	['newestFirst', 3],
	['oldestFirst', 3],
	['oldestFirst', 100],
] as const)(
	'seven new clicks in a list without totals (%s, %i per page) are returned with their details',
	async (order, perPage) => {
		const one = calm(1, { order, perPage, isBare: true }, { filters: { linkId: '1' } });
		one.click({ country: 'FR' }, 130);
		await next(one);
		one.click({}, 7);
		expect((await next(one)).map(({ country }) => country)).toEqual(Array(7).fill('DE'));
	},
);

test.each([
	['an HTTP 400', '400', 'refused'],
	['a web page', '200', 'unknown'],
	['the rate limit', null, 'waitLimit'],
] as const)(
	'a poll fails if it gets %s instead of the list of clicks, and the next poll returns the clicks',
	async (_, httpCode, kind) => {
		const one = await started(1, {}, { filters: { country: 'DE' } });
		one.click();
		one.account.refusal = new Failure({ message: 'no', description: '' }, { httpCode }, kind);
		await expect(next(one)).rejects.toThrow('no');
		one.account.refusal = undefined;
		expect(await next(one)).toMatchObject([{ linkId: 1, country: 'DE' }]);
	},
);

test.each([403, 404])(
	'clicks whose list is refused with HTTP %i are returned without details, and filters on details fail',
	async (status) => {
		const one = await started(1);
		one.click();
		one.account.refusal = refused(String(status));
		for (const needy of [{ filters: { country: 'DE' } }, { ignoreLikelyBots: true }]) {
			one.n8n.watched = { ...watch, ...needy };
			await expect(next(one)).rejects.toThrow('refused to list the clicks of link 1');
		}
		one.n8n.watched = watch;
		expect(await next(one)).toMatchObject([{ linkId: 1, details: false }]);
	},
);

test.each(['words', 'local', 'none'] as const)(
	`clicks whose times can't be read exactly (format "%s") are returned at once, without details`,
	async (times) => {
		const one = calm(1, { times, order: 'newestFirst' });
		one.click({ country: 'FR' });
		await next(one);
		one.click({ country: 'SE' });
		expect(await next(one)).toMatchObject([{ linkId: 1, details: false }]);
	},
);

test('a click that is never listed is returned without details after 15 minutes, even while other clicks have details', async () => {
	const one = await started(1);
	one.click({ listedIn: Infinity });
	const came: IDataObject[][] = [await next(one)];
	for (let minute = 1; minute <= 16; minute += 1) {
		one.click({ after: 2_000 });
		came.push(await next(one));
	}
	expect(came.map(({ length }) => length)).toEqual([0, ...Array<number>(14).fill(1), 2, 1]);
	expect(came[15]).toMatchObject([{ details: false }, { country: 'DE' }]);
});

test('a click that moves to the next page while the list is being read is returned once', async () => {
	const one = await started(1, { order: 'newestFirst', perPage: 3 });
	one.click({}, 9);
	const { client } = one.account;
	const send = client.send.bind(client);
	client.send = async (request, read) => {
		one.click({ listedIn: -1 });
		return await send(request, read);
	};
	const came = await next(one);
	// Clicks that moved beyond the last page that was read have to wait.
	expect(came).toHaveLength(8);
	expect(new Set(came.map(({ ip }) => ip)).size).toBe(came.length);
});

test('clicks of one second on two pages of a list with the oldest first are all returned', async () => {
	const one = await started(1, { order: 'oldestFirst', perPage: 3, times: 'seconds' });
	one.click();
	await next(one);
	one.click({ after: MINUTE });
	one.click({ after: 0 }, 2);
	expect(await next(one)).toHaveLength(3);
});

test('eight clicks that differ only in their IP address are all returned with details', async () => {
	const one = calm(1, { isAnonymous: true });
	await next(one);
	const came: IDataObject[] = [];
	for (let n = 0; n < 4; n += 1) {
		one.click({}, 2);
		came.push(...(await next(one)));
	}
	expect(new Set(came.map(({ ip }) => ip)).size).toBe(8);
	expect(came.every(({ country }) => country === 'DE')).toBe(true);
});

test('five clicks from one IP address in the same second are returned as five events', async () => {
	const one = await started(1, { times: 'seconds', isAnonymous: true });
	one.click({ ip: '192.0.2.1', after: 0 }, 5);
	const came = await next(one);
	expect(came).toHaveLength(5);
	expect(came.every(({ country, details }) => country === 'DE' && details === undefined)).toBe(
		true,
	);
});

test("ignoreLikelyBots drops a bot's click, and lets a click without details through", async () => {
	const one = await started(1, {}, { ignoreLikelyBots: true });
	one.click({ agent: 'Slackbot 1.0' });
	one.click({ agent: 'Android' });
	expect(await next(one)).toHaveLength(1);
	expect(one.n8n.hints).toEqual([]);
	one.click({ listedIn: Infinity });
	await expectNothing(one);
	expect(await next(one, 16)).toMatchObject([{ details: false }]);
	expect(one.n8n.hints).toHaveLength(1);
	one.n8n.watched.ignoreLikelyBots = false;
	one.click({ agent: 'Slackbot 1.0' });
	expect(await next(one)).toHaveLength(1);
});

test('a poll that the rate limit leaves no time for another list of clicks leaves them to the next poll', async () => {
	const one = await started(2);
	one.clickAll();
	const { client } = one.account;
	const send = client.send.bind(client);
	let kind: Failure['kind'] = 'unknown';
	client.send = async (request, read) => {
		if (request.path !== '/api/url/2/stats/activity') return await send(request, read);
		throw new Failure({ message: 'Late', description: '' }, { httpCode: null }, kind);
	};
	await expect(next(one)).rejects.toThrow('Late');
	kind = 'waitLimit';
	expect(await next(one)).toMatchObject([{ linkId: 1 }]);
	client.send = send;
	expect(await next(one)).toMatchObject([{ linkId: 2, country: 'DE' }]);
});

test("clicks that wait for details of a deleted link are returned with the link's ID after 15 minutes", async () => {
	const one = await started(2);
	one.click({ listedIn: Infinity });
	await next(one);
	one.account.links.shift();
	await expectNothing(one, 13);
	expect(await next(one, 2)).toEqual([{ linkId: 1, details: false }]);
});

test('clicks that a poll has no time to process are returned by the next poll, with their details', async () => {
	const { account, n8n } = calm(5);
	await n8n.poll();
	account.pass(MINUTE);
	for (const link of account.links) account.click(link);
	account.pass(MINUTE);
	account.beginPoll();
	const first = await poll(account.client, watch, n8n.memory, 0);
	expect(first.events).toHaveLength(1);
	account.pass(30 * MINUTE);
	const { events } = await poll(account.client, watch, first.state);
	expect(events.map(dataOf)).toHaveLength(4);
	expect(events.every((event) => dataOf(event).country === 'DE')).toBe(true);
});

test('a poll returns 10,000 new clicks of a link at once, but fails if the counter jumps to a Unix time', async () => {
	const one = calm(1, { times: 'none' });
	one.account.click();
	await next(one);
	one.account.more.set(1, 10_000);
	expect(await next(one)).toHaveLength(10_000);
	one.account.more.set(1, 1_777_593_600);
	await expect(next(one)).rejects.toThrow('The number of clicks of link 1 grew by 1,777,583,600');
	one.account.more.set(1, 10_001);
	expect(await next(one)).toHaveLength(1);
});

test("a link that is listed only after the first poll doesn't get details of clicks from before that poll", async () => {
	const one = calm(1);
	const [link] = one.account.links.splice(0);
	one.account.click(link);
	await next(one);
	one.account.pass(MINUTE);
	one.account.links.push(link);
	one.account.click(link, { country: 'FR' });
	const [later, earlier] = [{ country: 'FR' }, { details: false }];
	expect(await next(one)).toMatchObject([later]);
	expect(await next(one, 20)).toMatchObject([earlier]);
});

test("a link's first click doesn't get the details of an uncounted visit from before the previous poll", async () => {
	const one = await started(1);
	one.click({ country: 'FR' });
	one.account.clicks[0].countedAt = Infinity;
	await expectNothing(one);
	one.click({ listedIn: 2 });
	await expectNothing(one);
	await expectNothing(one);
	expect(await next(one)).toMatchObject([{ country: 'DE' }]);
});

test("a link's first click gets its details if a list without milliseconds dates it to the second of the previous poll", async () => {
	const one = calm(1, { times: 'seconds' });
	await one.n8n.poll();
	one.click({ after: 1 });
	expect(await next(one)).toMatchObject([{ country: 'DE' }]);
});

test('clicks are returned without details once a click is dated later than the response, and a hint says why', async () => {
	const one = calm(2, { apart: 7_200_000 });
	await next(one);
	one.click();
	expect(await next(one)).toMatchObject([{ linkId: 1, details: false }]);
	expect(one.n8n.hints.join()).toContain("later than Link Platform's own clock");
	one.account.nature.apart = 0;
	one.n8n.restart();
	one.account.click(one.account.links[1]);
	const { requests } = one.account;
	expect(await next(one)).toMatchObject([{ linkId: 2, details: false }]);
	expect(one.account.requests).toBe(requests + 1);
});

test.each([0, 1])(
	'a click made while a slow list of links is being read is returned once, with its own details (earlier clicks: %i)',
	async (earlier) => {
		const one = calm(9, { slow: 2_000, perPage: 3 });
		if (earlier) one.clickAll();
		const { client } = one.account;
		const send = client.send.bind(client);
		let readings = 0;
		client.send = async (request, read) => {
			const response = await send(request, read);
			readings += request.path === '/api/urls' && request.query?.page === 1 ? 1 : 0;
			if (readings !== 2) return response;
			readings += 1;
			one.click();
			one.account.click(one.account.links[8], { country: 'FR' });
			return response;
		};
		// The first link's click is new, because that link was already read; the last link's click is already counted.
		await expectNothing(one);
		expect(await next(one)).toMatchObject([{ linkId: 1, country: 'DE' }]);
		one.account.click(one.account.links[8], { listedIn: 1 });
		await expectNothing(one);
		expect(await next(one)).toMatchObject([{ linkId: 9, country: 'DE' }]);
	},
);

describe('filters by details', () => {
	const rows = { isAnonymous: true } as const;

	test('a click whose details lack a filtered field passes the filter', async () => {
		const one = await started(1, rows, { filters: { platform: 'iOS', country: 'DE' } });
		one.click();
		one.click({ country: 'FR' });
		one.click({ country: '' });
		expect(await next(one)).toMatchObject([{ country: 'DE' }, { country: '' }]);
	});

	test("filters check the alias and ID of the link itself, not the values in a click's details", async () => {
		const one = await started(1, {}, { filters: { linkId: '1', alias: 'a-1' } });
		one.account.rowMore = { linkid: 99, linkId: 99, alias: 'other' };
		one.click();
		expect(await next(one)).toMatchObject([{ linkId: 1, alias: 'a-1', country: 'DE' }]);
	});

	test('a short URL in a filter selects no link with the same alias on another domain', async () => {
		const one = await started(2, {}, { filters: { alias: 'b.example/a-1, s.example/a-2' } });
		one.clickAll();
		expect(await next(one)).toMatchObject([{ linkId: 2 }]);
	});
});

test.each(['1.2K', null, undefined])(
	'a poll fails if a counter that was a number becomes %s',
	async (clicks) => {
		const one = calm(2);
		one.account.click(one.account.links[1]);
		await next(one);
		for (const id of [1, 2]) {
			one.account.instead = new Map([[id, clicks]]);
			await expect(next(one)).rejects.toThrow("can't be read");
		}
		one.account.instead = new Map([[2, '1']]);
		await expectNothing(one);
	},
);

test("a counter that isn't a number is tracked from its first number on, even after a restart, and a hint says how many such counters exist", async () => {
	const one = calm(3, { times: 'none' });
	one.click();
	one.account.instead.set(1, null).set(2, '-');
	await next(one);
	one.account.click(one.account.links[2]);
	expect(await next(one)).toMatchObject([{ linkId: 3 }]);
	expect(one.n8n.hints).toEqual([expect.stringContaining('they have no number of clicks')]);
	one.account.instead = new Map([[1, 40]]);
	await expectNothing(one);
	one.n8n.restart();
	one.account.instead.set(1, 41);
	expect(await next(one)).toMatchObject([{ linkId: 1 }]);
	expect(one.n8n.hints).toEqual([]);
});

test("the clicks of a new link whose counter isn't readable at first are never new, even after a restart", async () => {
	const one = await started(1);
	one.account.create();
	one.account.instead.set(2, null);
	await expectNothing(one);
	one.n8n.restart();
	one.account.instead.set(2, 40);
	for (const minutes of [1, 20]) await expectNothing(one, minutes);
});

test('a poll fails if links have no counter, and the error lists the fields that they have', async () => {
	const one = calm(2);
	one.account.instead.set(1, undefined).set(2, undefined);
	await expect(next(one)).rejects.toThrow(/number of clicks of record 1 can't be read.*shorturl/);
});

test.each([
	['a 404 from a proxy', refused('404', '<html>')],
	['a web page', new Failure({ message: 'no', description: '' }, { httpCode: '200' }, 'unknown')],
])(
	'a poll fails if it gets %s instead of a link, and later polls return only new clicks',
	async (_, answer) => {
		const one = calm(1, {}, { filters: { linkId: '1' } });
		one.click({}, 30);
		await next(one);
		one.account.pageInstead = answer;
		const failure = { message: 'ID 1: no', description: '' };
		for (const minutes of [1, 20, 20])
			await expect(next(one, minutes)).rejects.toMatchObject(failure);
		one.account.pageInstead = undefined;
		one.account.click();
		expect(await next(one)).toMatchObject([{ linkId: 1, country: 'DE' }]);
	},
);

test('a poll skips links of the ID filter that were deleted, and fails if the filter has an unknown ID', async () => {
	const one = calm(2, {}, { filters: { linkId: '1, 2,2' } });
	await next(one);
	one.account.links.shift();
	await expectNothing(one);
	one.click();
	expect(await next(one)).toMatchObject([{ linkId: 2 }]);
	one.account.links.shift();
	await expectNothing(one);
	one.n8n.watched = { ...watch, filters: { linkId: '8' } };
	const advice = expect.stringContaining('remove its ID') as string;
	await expect(next(one)).rejects.toMatchObject({ message: 'ID 8: no', description: advice });
	const other = calm(2, {}, { filters: { linkId: '1, 7' } });
	await expect(next(other)).rejects.toThrow('ID 7: no');
});

test('a link named by its alias in the ID filter is watched, whatever ID the response states', async () => {
	for (const [stated, linkId] of [
		[7, 7],
		[0, 'summer'],
		[undefined, 'summer'],
	]) {
		const one = calm(1, {}, { filters: { linkId: 'summer' } });
		one.account.names.set('summer', 1);
		one.account.statedId = { id: stated };
		await next(one);
		one.account.click();
		expect(await next(one)).toMatchObject([{ linkId, country: 'DE' }]);
	}
});

test('a click is returned once if the ID filter names its link by both alias and ID', async () => {
	const one = calm(1, {}, { filters: { linkId: 'summer, 1' } });
	one.account.names.set('summer', 1);
	await next(one);
	one.account.click();
	expect(await next(one)).toHaveLength(1);
});

test("a poll fails if a record has no ID, and the error lists the record's fields", async () => {
	for (const id of [undefined, 0, '']) {
		const one = calm(1, {}, { event: 'subscriber.added' });
		one.account.statedId = { id, email_address: 'a@mail.example' };
		await expect(next(one)).rejects.toThrow(/no ID.*email_address/);
	}
});

test('a link that was archived or outside the filter for a while returns only new clicks afterwards', async () => {
	const one = calm(2, {}, { filters: { alias: 'c-*' } });
	for (const link of one.account.links) {
		for (let n = 0; n < 50; n += 1) one.account.click(link);
	}
	const [first, second] = one.account.links;
	first.alias = 'c-1';
	await next(one);
	second.alias = 'c-2';
	await expectNothing(one);
	first.archivedUntil = Infinity;
	await expectNothing(one, 20);
	one.account.isCalm = false;
	await expectNothing(one, 20);
	second.alias = 'other';
	one.account.click(second);
	await expectNothing(one);
	second.alias = 'c-2';
	one.account.isCalm = true;
	one.account.click(first);
	one.account.click(second);
	expect(await next(one)).toMatchObject([{ linkId: 1 }, { linkId: 2 }]);
});

test("a subscriber missing from the list for less than 15 minutes isn't returned as new afterwards", async () => {
	const one = calm(3, {}, { event: 'subscriber.added' });
	await next(one);
	for (const [waits, expected] of [
		[[1], 0],
		[[1, 13], 0],
		[[1, 15], 1],
		[[60], 0],
	] as const) {
		const [link] = one.account.links.splice(1, 1);
		for (const minutes of waits) await expectNothing(one, minutes);
		one.account.links.splice(1, 0, link);
		expect(await next(one)).toHaveLength(expected);
	}
});

test("old clicks aren't returned again after the list of links was empty for a while", async () => {
	const one = calm(3);
	one.account.more.set(1, 9).set(3, 5);
	await next(one);
	const links = one.account.links.splice(0);
	for (const minutes of [1, 20, 20]) await expectNothing(one, minutes);
	one.account.links.push(...links);
	await expectNothing(one);
});

test('no click is returned twice if a counter falls for a while, as on an outdated replica', async () => {
	const one = calm(1);
	one.click({}, 20);
	await next(one);
	const came: number[] = [];
	for (const behind of [-3, -1, 0, -2, -2, 0]) {
		one.account.more.set(1, behind);
		came.push((await next(one)).length);
	}
	expect(came).toEqual([0, 0, 0, 0, 0, 0]);
});

test('scans made since a counter reset are returned 15 minutes after the reset', async () => {
	const one = calm(1, {}, { event: 'qr.scanned' });
	one.account.more.set(1, 20);
	await next(one);
	for (const [scans, minutes, expected] of [
		[0, 1, []],
		[3, 14, []],
		[4, 1, [4]],
		[5, 1, [1]],
	] as const) {
		one.account.more.set(1, scans);
		expect((await next(one, minutes)).map(({ added }) => added)).toEqual(expected);
	}
});

test('a scan event has the time of its poll, and the test event is for the most scanned QR code', async () => {
	const { account, n8n } = calm(3, {}, { event: 'qr.scanned' });
	await n8n.poll();
	account.click(account.links[0]);
	account.click(account.links[0]);
	account.click(account.links[2]);
	const [first] = (await n8n.poll())!;
	expect(Date.parse(first.timestamp)).toBe(account.client.clock);
	expect(first.data).toEqual({ qrId: 1, name: 'Code 1', scans: 2, added: 2 });
	const event = await fetchLatest(account.client, n8n.watched);
	expect(event.data).toEqual({ qrId: 1, name: 'Code 1', scans: 2, added: 1 });
});

test('link.milestone is returned once for each step, even if the counter falls and rises again', async () => {
	const one = calm(2, {}, { event: 'link.milestone', steps: [10, 20, 99] });
	one.account.more.set(2, 15);
	await next(one);
	one.account.more.set(1, 25);
	const link = { linkId: 1, alias: 'a-1', shorturl: 'https://s.example/a-1', clicks: 25 };
	expect(await next(one)).toEqual([
		{ ...link, step: 10 },
		{ ...link, step: 20 },
	]);
	for (const clicks of [0, 0, 30]) {
		one.account.more.set(1, clicks);
		await expectNothing(one, 20);
	}
	one.account.more.set(2, 20);
	expect(await next(one)).toMatchObject([{ linkId: 2, step: 20 }]);
	one.account.more.set(2, 21);
	await expectNothing(one);
	const event = await fetchLatest(one.account.client, one.n8n.watched);
	expect(event.data).toMatchObject({ linkId: 1, clicks: 30, step: 20 });
});

test("clicks below the next milestone don't start an empty execution", async () => {
	const one = calm(1, {}, { event: 'link.milestone', steps: [100] });
	await next(one);
	for (let n = 0; n < 9; n += 1) {
		one.account.click();
		await next(one);
	}
	one.account.more.set(1, 91);
	one.n8n.restart();
	expect(await next(one)).toMatchObject([{ step: 100 }]);
	expect(one.n8n.emptyRuns).toBe(1);
});

test("clicks that a filter rejects don't start an execution, and their details are read only once", async () => {
	const one = await started(1, {}, { filters: { country: 'SE' } });
	for (let n = 0; n < 9; n += 1) {
		one.click();
		await expectNothing(one);
	}
	expect(one.account.requests).toBe(20);
	await expectNothing(one);
	expect(one.account.requests).toBe(21);
	one.n8n.restart();
	one.click({ country: 'SE' });
	expect(await next(one)).toMatchObject([{ country: 'SE' }]);
	expect(one.n8n.emptyRuns).toBe(1);
});

test("clicks that a filter rejects don't add up to more than a poll accepts after a restart of n8n", async () => {
	const one = await started(1, {}, { filters: { country: 'SE' } });
	for (let n = 0; n < 11; n += 1) {
		one.click({}, 1_000);
		await expectNothing(one);
	}
	expect(one.n8n.emptyRuns).toBeLessThanOrEqual(12);
	one.n8n.restart();
	one.click({ country: 'SE' });
	expect(await next(one)).toMatchObject([{ country: 'SE' }]);
});

test('rejected clicks are counted until n8n saves the state, after 1,000 of them or with an event', async () => {
	const one = await started(1, {}, { filters: { country: 'SE' } });
	const expectRejected = async (clicks: number, rejected: number, country?: string) => {
		one.click({ country }, clicks);
		await next(one);
		expect(one.n8n.memory!.rejected).toBe(rejected);
	};
	await expectRejected(999, 999);
	await expectRejected(1, 0, 'SE');
	await expectRejected(1_000, 0);
});

test("clicks of links outside the filter don't start an execution", async () => {
	const one = calm(1, {}, { filters: { alias: 'c-*' } });
	await next(one);
	one.account.click();
	await expectNothing(one);
	expect(one.n8n.emptyRuns).toBe(1);
});

test("a counter outside the filter that falls and rises doesn't start an execution", async () => {
	const one = calm(1, {}, { filters: { alias: 'c-*' } });
	for (const clicks of [10, 9, 10, 9]) {
		one.account.more.set(1, clicks);
		await next(one);
	}
	expect(one.n8n.emptyRuns).toBe(1);
});

test("a counter outside the filter that becomes readable doesn't start an execution", async () => {
	const one = calm(2, {}, { filters: { alias: 'c-*' } });
	one.account.instead.set(1, null);
	await next(one);
	one.account.instead.set(1, 40);
	await next(one);
	expect(one.n8n.emptyRuns).toBe(1);
});

test('an execution without events saves the state when a counter falls or recovers, or a click starts to wait', async () => {
	const one = await started(1);
	one.click({ listedIn: 3 });
	const runs: number[] = [];
	for (const less of [0, 0, -1, -1, 0]) {
		one.account.more.set(1, less);
		await next(one);
		runs.push(one.n8n.emptyRuns);
	}
	expect(runs).toEqual([2, 2, 3, 3, 4]);
});

test('a poll without new events sends one request per 100 links, and leaves the stored state unchanged', async () => {
	const { account, n8n } = calm(250);
	for (const link of account.links) account.click(link);
	await n8n.poll();
	// The first poll reads the list twice, because records may move between pages.
	expect(account.requests).toBe(6);
	const before = n8n.memory!;
	account.requests = 0;
	account.pass(MINUTE);
	expect(await n8n.poll()).toEqual([]);
	expect(account.requests).toBe(3);
	expect({ ...n8n.memory, polledAt: before.polledAt }).toEqual(before);
	expect(n8n.saved).toBe(JSON.stringify(before));
});

test('the stored state for 1,000 clicked links takes less than 40 KB', async () => {
	const one = calm(1_000);
	for (const { id } of one.account.links) one.account.more.set(id, 12_344);
	await next(one);
	one.clickAll();
	expect(await next(one)).toHaveLength(1_000);
	expect(one.n8n.saved!.length).toBeLessThan(40_000);
});

test.each([
	['event', { event: 'qr.scanned' }],
	['bio page', { bioPageId: '4' }],
])(
	'the first poll after a change of the %s starts over and returns no events',
	async (_, change) => {
		const one = calm();
		await next(one);
		one.account.click();
		one.n8n.watched = { ...watch, ...change };
		await expectNothing(one);
		one.click();
		expect(await next(one)).toHaveLength(1);
	},
);

test.each([
	[{}, { linkId: '1' }, [1]],
	[{}, { alias: 'a-2' }, [2]],
	[{ linkId: '1' }, { linkId: '1, 2' }, [1]],
	[{ linkId: '1' }, {}, [1]],
	[{ alias: 'a-1' }, { alias: 'a-*' }, [1]],
	[{ alias: 'a-1' }, { alias: 'a-2' }, []],
])(
	"changing the filters from %j to %j starts over only for links that weren't watched before",
	async (before, after: IDataObject, ids) => {
		const one = calm(3, {}, { filters: before });
		one.clickAll();
		await next(one);
		one.clickAll();
		one.n8n.watched = { ...watch, filters: after };
		expect((await next(one)).map(({ linkId }) => linkId)).toEqual(ids);
		one.n8n.restart();
		one.click();
		one.account.click(one.account.links[1]);
		const chosen =
			after.linkId === '1' ? [1] : 'alias' in after && after.alias === 'a-2' ? [2] : [1, 2];
		expect((await next(one)).map(({ linkId }) => linkId)).toEqual(chosen);
	},
);

test('adding a filter that names a watched link by its alias reports no click twice', async () => {
	const one = await started(1);
	one.click({}, 3);
	expect(await next(one)).toHaveLength(3);
	one.account.names.set('summer', 1);
	one.n8n.watched = { ...watch, filters: { linkId: 'summer' } };
	await expectNothing(one);
	one.click();
	expect(await next(one)).toHaveLength(1);
});

test("the stored state doesn't contain subscribers' email addresses", async () => {
	const one = calm(3, {}, { event: 'subscriber.added' });
	one.account.withoutIds = true;
	await next(one);
	expect(one.n8n.saved).not.toContain('@');
});

test('fetchLatest returns the latest click as the test event', async () => {
	const { account } = calm(3);
	await expect(fetchLatest(account.client, watch)).rejects.toThrow('no event to fetch yet');
	account.click(account.links[2]);
	account.click(account.links[2]);
	account.click(account.links[0]);
	account.beginPoll();
	const event = await fetchLatest(account.client, watch);
	expect(event.data).toMatchObject({ linkId: 1, userAgent: '2' });
	account.click(account.links[0], { country: 'SE' });
	for (let n = 0; n < 600; n += 1) account.click(account.links[0]);
	account.beginPoll();
	const { requests } = account;
	await fetchLatest(account.client, watch);
	expect(account.requests - requests).toBeLessThanOrEqual(6);
	const many = calm(12);
	many.clickAll();
	many.account.beginPoll();
	const third = { ...watch, filters: { alias: 'a-3' } };
	expect(dataOf(await fetchLatest(many.account.client, third))).toMatchObject({ linkId: 3 });
	many.account.requests = 0;
	await fetchLatest(many.account.client, watch);
	expect(many.account.requests).toBe(12);
	const french = { ...watch, filters: { country: 'FR' } };
	await expect(fetchLatest(account.client, french)).rejects.toMatchObject({
		description: expect.stringMatching(/'Filters' .* the 10 links with the most clicks/),
	});
});
