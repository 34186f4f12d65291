/** The states of a rate limit window at injected times: the requests that it allows, and the effect of each event. */
import {
	getState,
	getWait,
	onRefused,
	onResponse,
	onSent,
	unknownWindow,
	type LimitWindow,
} from '../../nodes/LinkPlatform/api/limitWindow.ts';
import { table } from '../support/table.mts';

const T = 1_000_000;
interface Event {
	/** How many requests are sent, or the number of the request that ends this way. */
	sent?: number;
	response?: number;
	refusal?: number;
	failure?: number;
	/** Times in ms after `T`. */
	at?: number;
	resetAt?: number;
	retryAt?: number;
	remaining?: number;
}

/** Returns the window after these events. */
function toWindow(events: Event[]) {
	let window = unknownWindow;
	for (const { sent = 0, response, refusal, failure, at = 0, ...said } of events) {
		const now = T + at;
		const limit = said.remaining === undefined ? {} : { limit: 30 };
		const times = Object.entries(said).map(([name, value]) => {
			return [name, name === 'remaining' ? value : T + value];
		});
		const info = { ...limit, ...(Object.fromEntries(times) as object) };
		for (let n = 0; n < sent; n += 1) window = onSent(window, now);
		if (response) window = onResponse(window, response, info, now);
		if (failure) window = onResponse(window, failure, undefined, now);
		if (refusal) window = onRefused(window, refusal, info, now, 0);
	}
	return window;
}

/** Returns what JSON can show of a window. */
function show(window: LimitWindow, now: number) {
	const { left, endsAt, inFlight, silentRefusals } = window;
	return {
		state: getState(window, now),
		wait: getWait(window, now),
		left: left === Infinity ? 'all' : (left ?? null),
		endsAt: endsAt === undefined ? null : endsAt - T,
		inFlight,
		silentRefusals,
	};
}

