/** The events that polls of an account return: first for random histories, then for each case by itself. */
import type { IDataObject } from 'n8n-workflow';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { fetchLatest } from '../../nodes/LinkPlatform/polling/poll.ts';
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

const dataOf = ({ data }: { data: unknown }) => data as IDataObject;
const MINUTE = 60_000;

const pickOf = <T,>(random: () => number, list: T[]) => list[Math.floor(random() * list.length)];

const toNature = (random: () => number): Nature => ({
	slow: random() < 0.3 ? 3_000 : 0,
	perPage: pickOf(random, [3, 7, 100]),
	hasTotal: random() < 0.5,
	failing: random() < 0.5 ? 0.05 : 0,
	moving: random() < 0.7 ? 0.2 : 0,
	restarting: 0.2,
	countingLate: random() < 0.3 ? 0.3 : 0,
	stale: random() < 0.3 ? 0.05 : 0,
	unreadable: random() < 0.3 ? 0.1 : 0,
	changingKey: random() < 0.2 ? 0.1 : 0,
	archiving: random() < 0.5 ? 1 : 0,
	renaming: random() < 0.4 ? 0.3 : 0,
});

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
		// In the last rounds, nothing happens, and no request fails.
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
/** The number of histories: a few hundred, or the value of `SOAK`, e.g. `SOAK=5000`. */
const HISTORIES = Number(process.env.SOAK ?? 400);

test.each([
	['link.clicked', 'linkId'],
	['qr.scanned', 'qrId'],
])(
	'polling randomly generated histories of %s counts each event exactly once',
	async (event, id) => {
		let failed = 0;
		for (let seed = 0; seed < HISTORIES; seed += 1) {
			const { n8n, came, expected } = await live(seed, event);
			const added = sumBy(came, id, (one) => Number(one.added));
			expect({ seed, added }).toEqual({ seed, added: expected });
			failed += n8n.failed;
		}
		// The histories must contain many failures.
		expect(failed).toBeGreaterThan(HISTORIES / 8);
	},
);

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
	const click = (times = 1) => {
		for (let n = 0; n < times; n += 1) account.click(account.links[0]);
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
	const one = calm(3);
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
		one.click(30);
		await next(one);
		one.account.pageInstead = answer;
		const failure = { message: 'ID 1: no', description: '' };
		for (const minutes of [1, 20, 20])
			await expect(next(one, minutes)).rejects.toMatchObject(failure);
		one.account.pageInstead = undefined;
		one.account.click();
		expect(await next(one)).toMatchObject([{ linkId: 1, added: 1 }]);
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
		expect(await next(one)).toMatchObject([{ linkId, added: 1 }]);
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
	one.click(20);
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

test('an execution without events saves the state when a counter falls or recovers', async () => {
	const one = calm(1);
	one.click(5);
	await next(one);
	const runs: number[] = [];
	for (const less of [0, 0, -1, -1, 0]) {
		one.account.more.set(1, less);
		await next(one);
		runs.push(one.n8n.emptyRuns);
	}
	expect(runs).toEqual([1, 1, 2, 2, 3]);
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
	expect(n8n.memory).toEqual(before);
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
	one.click(3);
	expect(await next(one)).toMatchObject([{ added: 3 }]);
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

test('fetchLatest returns the most clicked link as the test event, in one request', async () => {
	const { account } = calm(3);
	await expect(fetchLatest(account.client, watch)).rejects.toThrow('no event to fetch yet');
	account.click(account.links[2]);
	account.click(account.links[2]);
	account.click(account.links[0]);
	account.beginPoll();
	account.requests = 0;
	const event = await fetchLatest(account.client, watch);
	expect(event.data).toEqual({
		linkId: 3,
		alias: 'a-3',
		shorturl: 'https://s.example/a-3',
		longurl: 'https://shop.example',
		clicks: 2,
		added: 1,
	});
	// The first reading reads the list twice.
	expect(account.requests).toBe(2);
	const first = { ...watch, filters: { alias: 'a-1' } };
	expect(dataOf(await fetchLatest(account.client, first))).toMatchObject({ linkId: 1 });
	const none = { ...watch, filters: { alias: 'a-2' } };
	await expect(fetchLatest(account.client, none)).rejects.toMatchObject({
		description: expect.stringContaining("'Filters' apply to the test event"),
	});
});

test('a short URL in a filter selects no link with the same alias on another domain', async () => {
	const one = await started(2, {}, { filters: { alias: 'b.example/a-1, s.example/a-2' } });
	one.clickAll();
	expect(await next(one)).toMatchObject([{ linkId: 2 }]);
});
