/** What a poll makes of an account: random histories first, then each case by itself. */
import type { IDataObject } from 'n8n-workflow';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { fetchLatest, poll } from '../../nodes/LinkPlatform/polling/poll.ts';
import { createRandom } from '../../packages/sandbox/random.mts';
import { Account, type Nature, N8n, STILL, watch } from '../support/polledAccount.mts';

const dataOf = ({ data }: { data: unknown }) => data as IDataObject;
const MINUTE = 60_000;

const pickOf = <T,>(random: () => number, list: T[]): T => list[Math.floor(random() * list.length)];

const toNature = (random: () => number): Nature => ({
	order: pickOf(random, ['oldestFirst', 'newestFirst', 'none'] as const),
	times: pickOf(random, ['ms', 'ms', 'seconds', 'seconds', 'minutes', 'words', 'some', 'none']),
	perPage: pickOf(random, [3, 7, 100]),
	hasTotal: random() < 0.5,
	failing: random() < 0.5 ? 0.05 : 0,
	refusing: random() < 0.5 ? 0.1 : 0,
	moving: random() < 0.7 ? 0.2 : 0,
	restarting: 0.2,
	listingLate: random() < 0.5 ? 0.3 : 0,
	countingLate: random() < 0.3 ? 0.3 : 0,
	falling: random() < 0.3 ? 0.2 : 0,
	unreadable: random() < 0.3 ? 0.1 : 0,
	changingKey: random() < 0.2 ? 0.1 : 0,
});

/** What came out of a history since its key last changed, beside what the counters showed meanwhile. */
async function live(seed: number, event: string) {
	const random = createRandom(seed);
	const account = new Account(random, toNature(random));
	const n8n = new N8n(account, { ...watch, event });
	for (let n = 0; n < 12; n += 1) account.create();
	for (let n = 0; n < 40; n += 1) account.click();
	const all: IDataObject[] = [];
	let [came, base] = [[] as IDataObject[], account.start(await n8n.poll())];
	account.isCalm = false;
	for (let round = 1; round <= 14; round += 1) {
		// The last ones find nothing moving, nothing failing and nothing waiting.
		account.isCalm = round > 10;
		account.pass(account.isCalm ? 20 * MINUTE : 1 + Math.floor(random() * 4) * MINUTE);
		for (let n = Math.floor(random() * 8); n > 0 && !account.isCalm; n -= 1) account.move();
		if (account.chance(account.nature.restarting)) n8n.restart();
		const isOther = account.chance(account.nature.changingKey);
		const { account: key } = account.client;
		if (isOther) account.changeKey(`key ${round}`);
		const events = await n8n.poll();
		if (events === undefined) {
			if (isOther) account.changeKey(key);
			continue;
		}
		if (isOther) [came, base] = [[], account.start(events)];
		else account.remember();
		came.push(...events.map(dataOf));
		all.push(...events.map(dataOf));
	}
	const grown = [...account.most].map(([id, most]) => [id, most - (base.get(id) ?? 0)] as const);
	const expected = Object.fromEntries(grown.filter(([, clicks]) => clicks > 0));
	return { account, n8n, all, came, expected };
}

const sumBy = (list: IDataObject[], name: string, size: (one: IDataObject) => number) => {
	const sums: Record<string, number> = {};
	for (const one of list) {
		const key = String(one[name] as number);
		sums[key] = (sums[key] ?? 0) + size(one);
	}
	return sums;
};

test('Random histories lose no click, repeat none, and give none the details of another', async () => {
	const figures = { failed: 0, events: 0, listed: 0, timed: 0 };
	for (let seed = 0; seed < 400; seed += 1) {
		const { account, n8n, all, came, expected } = await live(seed, 'link.clicked');
		expect({ seed, came: sumBy(came, 'linkId', () => 1) }).toEqual({ seed, came: expected });
		const rows = all.filter(({ details }) => details !== false);
		const numbers = rows.map(({ userAgent }) => Number(userAgent));
		expect({ seed, rows: new Set(numbers).size }).toEqual({ seed, rows: numbers.length });
		for (const row of rows) {
			const click = account.clicks[Number(row.userAgent)];
			const truth = {
				link: click.link,
				country: click.country,
				isNew: click.at > account.startedAt,
			};
			expect({ seed, link: row.linkId, country: row.country, isNew: true }).toEqual({
				seed,
				...truth,
			});
		}
		figures.failed += n8n.failed;
		const isTimed = ['ms', 'seconds'].includes(account.nature.times);
		if (['words', 'minutes', 'none'].includes(account.nature.times)) expect(rows).toEqual([]);
		if (isTimed) figures.events += all.length;
		if (isTimed) figures.listed += rows.length;
	}
	// The histories are no calm ones, and clicks have their details as a rule.
	expect(figures.failed).toBeGreaterThan(200);
	expect(figures.listed / figures.events).toBeGreaterThan(0.8);
});