test.each(table<[string, Event[], { at?: number }]>`
	that is unknown sends the first request at once | [] | {"wait": 0, "left": null}
	that is unknown lets the second request wait for the first response | [{"sent": 1}] | {"at": 1000, "state": "unknown", "wait": 2000, "left": null}
	that is unknown sends the second request after 3 seconds without a response | [{"sent": 1}] | {"at": 3000, "wait": 0}
	that is unknown sends one more request every 3 seconds | [{"sent": 1}, {"sent": 1, "at": 3000}] | {"at": 3001, "wait": 2999}
	is open without a limit if the first response has no rate limit headers | [{"sent": 1}, {"response": 1}] | {"state": "open", "left": "all"}
	is open if the first response announces remaining requests | [{"sent": 1}, {"response": 1, "remaining": 29, "resetAt": 5000}] | {"state": "open", "left": 29}
	is used up if none remain until the announced end | [{"sent": 1}, {"response": 1, "remaining": 0, "resetAt": 5000}] | {"state": "usedUp", "left": 0}
	is unknown if none remain and no end is announced | [{"sent": 1}, {"response": 1, "remaining": 0}] | {"state": "unknown", "left": 0}
	ignores an end in the past | [{"sent": 1}, {"response": 1, "remaining": 7, "resetAt": -5000}] | {"state": "open", "left": 7}
	ignores an end of right now | [{"sent": 1}, {"response": 1, "remaining": 7, "resetAt": 0}] | {"state": "open", "left": 7}
	starts anew with a request that is sent after its end | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 1, "at": 5000}] | {"at": 5000, "left": null, "endsAt": null}
	stays unknown after a failed request, and another one can be sent | [{"sent": 1}, {"failure": 1}] | {"state": "unknown", "wait": 0}
	allows the remaining requests, then waits for the announced end | [{"sent": 1}, {"response": 1, "remaining": 3, "resetAt": 5000}, {"sent": 3}] | {"at": 1000, "state": "usedUp", "wait": 4000}
	without a limit never lets requests wait | [{"sent": 1}, {"response": 1}, {"sent": 10000}] | {"wait": 0}
	is open until its announced end | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}] | {"at": 4999, "state": "open"}
	is unknown after its announced end, however many requests were left | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}] | {"at": 5000, "state": "unknown"}
	lets others wait for the first request after its end | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 1, "at": 5000}] | {"at": 5000, "wait": 3000}
	is open if limits are no longer announced after its end | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 1, "at": 5000}, {"response": 2, "at": 5020}] | {"at": 5020, "wait": 0}
	counts its own requests in flight, whatever the service announces | [{"sent": 1}, {"response": 1, "remaining": 29, "resetAt": 5000}, {"sent": 5}, {"response": 2, "remaining": 28, "resetAt": 5000}] | {"left": 24, "inFlight": 4}
	keeps its own count until the service has counted all requests | [{"sent": 1}, {"response": 1, "remaining": 29, "resetAt": 5000}, {"sent": 5}, {"response": 2, "remaining": 28, "resetAt": 5000}, {"response": 3, "remaining": 27, "resetAt": 5000}, {"response": 4, "remaining": 26, "resetAt": 5000}, {"response": 5, "remaining": 25, "resetAt": 5000}, {"response": 6, "remaining": 24, "resetAt": 5000}] | {"left": 24}
	with an announced end counts requests in flight | [{"sent": 1}, {"response": 1, "remaining": 26, "resetAt": 5000}, {"sent": 15}] | {"left": 11}
	with an announced end keeps the count if a response announces more | [{"sent": 1}, {"response": 1, "remaining": 26, "resetAt": 5000}, {"sent": 15}, {"response": 2, "remaining": 20, "resetAt": 5000}] | {"left": 11}
	without an announced end counts requests in flight | [{"sent": 1}, {"response": 1, "remaining": 26}, {"sent": 15}] | {"left": 11}
	without an announced end keeps the count if a response announces more | [{"sent": 1}, {"response": 1, "remaining": 26}, {"sent": 15}, {"response": 2, "remaining": 20}] | {"left": 11}
	is used up for at most a day | [{"sent": 1}, {"response": 1, "remaining": 0, "resetAt": 86399999}] | {"state": "usedUp"}
	of a whole day is unknown | [{"sent": 1}, {"response": 1, "remaining": 0, "resetAt": 86400000}] | {"state": "unknown"}
	adopts a lower count, because other clients may use the same key | [{"sent": 1}, {"response": 1, "remaining": 29, "resetAt": 5000}, {"sent": 1}, {"response": 2, "remaining": 4, "resetAt": 5000}] | {"left": 4}
	adopts the count of the latest response | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 2}, {"response": 3, "remaining": 2, "resetAt": 5000}] | {"left": 2}
	doesn't adopt a higher count of a late response | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 2}, {"response": 3, "remaining": 2, "resetAt": 5000}, {"response": 2, "remaining": 19, "resetAt": 5000}] | {"left": 2}
	adopts a lower count of a late response | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 2}, {"response": 3, "remaining": 2, "resetAt": 5000}, {"response": 2, "remaining": 0, "resetAt": 5000}] | {"left": 0}
	ignores a late response about an earlier window | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 2}, {"response": 3, "remaining": 2, "resetAt": 5000}, {"response": 2, "remaining": 0, "resetAt": -60000}] | {"left": 2}
	starts anew with all requests if a later end is announced | [{"sent": 1}, {"response": 1, "remaining": 1, "resetAt": 2000}, {"sent": 1}, {"response": 2, "remaining": 29, "resetAt": 62000, "at": 1999}] | {"left": 29, "endsAt": 62000}
	keeps its end if a slightly later one is announced | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 1}, {"response": 2, "remaining": 19, "resetAt": 5900}] | {"endsAt": 5000}
	adopts a slightly earlier end | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 1}, {"response": 2, "remaining": 19, "resetAt": 4100}] | {"endsAt": 4100}
	takes an end 1,499 ms later for the same | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 1}, {"response": 2, "remaining": 19, "resetAt": 6499}] | {"endsAt": 5000}
	takes an end 1,500 ms later for that of another window | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 1}, {"response": 2, "remaining": 19, "resetAt": 6500}] | {"endsAt": 6500}
	takes an end just after its own for that of the next window once it has ended | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 1}, {"response": 2, "remaining": 29, "resetAt": 5900, "at": 5000}] | {"left": 29, "endsAt": 5900}
	keeps its count if a response has no rate limit headers | [{"sent": 1}, {"response": 1, "remaining": 20, "resetAt": 5000}, {"sent": 1}, {"response": 2}] | {"left": 19, "endsAt": 5000}
	waits after a refusal for Retry-After rather than for the reset time | [{"sent": 1}, {"refusal": 1, "resetAt": 60000, "retryAt": 7000}] | {"state": "usedUp", "wait": 7000}
	waits after a refusal for the reset time if there is no Retry-After | [{"sent": 1}, {"refusal": 1, "resetAt": 60000}] | {"state": "usedUp", "wait": 60000}
	waits after a refusal for the reset time if Retry-After has passed | [{"sent": 1}, {"refusal": 1, "resetAt": 9000, "retryAt": 0}] | {"state": "usedUp", "wait": 9000}
	waits after a refusal for Retry-After even if requests remain | [{"sent": 1}, {"refusal": 1, "remaining": 40, "retryAt": 3000000}] | {"state": "usedUp", "wait": 3000000}
	waits after a refusal for two seconds if no time is stated | [{"sent": 1}, {"refusal": 1}] | {"state": "usedUp", "wait": 2000}
	forgets refusals after a success | [{"sent": 1}, {"refusal": 1}, {"sent": 1, "at": 2000}, {"response": 2, "at": 2000}] | {"at": 2000, "silentRefusals": 0, "wait": 0}
	forgets refusals without a time after one with a time | [{"sent": 1}, {"refusal": 1}, {"sent": 1}, {"refusal": 2, "retryAt": 1000}] | {"silentRefusals": 0}
	waits for two seconds again after a refusal with a time | [{"sent": 1}, {"refusal": 1}, {"sent": 1}, {"refusal": 2, "retryAt": 1000}, {"sent": 1}, {"refusal": 3}] | {"wait": 2000}
	counts several requests refused at once as one | [{"sent": 5}, {"refusal": 1}, {"refusal": 2, "at": 10}, {"refusal": 3, "at": 10}, {"refusal": 4, "at": 10}] | {"wait": 2000, "silentRefusals": 1}
	waits for the longest time that refusals at once state | [{"sent": 5}, {"refusal": 1}, {"refusal": 2, "at": 10}, {"refusal": 3, "at": 10}, {"refusal": 4, "at": 10}, {"refusal": 5, "retryAt": 8000, "at": 10}] | {"wait": 8000}
	stays used up if an earlier request succeeds after a refusal | [{"sent": 2}, {"refusal": 2}, {"response": 1, "remaining": 9, "resetAt": 5000}] | {"state": "usedUp", "inFlight": 0}
	counts a request in flight in the first success after a refusal | [{"sent": 2}, {"refusal": 1}, {"sent": 1, "at": 2000}, {"response": 3, "remaining": 20, "resetAt": 9000, "at": 2000}] | {"at": 2000, "left": 19}
	stays open if a refusal with a time comes late | [{"sent": 2}, {"refusal": 1}, {"sent": 1, "at": 2000}, {"response": 3, "remaining": 20, "resetAt": 9000, "at": 2000}, {"refusal": 2, "retryAt": 60000, "at": 2100}] | {"at": 2100, "state": "open", "left": 19}
	stays open if a refusal without a time comes late | [{"sent": 2}, {"refusal": 1}, {"sent": 1, "at": 2000}, {"response": 3, "remaining": 20, "resetAt": 9000, "at": 2000}, {"refusal": 2, "at": 2100}] | {"at": 2100, "state": "open"}
	counts responses, refusals and failures as no longer in flight | [{"sent": 4}, {"failure": 1}, {"response": 2, "remaining": 5, "resetAt": 5000}, {"refusal": 3}, {"refusal": 4}] | {"inFlight": 0}
`)('a rate limit window %s', (_, events, { at = 0, ...expected }) => {
	const window = toWindow(events);
	const shown = show(window, T + at);
	expect(shown).toMatchObject(expected);
	if (shown.state === 'usedUp') expect(getState(window, T + at + shown.wait)).toBe('unknown');
});

test('a rate limit window with an end but no remaining count is unknown', () => {
	expect(getState({ ...unknownWindow, endsAt: T + 5_000 }, T)).toBe('unknown');
});

test('a late response without rate limit headers changes only the number of requests in flight', () => {
	const window = onResponse(toWindow([{ sent: 1 }, { response: 1 }, { sent: 2 }]), 3, {}, T);
	expect(onResponse(window, 2, {}, T)).toEqual({ ...window, inFlight: 0 });
});

test('repeated refusals without a stated time cause waits of 2, 4, 8, 16, 32, then always 60 seconds', () => {
	let window = unknownWindow;
	let now = T;
	const waits = Array.from({ length: 7 }, (_, index) => {
		window = onRefused(onSent(window, now), index + 1, {}, now, 0);
		const wait = getWait(window, now);
		now += wait;
		return wait / 1_000;
	});
	expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
});

test("random jitter adds up to 25% to the wait after a refusal, so that processes don't retry together", () => {
	expect(getWait(onRefused(toWindow([{ sent: 1 }]), 1, {}, T, 1), T)).toBe(2_500);
});
