/** The events that polls of an account return: first for random histories, then for each case by itself. */
import type { IDataObject } from 'n8n-workflow';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { fetchLatest } from '../../nodes/LinkPlatform/polling/testEvent.ts';
import { createRandom } from '../../packages/sandbox/random.mts';
import {
	Account,
	N8n,
	type Nature,
	Oracle,
	STILL,
	type Version,
	refused,
	watch,
} from '../support/polledAccount.mts';
import { table } from '../support/table.mts';

const dataOf = ({ data }: { data: unknown }) => data as IDataObject;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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
	dates: pickOf(random, ['exact', 'exact', 'noOffset', 'day', 'none']),
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

/** Simulates a random history. Returns all events, and the events and expected counts since the last key change. */
async function live(seed: number, event: string) {
	const random = createRandom(seed);
	const account = new Account(random, toNature(random));
	const n8n = new N8n(account, { ...watch, event });
	for (let n = 0; n < 12; n += 1) account.create(DAY * (3 + n));
	for (let n = 0; n < 40; n += 1) account.click();
	account.links[4].hiddenUntil = Math.floor(random() * 9);
	const all: IDataObject[] = [];
	let came: IDataObject[] = [];
	let oracle = new Oracle();
	let versions: Version[] = [];
	const take = (events: IDataObject[], isNew: boolean) => {
		const { filters } = n8n.watched;
		if (isNew) [came, oracle, versions] = [[], new Oracle(), []];
		const isChanged = isNew || filters !== versions[0][0];
		if (isChanged) versions.unshift([filters, account.began!]);
		oracle.take(account, n8n.records, versions, isChanged);
		if (n8n.saved === JSON.stringify(n8n.memory)) oracle.save();
		came.push(...events);
		all.push(...events);
	};
	take((await n8n.poll())!.map(dataOf), true);
	account.isCalm = false;
	let keys = 1;
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
		const isOther = account.chance(account.nature.changingKey);
		const { account: key } = account.client;
		if (isOther) account.changeKey();
		const events = await n8n.poll();
		if (events) take(events.map(dataOf), isOther);
		else {
			Object.assign(account.client, { account: key });
			n8n.watched = { ...n8n.watched, filters };
		}
		if (events && isOther) keys += 1;
	}
	return { account, n8n, all, came, expected: oracle.expected, keys };
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
		for (let seed = 0; seed < HISTORIES / 5; seed += 1) {
			const { account, all, keys } = await live(seed, event);
			// Skip histories with a key change: records that a new key doesn't show at first count as new.
			if (keys > 1) continue;
			// Without a date, an old link that was archived at first can't be told from a new one.
			const isOld = (id: number) => id <= (account.nature.dates === 'none' ? 4 : 12);
			const ids = all.map(({ id }) => Number(id)).sort((a, b) => a - b);
			expect({ seed, ids }).toEqual({ seed, ids: [...new Set(ids)].filter((id) => !isOld(id)) });
			const left = account.links.map(({ id }) => id).filter((id) => id > 12);
			expect({ seed, ids }).toEqual({ seed, ids: expect.arrayContaining(left) });
		}
	},
);