test('Random histories lose no scan and repeat none', async () => {
	for (let seed = 0; seed < 60; seed += 1) {
		const { came, expected } = await live(seed, 'qr.scanned');
		const scans = sumBy(came, 'qrId', ({ added }) => Number(added));
		expect({ seed, scans }).toEqual({ seed, scans: expected });
	}
});

test.each(['link.created', 'qr.created', 'subscriber.added'])(
	'Random histories of %s show every record once that is made after the first poll',
	async (event) => {
		for (let seed = 0; seed < 30; seed += 1) {
			const { account, all } = await live(seed, event);
			const ids = all.map(({ id }) => Number(id)).sort((a, b) => a - b);
			expect({ seed, ids }).toEqual({ seed, ids: [...new Set(ids)] });
			expect(ids.every((id) => id > 12)).toBe(true);
			if (account.client.account !== 'a') continue;
			const left = account.links.map(({ id }) => id).filter((id) => id > 12);
			expect(ids).toEqual(expect.arrayContaining(left));
		}
	},
);

/** An account in which nothing happens by itself. */
function calm(links = 3, nature: Partial<Nature> = {}, watched: Partial<typeof watch> = {}) {
	const account = new Account(createRandom(1), { ...STILL, ...nature });
	for (let n = 0; n < links; n += 1) account.create();
	return { account, n8n: new N8n(account, { ...watch, ...watched }) };
}

/** The data of what comes out of the next poll, a minute later. */
async function next({ account, n8n }: ReturnType<typeof calm>, minutes = 1) {
	account.pass(minutes * MINUTE);
	const events = await n8n.poll();
	if (n8n.failure) throw n8n.failure;
	return events!.map(dataOf);
}

/** The same, a minute after a first poll. */
async function started(...given: Parameters<typeof calm>) {
	const one = calm(...given);
	await next(one);
	one.account.pass(MINUTE);
	return one;
}

