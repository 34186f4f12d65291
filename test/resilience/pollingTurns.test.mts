/** Polls of one account take turns and share their readings, under the limits of a real deployment and with fake time. */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Client } from '../../nodes/LinkPlatform/api/client.ts';
import { Redactor } from '../../nodes/LinkPlatform/api/redactor.ts';
import type { PollState } from '../../nodes/LinkPlatform/polling/plan.ts';
import { take } from '../../nodes/LinkPlatform/polling/poll.ts';
import { startReading } from '../../nodes/LinkPlatform/polling/reading.ts';
import type { Watch } from '../../nodes/LinkPlatform/polling/records.ts';
import { useFakeClock } from '../support/fakeClock.mts';
import { watch } from '../support/polledAccount.mts';

const MINUTE = 60_000;
/** The requests that a real deployment allows per minute (S2 in `docs/maintainers/deployments.md`). */
const LIMIT = 60;
const LINKS = 10_000;
const ROUNDS = 13;
/** The latency of a request, in ms. */
const LATENCY = 200;

let clock: ReturnType<typeof useFakeClock>;
beforeEach(() => void (clock = useFakeClock(Date.UTC(2026, 4, 1))));
afterEach(() => void jest.restoreAllMocks());

/** Simulates a service with this limit, and the records of one account: `LINKS` links, and 200 QR codes. */
function serve() {
	const clicks = new Map<number, number>();
	let [window, used] = [0, 0];
	/** The paths and pages of the requests that were answered, in order. */
	const answered: string[] = [];
	const send = async ({ url = '' }: IHttpRequestOptions) => {
		const now = Date.now();
		if (now >= window + MINUTE) [window, used] = [now - (now % MINUTE), 0];
		used += 1;
		const isRefused = used > LIMIT;
		await new Promise((done) => setTimeout(done, LATENCY));
		const { pathname, searchParams } = new URL(url);
		if (!isRefused) answered.push(`${pathname} ${searchParams.get('page')}`);
		const [name, total] = pathname === '/api/qrs' ? ['qrs', 200] : ['urls', LINKS];
		const page = Number(searchParams.get('page'));
		const ids = Array.from({ length: 100 }, (_, n) => (page - 1) * 100 + n + 1);
		const rows = ids.map((id) => ({ id, clicks: clicks.get(id) ?? 0, scans: 0 }));
		const list = { [name]: rows, result: total, maxpage: total / 100, currentpage: page };
		const data = pathname === '/api/url/42' ? { id: 42, clicks: 0 } : list;
		const headers = {
			date: new Date(Date.now()).toUTCString(),
			'x-ratelimit-limit': String(LIMIT),
			'x-ratelimit-remaining': String(Math.max(0, LIMIT - used)),
			...(isRefused ? { 'retry-after': String(Math.ceil((window + MINUTE - now) / 1000)) } : {}),
		};
		const body = isRefused ? { error: 1, message: 'Too many requests' } : { error: 0, data };
		return {
			statusCode: isRefused ? 429 : 200,
			headers: { 'content-type': 'application/json', ...headers },
			body: Readable.from([Buffer.from(JSON.stringify(body))]),
		};
	};
	return { send, clicks, answered };
}

let keys = 0;

/** Starts a polling workflow. Its polls are those of one account, as n8n's timers start them. */
function start(
	send: ReturnType<typeof serve>['send'],
	keyHash: string,
	watched: Partial<Watch> = {},
) {
	let isPolling = false;
	let state: PollState | undefined;
	const events: Array<{ added?: unknown }> = [];
	const seen = { polls: 0, events };
	const poll = async () => {
		if (isPolling) return;
		isPolling = true;
		const client = new Client({
			baseUrls: { current: 'https://a.example', legacy: 'https://a.example' },
			keyHash,
			redactor: new Redactor([]),
			send,
			sendPublic: send,
			timeout: MINUTE,
			attempts: 4,
			maxWait: 60 * MINUTE,
			canRaiseMaxWait: true,
		});
		const wanted = { ...watch, ...watched };
		const result = take(wanted, client, state, await startReading(client, wanted).complete);
		state = result.state;
		events.push(...result.events.map(({ data }) => data as object));
		seen.polls += 1;
		isPolling = false;
	};
	return { poll, seen };
}

/** Polls with these workflows each minute, while a link gets a click each minute. */
async function live(watched: Array<Partial<Watch>>) {
	const service = serve();
	keys += 1;
	const failures: unknown[] = [];
	const workflows = watched.map((one) => start(service.send, `key ${keys}`, one));
	for (let round = 1; round <= ROUNDS; round += 1) {
		for (const { poll } of workflows) poll().catch((reason: unknown) => failures.push(reason));
		await clock.pass(MINUTE / 2);
		const id = round * 7;
		// The first readings have ended by the fifth minute.
		if (round > 5 && round < ROUNDS - 5) service.clicks.set(id, (service.clicks.get(id) ?? 0) + 1);
		await clock.pass(MINUTE / 2);
	}
	expect(failures).toEqual([]);
	return { seen: workflows.map(({ seen }) => seen), answered: service.answered };
}

test('ten workflows that poll 10,000 links each minute cost what one does, and each reports every click', async () => {
	const { seen, answered } = await live(Array.from({ length: 10 }, () => ({})));
	for (const { polls, events } of seen) {
		expect(polls).toBeGreaterThan(ROUNDS / 3);
		// The last reading may not be complete.
		expect(answered.length / (LINKS / 100) - polls).toBeLessThanOrEqual(1);
		expect(events.reduce((sum, { added }) => sum + Number(added), 0)).toBe(ROUNDS - 11);
	}
});

test('workflows that poll different lists of one account take turns, and all make progress', async () => {
	const { seen, answered } = await live([
		{},
		{ event: 'qr.scanned' },
		{ event: 'link.created' },
		{ filters: { linkId: '42' } },
	]);
	for (const { polls } of seen) expect(polls).toBeGreaterThan(ROUNDS / 5);
	expect(seen[0].events).toHaveLength(ROUNDS - 11);
	const isNext = (path: string, n: number) => path === `/api/urls ${n + 1}`;
	const starts = answered.flatMap((path, n) => (isNext(path, 0) ? [n] : []));
	expect(starts.length).toBeGreaterThan(3);
	for (const start of starts.slice(0, -1)) {
		expect(answered.slice(start, start + 100).every(isNext)).toBe(true);
	}
});