/** Returns an account in which nothing happens by itself, and an n8n that polls the account. */
function calm(links = 3, nature: Partial<Nature> = {}, watched: Partial<typeof watch> = {}) {
	const account = new Account(createRandom(1), { ...STILL, ...nature });
	for (let n = 0; n < links; n += 1) account.create(DAY * (3 + links - n));
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

test("a counter that can't be read keeps its number, and a hint says how many such counters there are", async () => {
	const one = calm(4, {}, { filters: { alias: 'a-*' } });
	one.click();
	one.account.links[3].alias = 'other';
	one.account.instead.set(2, '-').set(4, null);
	await next(one);
	one.account.instead.set(1, '1.2K');
	await expectNothing(one);
	expect(one.n8n.hints).toEqual([expect.stringMatching(/^2 records have a number of clicks that/)]);
	one.account.instead = new Map([[1, 41]]);
	one.account.more.set(2, 7);
	one.n8n.restart();
	// Link 2 begins with its first readable number, because its date is before the first poll.
	expect(await next(one)).toMatchObject([{ linkId: 1, added: 40 }]);
	expect(one.n8n.hints).toEqual([]);
});

test('a poll fails if no watched counter can be read, and never because of another one', async () => {
	const one = calm(2, {}, { filters: { alias: 'a-1' } });
	one.account.instead.set(2, null);
	await next(one);
	one.click();
	expect(await next(one)).toHaveLength(1);
	expect(one.n8n.hints).toEqual([]);
	for (const value of ['1,501', null, undefined]) {
		one.account.instead.set(1, value);
		await expect(next(one)).rejects.toThrow(/No watched record has a number of clicks.*shorturl/);
	}
	// The documents also name this counter `totalClicks`.
	one.account.statedId = { totalClicks: 3 };
	expect(await next(one)).toMatchObject([{ added: 2 }]);
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

test.each([
	['40 of 250 links', 40, 250, 3],
	['2 of 250 links', 2, 250, 2],
	['3 of 4 links', 3, 4, 1],
])('a filter with the IDs of %s takes as few requests as possible', async (_, ids, links, most) => {
	const linkId = Array.from({ length: ids }, (_, n) => 1 + n * Math.floor(links / ids)).join(',');
	const one = await started(links, {}, { filters: { linkId } });
	one.clickAll();
	one.account.requests = 0;
	expect(await next(one)).toHaveLength(ids);
	expect(one.account.requests).toBe(most);
});

test('a poll fails if no record has an ID, and leaves out a single one without', async () => {
	for (const id of [undefined, 0, '', null]) {
		const one = calm(1, {}, { event: 'subscriber.added' });
		one.account.statedId = { id, email_address: 'a@mail.example' };
		await expect(next(one)).rejects.toThrow(/No record has an ID.*email_address/);
	}
	const one = await started(2, {}, { event: 'subscriber.added' });
	one.account.create().id = 0;
	one.account.create();
	expect(await next(one)).toMatchObject([{ id: 4 }]);
});

test.each(table<[string, Partial<Nature>, number, number]>`
	after the first poll | {} | -2000 | 3
	in the same second as the first poll | {} | 61500 | 0
	before the first poll | {} | 172800000 | 0
	later on the day of the first poll, without a time | {"dates": "day"} | -72000000 | 0
	on the day after the first poll, without a time | {"dates": "day"} | -86400000 | 3
	13 hours after the first poll, without an offset | {"dates": "noOffset"} | -46800000 | 0
	15 hours after the first poll, without an offset | {"dates": "noOffset"} | -54000000 | 3
	after the first poll, but without a date | {"dates": "none"} | -2000 | 0
`)(
	'the clicks of a link that is listed for the first time count only if its date is certainly after the first poll: %s',
	async (_, nature, age, added) => {
		const one = await started(1, nature);
		const link = one.account.create(age);
		for (let n = 0; n < 3; n += 1) one.account.click(link);
		const first = await next(one);
		expect(first.map((event) => event.added)).toEqual(added ? [added] : []);
		one.account.click(link);
		expect(await next(one)).toMatchObject([{ linkId: 2, added: 1 }]);
	},
);

test.each([
	['link.clicked', 0, 0],
	['link.milestone', 0, 0],
	['link.created', 1, 0],
])(
	'an old link that was archived at the first poll causes no %s when it comes back, unless it has no date',
	async (event, withoutDate, withDate) => {
		for (const [dates, expected] of [
			['none', withoutDate],
			['exact', withDate],
			['noOffset', withDate],
		] as const) {
			const one = calm(2, { dates }, { event, steps: [1] });
			one.clickAll();
			one.account.links[1].hiddenUntil = 3;
			await next(one);
			await expectNothing(one, 60);
			expect(await next(one)).toHaveLength(expected);
		}
	},
);

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

test.each(table<[string, number[], 'same' | 'later' | 'undated', number]>`
	one poll | [60] | later | 0
	two polls within 14 minutes | [1, 13] | later | 0
	two polls over 15 minutes | [1, 15] | same | 0
	two polls over 15 minutes | [1, 15] | undated | 0
	two polls over 15 minutes | [1, 15] | later | 1
`)(
	'a subscriber missing from %s (%j minutes) who comes back with the %s date is new only if certainly signed up again',
	async (_, waits, date, expected) => {
		const dates = date === 'undated' ? 'none' : 'exact';
		const one = await started(3, { dates }, { event: 'subscriber.added' });
		const [link] = one.account.links.splice(1, 1);
		for (const minutes of waits) await expectNothing(one, minutes);
		one.n8n.restart();
		if (date === 'later') one.account.revive(link);
		one.account.links.splice(1, 0, link);
		expect(await next(one)).toHaveLength(expected);
		await expectNothing(one);
	},
);

test.each(['link.clicked', 'link.created', 'subscriber.added'])(
	'a list that was empty for an hour makes nothing new for %s',
	async (event) => {
		const one = calm(3, {}, { event });
		one.account.more.set(1, 9).set(3, 5);
		await next(one);
		const links = one.account.links.splice(0);
		for (const minutes of [1, 20, 40]) await expectNothing(one, minutes);
		one.account.links.push(...links);
		for (const minutes of [1, 20, 40]) await expectNothing(one, minutes);
	},
);

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
		[30_005, 1, [30_000]],
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

test("a new record has its own date as its timestamp, or else the poll's", async () => {
	for (const dates of ['exact', 'day', 'none'] as const) {
		const one = await started(1, { dates }, { event: 'qr.created' });
		one.account.pass(DAY);
		const { created } = one.account.create();
		one.account.pass(MINUTE);
		const [{ timestamp, data }] = (await one.n8n.poll())!;
		const polled = Number(one.account.client.clock);
		expect(Date.parse(timestamp)).toBe(dates === 'exact' ? created : polled);
		expect(data).toMatchObject({ id: 2, name: 'Code 2', linkedUrl: 'https://shop.example' });
	}
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

test.each(table<[string, object, unknown[], number]>`
	clicks below the next milestone | {"event": "link.milestone", "steps": [100]} | [0, 1, 5, 9] | 0
	clicks outside the filter | {"filters": {"alias": "c-*"}} | [0, 1, 2] | 0
	a counter outside the filter that falls | {"filters": {"alias": "c-*"}} | [10, 9, 10, 9] | 0
	a counter outside the filter that becomes readable | {"filters": {"alias": "c-*"}} | [null, 4] | 0
	a counter that becomes unreadable and readable again | {} | [4, null, null, 4] | 0
	a counter that falls and recovers | {} | [5, 5, 4, 4, 5, 5] | 2
`)(
	'an execution without items saves only suspected drops: %s',
	async (_, watched, clicks, runs) => {
		const one = calm(2, {}, watched);
		one.account.links[1].alias = 'c-2';
		for (const value of clicks) {
			one.account.instead.set(1, value);
			await next(one);
		}
		// The first poll is saved by n8n itself when the workflow is published.
		expect(one.n8n.emptyRuns - 1).toBe(runs);
	},
);

test('milestones that a link passed before a restart are returned once', async () => {
	const one = await started(1, {}, { event: 'link.milestone', steps: [100] });
	one.click(9);
	await expectNothing(one);
	one.n8n.restart();
	one.account.more.set(1, 91);
	expect(await next(one)).toMatchObject([{ step: 100, clicks: 100 }]);
});

test('a poll without new events sends one request per 100 links, and leaves the stored state unchanged', async () => {
	const { account, n8n } = calm(250);
	for (const link of account.links) account.click(link);
	await n8n.poll();
	const before = n8n.memory!;
	account.pass(MINUTE);
	expect(await n8n.poll()).toEqual([]);
	expect(account.requests).toBe(6);
	expect(n8n.memory).toEqual(before);
	expect(n8n.saved).toBe(JSON.stringify(before));
});

test('the stored state for 1,000 clicked links takes less than 20 KB', async () => {
	const one = calm(1_000);
	for (const { id } of one.account.links) one.account.more.set(id, 12_344);
	await next(one);
	one.clickAll();
	expect(await next(one)).toHaveLength(1_000);
	expect(one.n8n.saved!.length).toBeLessThan(20_000);
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

test.each(table<[IDataObject, IDataObject, number[]]>`
	{} | {"linkId": "1"} | [1]
	{} | {"alias": "a-2"} | [2]
	{"linkId": "1"} | {"linkId": "1, 2"} | [1]
	{"linkId": "1"} | {} | [1]
	{"alias": "a-1"} | {"alias": "a-*"} | [1]
	{"alias": "a-1"} | {"alias": "a-2"} | []
`)(
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

test('a link that an extended filter selects counts from 0 only if its date is after the first poll with that filter', async () => {
	const one = await started(1, {}, { filters: { alias: 'a-*' } });
	const [between, watched] = [one.account.create(), one.account.create()];
	between.alias = 'b-2';
	one.account.links.splice(1);
	one.n8n.watched = { ...one.n8n.watched, filters: { alias: 'a-*, b-*' } };
	await expectNothing(one);
	const later = one.account.create();
	later.alias = 'b-4';
	one.account.links.push(between, watched);
	for (const link of [between, watched, later]) one.account.click(link);
	expect((await next(one)).map(({ linkId }) => linkId)).toEqual([4, 3]);
});

test('adding a filter that names a watched link by its alias reports no click twice', async () => {
	const one = await started(1);
	const link = one.account.create();
	one.account.click(link);
	expect(await next(one)).toMatchObject([{ added: 1 }]);
	one.account.names.set('summer', 2);
	one.n8n.watched = { ...watch, filters: { linkId: 'summer' } };
	await expectNothing(one);
	one.account.click(link);
	expect(await next(one)).toHaveLength(1);
});

test("the stored state doesn't contain subscribers' email addresses", async () => {
	const one = calm(3, {}, { event: 'subscriber.added' });
	one.account.withoutIds = true;
	await next(one);
	expect(one.n8n.saved).not.toContain('@');
});

test('the test event is that of the most clicked link, from one page', async () => {
	const { account } = calm(250);
	await expect(fetchLatest(account.client, watch)).rejects.toThrow('no event to fetch yet');
	account.click(account.links[220]);
	account.click(account.links[220]);
	account.click(account.links[0]);
	account.requests = 0;
	const event = await fetchLatest(account.client, watch);
	expect(event.data).toEqual({
		linkId: 221,
		alias: 'a-221',
		shorturl: 'https://s.example/a-221',
		longurl: 'https://shop.example',
		clicks: 2,
		added: 1,
	});
	expect(account.requests).toBe(1);
	const fetch = async (filters: IDataObject) =>
		dataOf(await fetchLatest(account.client, { ...watch, filters }));
	expect(await fetch({ alias: 'a-1' })).toMatchObject({ linkId: 1 });
	expect(await fetch({ linkId: '2, 221' })).toMatchObject({ linkId: 221 });
	await expect(fetch({ linkId: '300' })).rejects.toThrow('ID 300: no');
	await expect(fetch({ alias: 'a-2' })).rejects.toMatchObject({
		description: expect.stringContaining("'Filters' apply to it"),
	});
});

test('a short URL in a filter selects no link with the same alias on another domain', async () => {
	const one = await started(2, {}, { filters: { alias: 'b.example/a-1, s.example/a-2' } });
	one.clickAll();
	expect(await next(one)).toMatchObject([{ linkId: 2 }]);
});
