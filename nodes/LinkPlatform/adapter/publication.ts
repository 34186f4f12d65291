import { Failure } from '../api/failure';
import { publicationMessages } from './messages';

/** How long a publication may take, in ms. Only tests change these values. */
export const patience = {
	/**
	 * The time for a publication, counted from n8n's first try. n8n 2.40 gives up after 84 s, in words that don't help.
	 * Ends early enough that nothing is left to do at 60 s.
	 */
	publication: 55_000,
	/**
	 * The time after a try in which another try belongs to the same publication. n8n's pauses add up to 15 s, and on a
	 * busy machine its tries themselves take a while. n8n has given up before this time is over.
	 */
	sameWithin: 25_000,
};

/** A publication that hasn't succeeded yet. */
interface Ongoing {
	deadline: number;
	/** When the latest try that sent something ended. */
	endedAt: number;
	/** Why the latest try failed. */
	failure?: unknown;
}

/** The latest publications that haven't succeeded, by trigger. */
const ofProcess = new Map<string, Ongoing>();

/**
 * Runs one of n8n's five tries to publish a trigger. All tries of a publication share one deadline: after it, a try
 * fails at once with the failure of the try before. `work` gets the time that is left in ms, and that failure, if there
 * was one. `isRemoval` is true if `work` removes a former version, or what a failed try has left behind: it shares the
 * deadline.
 */
export async function tryToPublish<T>(
	trigger: string,
	work: (msLeft: number, before?: unknown) => Promise<T>,
	isRemoval = false,
): Promise<T> {
	const now = Date.now();
	const latest = ofProcess.get(trigger);
	const shared = latest && now - latest.endedAt < patience.sameWithin ? latest : undefined;
	const { deadline, failure: before } = shared ?? { deadline: now + patience.publication };
	if (deadline <= now) throw before ?? outOfTime();
	const [outcome] = await Promise.allSettled([work(deadline - now, before)]);
	const isFulfilled = outcome.status === 'fulfilled';
	const failure = isFulfilled ? before : outcome.reason;
	if (isFulfilled && !isRemoval) ofProcess.delete(trigger);
	else ofProcess.set(trigger, { deadline, endedAt: Date.now(), failure });
	if (isFulfilled) return outcome.value;
	throw outcome.reason;
}

/** Returns the failure of work that took too long. */
function outOfTime(): Failure {
	return new Failure(publicationMessages.outOfTime, { httpCode: null }, 'unknown');
}

/**
 * Resolves with the result of `work`. Rejects as soon as the signal is aborted; if that is because time is up, the
 * failure says so. The work goes on, because a request that was sent can't be taken back.
 */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	let onAbort = () => {};
	const aborted = new Promise<never>((_, reject) => {
		onAbort = () => {
			const { name } = signal.reason as Error;
			reject(name === 'TimeoutError' ? outOfTime() : signal.reason);
		};
		signal.addEventListener('abort', onAbort);
	});
	if (signal.aborted) onAbort();
	return await Promise.race([work, aborted]).finally(() =>
		signal.removeEventListener('abort', onAbort),
	);
}