describe('Of the clicks of a link,', () => {
	test('one whose row is listed a poll later comes with it, and passes the filter by its country', async () => {
		const one = calm(1, {}, { filters: { country: 'SE' } });
		one.account.click(one.account.links[0], { country: 'FR' });
		await next(one);
		one.account.pass(MINUTE);
		one.account.click(one.account.links[0], { country: 'SE', listedIn: 2 });
		one.account.click(one.account.links[0], { country: 'DE', listedIn: 2 });
		expect(await next(one)).toEqual([]);
		expect(await next(one)).toEqual([]);
		expect(await next(one)).toMatchObject([{ linkId: 1, country: 'SE' }]);
		expect(await next(one, 30)).toEqual([]);
	});

	test.each([
		['newestFirst', true],
		['oldestFirst', true],
		['newestFirst', false],
		['oldestFirst', false],
	] as const)(
		'seven at one end of a long list (%s; its last page stated: %s) come with their rows',
		async (order, hasLast) => {
			const one = calm(1, { order, perPage: 3, hasLast });
			for (let n = 0; n < 30; n += 1) one.account.click(one.account.links[0], { country: 'FR' });
			await next(one);
			one.account.pass(MINUTE);
			for (let n = 0; n < 7; n += 1) one.account.click(one.account.links[0]);
			expect((await next(one)).map(({ country }) => country)).toEqual(Array(7).fill('DE'));
		},
	);

	test.each([
		['a refusal', '400', 'refused'],
		['a web page', '200', 'unknown'],
		['no time under the limit', null, 'waitLimit'],
	] as const)(
		'those whose list is answered by %s come with the next poll, and this one fails',
		async (_, httpCode, kind) => {
			const one = await started(1, {}, { filters: { country: 'DE' } });
			one.account.click(one.account.links[0]);
			one.account.refusal = new Failure({ message: 'no', description: '' }, { httpCode }, kind);
			await expect(next(one)).rejects.toThrow('no');
			one.account.refusal = undefined;
			expect(await next(one)).toMatchObject([{ linkId: 1, country: 'DE' }]);
		},
	);

	test.each([403, 404])(
		'those whose list is refused for good (%i) come without details; a filter that needs them is refused',
		async (status) => {
			const one = await started(1);
			one.account.click(one.account.links[0]);
			const words = { message: 'no', description: '' };
			one.account.refusal = new Failure(words, { httpCode: String(status) }, 'refused');
			for (const needy of [{ filters: { country: 'DE' } }, { ignoreLikelyBots: true }]) {
				one.n8n.watched = { ...watch, ...needy };
				await expect(next(one)).rejects.toThrow("doesn't show the clicks of link 1 to this key");
			}
			one.n8n.watched = watch;
			expect(await next(one)).toMatchObject([{ linkId: 1, details: false }]);
		},
	);

	test.each(['minutes', 'ahead'] as const)(
		'those of a list whose times are to be read as "%s" come at once, without details',
		async (times) => {
			const one = calm(1, { times, order: 'newestFirst' });
			one.account.click(one.account.links[0], { country: 'FR' });
			await next(one);
			one.account.pass(MINUTE);
			one.account.click(one.account.links[0], { country: 'SE' });
			expect(await next(one)).toMatchObject([{ linkId: 1, details: false }]);
		},
	);

	test('one without its row comes out after 15 minutes, also while others come with theirs', async () => {
		const one = await started(1);
		one.account.click(one.account.links[0], { listedIn: Infinity });
		const came: IDataObject[][] = [await next(one)];
		for (let minute = 1; minute <= 16; minute += 1) {
			one.account.click(one.account.links[0], { after: 2_000 });
			came.push(await next(one));
		}
		expect(came.map(({ length }) => length)).toEqual([0, ...Array<number>(14).fill(1), 2, 1]);
		expect(came[15]).toMatchObject([{ country: 'DE' }, { details: false }]);
	});

	test('one whose row moves to the next page while they are read comes once', async () => {
		const one = await started(1, { order: 'newestFirst', perPage: 3 });
		for (let n = 0; n < 9; n += 1) one.account.click(one.account.links[0]);
		const { client } = one.account;
		const send = client.send.bind(client);
		client.send = async (request, read) => {
			one.account.click(one.account.links[0], { listedIn: -1 });
			return await send(request, read);
		};
		const came = await next(one);
		// The one on the page that was read before it moved there waits.
		expect(came).toHaveLength(9);
		expect(new Set(came.map(({ ip }) => ip)).size).toBe(came.length);
	});

	test('eight whose rows are alike but for the address all have their details', async () => {
		const one = calm(1, { isAnonymous: true });
		await next(one);
		const came: IDataObject[] = [];
		for (let n = 0; n < 4; n += 1) {
			one.account.pass(MINUTE);
			one.account.click(one.account.links[0]);
			one.account.click(one.account.links[0]);
			came.push(...(await next(one)));
		}
		expect(new Set(came.map(({ ip }) => ip)).size).toBe(8);
		expect(came.every(({ country }) => country === 'DE')).toBe(true);
	});

	test('five of one office in one second are five', async () => {
		const one = await started(1, { times: 'seconds', isAnonymous: true });
		for (let n = 0; n < 5; n += 1)
			one.account.click(one.account.links[0], { ip: '192.0.2.1', after: 0 });
		const came = await next(one);
		expect(came).toHaveLength(5);
		expect(came.every(({ country, details }) => country === 'DE' && details === undefined)).toBe(
			true,
		);
	});

	test('a bot is ignored on demand; one that is not listed passes', async () => {
		const one = await started(1, {}, { ignoreLikelyBots: true });
		one.account.click(one.account.links[0], { agent: 'Slackbot 1.0' });
		one.account.click(one.account.links[0], { listedIn: Infinity });
		expect(await next(one)).toEqual([]);
		expect(await next(one, 16)).toMatchObject([{ details: false }]);
	});

	test('those that wait when their link is deleted come out with its ID', async () => {
		const one = await started(2);
		one.account.click(one.account.links[0], { listedIn: Infinity });
		await next(one);
		one.account.links.shift();
		expect(await next(one)).toEqual([]);
		expect(await next(one)).toEqual([{ linkId: 1, details: false }]);
	});

	test('those that the deadline leaves undone come with the next poll, with their rows', async () => {
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

	test('150,000 come out, more than a call can take as arguments', async () => {
		const one = calm(1, { times: 'none' });
		one.account.click();
		await next(one);
		one.account.more.set(1, 150_000);
		expect(await next(one)).toHaveLength(150_000);
	});
});

test.each(['1.2K', null, undefined])('A counter that becomes %s fails the poll', async (clicks) => {
	const one = calm(2);
	for (const link of one.account.links) one.account.click(link);
	await next(one);
	one.account.instead.set(1, clicks);
	await expect(next(one)).rejects.toThrow("can't be read");
	one.account.instead.set(1, '1');
	expect(await next(one)).toEqual([]);
});

describe('A record', () => {
	test('read by its ID is gone by a 404 alone; a web page fails the poll', async () => {
		const one = calm(2, {}, { filters: { linkId: '1, 2,2' } });
		await next(one);
		const words = { message: 'a web page', description: '' };
		one.account.pageInstead = new Failure(words, { httpCode: '200' }, 'unknown');
		await expect(next(one)).rejects.toThrow('a web page');
		one.account.pageInstead = undefined;
		one.account.links.shift();
		expect(await next(one)).toEqual([]);
		one.account.pass(MINUTE);
		one.account.click(one.account.links[0]);
		expect(await next(one)).toMatchObject([{ linkId: 2 }]);
	});

	test('that is missing once is no new one afterwards; missing twice, it is', async () => {
		const one = calm(3, {}, { event: 'subscriber.added' });
		await next(one);
		for (const [times, expected] of [
			[1, 0],
			[2, 1],
		]) {
			const [link] = one.account.links.splice(1, 1);
			for (let n = 0; n < times; n += 1) expect(await next(one)).toEqual([]);
			one.account.links.splice(1, 0, link);
			expect(await next(one)).toHaveLength(expected);
		}
	});
});

test('Scans are dated with the poll that saw them, and the test event is the code scanned most', async () => {
	const { account, n8n } = calm(3, {}, { event: 'qr.scanned' });
	await n8n.poll();
	account.click(account.links[0]);
	account.click(account.links[0]);
	account.click(account.links[2]);
	const before = Date.now();
	const [first] = (await n8n.poll())!;
	expect(Date.parse(first.timestamp as string)).toBeGreaterThanOrEqual(before);
	expect(first.data).toEqual({ qrId: 1, name: 'Code 1', scans: 2, added: 2 });
	const latest = await fetchLatest(account.client, n8n.watched);
	expect(latest.data).toEqual({ qrId: 1, name: 'Code 1', scans: 2, added: 1 });
});

test('A link passes each step once, also if its counter jumps, falls and rises again', async () => {
	const one = calm(2, {}, { event: 'link.milestone', steps: [10, 20] });
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
		expect(await next(one)).toEqual([]);
	}
	one.account.more.set(2, 20);
	expect(await next(one)).toMatchObject([{ linkId: 2, step: 20 }]);
	const latest = await fetchLatest(one.account.client, one.n8n.watched);
	expect(latest.data).toMatchObject({ linkId: 1, clicks: 30, step: 20 });
});

test('A poll without news costs a request for each 100 records, and changes nothing but the clock', async () => {
	const { account, n8n } = calm(250);
	for (const link of account.links) account.click(link);
	await n8n.poll();
	// The first one reads twice, since records may move between pages.
	expect(account.requests).toBe(6);
	const before = n8n.memory!;
	account.requests = 0;
	account.pass(MINUTE);
	expect(await n8n.poll()).toEqual([]);
	expect(account.requests).toBe(3);
	expect({ ...n8n.memory!, clock: before.clock }).toEqual(before);
	expect(n8n.saved).toBe(JSON.stringify(before));
});

test('What is remembered of 1,000 clicked links takes less than 40 KB', async () => {
	const one = calm(1_000);
	for (const { id } of one.account.links) one.account.more.set(id, 12_344);
	await next(one);
	one.account.pass(MINUTE);
	for (const link of one.account.links) one.account.click(link);
	expect(await next(one)).toHaveLength(1_000);
	expect(one.n8n.saved!.length).toBeLessThan(40_000);
});

test.each([
	['another event', { event: 'qr.scanned' }],
	['another alias', { filters: { alias: 'a-*' } }],
	['other links', { filters: { linkId: '1' } }],
])('%s begins anew without events', async (_, change) => {
	const one = calm();
	await next(one);
	one.account.click();
	one.n8n.watched = { ...watch, ...change };
	expect(await next(one)).toEqual([]);
	one.account.pass(MINUTE);
	one.account.click(one.account.links[0]);
	expect(await next(one)).toHaveLength(1);
});

test('An address that gets https goes on where it was', async () => {
	const one = calm();
	const at = (account: string) => Object.assign(one.account.client, { account });
	at('http://links.example.com key');
	await next(one);
	one.account.pass(MINUTE);
	one.account.click();
	at('https://links.example.com key');
	expect(await next(one)).toHaveLength(1);
});

test('What is remembered names no address', async () => {
	const one = calm(3, {}, { event: 'subscriber.added' });
	one.account.withoutIds = true;
	await next(one);
	expect(one.n8n.saved).not.toContain('@');
});

test('The test event is the latest click; without any, the trigger says what to do', async () => {
	const { account } = calm(3);
	await expect(fetchLatest(account.client, watch)).rejects.toThrow('no event to fetch yet');
	account.click(account.links[2]);
	account.click(account.links[2]);
	account.click(account.links[0]);
	account.beginPoll();
	const { data } = await fetchLatest(account.client, watch);
	expect(data).toMatchObject({ linkId: 1, userAgent: '2' });
	const french = { ...watch, filters: { country: 'FR' } };
	await expect(fetchLatest(account.client, french)).rejects.toThrow('no event to fetch yet');
});
