import { fill, type ValuesOf } from './fill';

/**
 * The general names for a failure's `details.reason`, with their meanings. Some messages define a more specific name.
 */
export const REASONS = {
	input: 'A value in the node is invalid. Nothing was sent',
	key: 'The API key is refused, or lacks a permission',
	plan: 'The plan does not include the operation, or a quota is used up',
	notFound: 'Link Platform has no such record',
	rateLimit: 'Refused by the rate limit in the middle of a batch',
	refused: 'Link Platform refused the request for another reason, which it states',
	notKnown: 'The response does not say whether the request succeeded, or lacks the requested data',
	unreachable: 'Link Platform did not respond',
	waitLimit: 'The rate limit requires a longer wait than Max Wait allows',
};

export interface FailureDetails {
	/** A stable name, one of `REASONS` or a more specific one such as `link.aliasTaken`. */
	reason: string;
	/**
	 * The HTTP status as a string; null if there was no response. If Link Platform reports the failure in a 200
	 * response, this is the status that fits the failure.
	 */
	httpCode: string | null;
	/** The error code of the network layer, e.g. ECONNREFUSED. */
	code?: string;
	/** The name of the field that is empty, for a failure about an empty field. */
	field?: string;
	/** The response's `x-request-id` header, for users to quote to Link Platform support. */
	requestId?: string;
}

/**
 * How a request failed. `input`: this package rejected the values, and sent nothing. `unsent`: the server was not
 * reached. `limited`: the rate limit refused it. `waitLimit`: it was not sent, because waiting for the rate limit would
 * take too long. `refused`: Link Platform refused it, and did nothing. `unknown`: there was no usable response, so it
 * may have been carried out.
 */
export type FailureKind = 'input' | 'unsent' | 'limited' | 'waitLimit' | 'refused' | 'unknown';

const BY_KIND: Record<FailureKind, keyof typeof REASONS> = {
	input: 'input',
	unsent: 'unreachable',
	limited: 'rateLimit',
	waitLimit: 'waitLimit',
	refused: 'refused',
	unknown: 'notKnown',
};

/** The text of a failure: what happened and what to do, each as a short sentence without a full stop. */
export interface Words {
	message: string;
	description: string;
	/** The failure's own name, if it is more specific than the name for its kind. */
	reason?: string;
}

/**
 * The maximum length of a service's message in the editor, in characters. The message is cut after its secrets are
 * masked.
 */
const LONGEST_MESSAGE = 1_000;

/** An error written for users: `message` says what happened, `description` what to do about it. */
export class Failure extends Error {
	readonly description: string;
	readonly details: FailureDetails;
	/** When Link Platform accepts the request again, in ms since 1970; undefined if it didn't say. */
	readonly retryAt?: number;

	constructor(
		{ message, description, reason }: Words,
		details: Omit<FailureDetails, 'reason'> & { reason?: string },
		readonly kind: FailureKind,
		/** The JSON of the response that refused the request, with secrets masked. It may contain more than the message. */
		readonly body?: unknown,
		/** True if Link Platform may have created something despite the failure, so that nothing may be sent again. */
		readonly mayBeDone = false,
		/** False if Link Platform may still be working on the request, e.g. after a timeout. */
		readonly hasEnded = kind !== 'unknown',
	) {
		super(message);
		this.name = 'Failure';
		this.description = description;
		this.details = { ...details, reason: reason ?? details.reason ?? BY_KIND[kind] };
	}

	/** Creates the failure for an unusable value that the user entered. Nothing was sent. */
	static readonly input = createOf('input', null);
	/** Creates the failure for an unusable response with a 2xx status: the request may have been carried out. */
	static readonly unusable = createOf('unknown', '200');
	/** Creates the failure for a refusal that arrived with a 2xx status. */
	static readonly refused = createOf('refused', '200');
	/** Creates the failure for a record that a search for it doesn't find. */
	static readonly notFound = createOf('refused', '404', 'notFound');

	/** The HTTP status; undefined if there was no response. */
	get status(): number | undefined {
		const { httpCode } = this.details;
		return httpCode === null ? undefined : Number(httpCode);
	}

	/** True if Link Platform itself reported that the record doesn't exist. Decided by the status, not by the message. */
	get isNotFound(): boolean {
		return this.details.reason === 'notFound';
	}

	/**
	 * True if nothing may send the request again in this run. `looksUp` says whether the next try would first look for
	 * the record: it then finds whatever an ended request has created.
	 */
	mustNotRepeat(looksUp: boolean): boolean {
		return this.mayBeDone && !(looksUp && this.hasEnded);
	}

	/** True if Link Platform refused the values in the request. It may accept other values. */
	get isAboutValues(): boolean {
		return this.kind === 'refused' && [200, 400, 422].includes(this.status ?? 0);
	}

	/** Returns the failure with its texts and request ID passed through `redact`. `body` is already masked. */
	redacted(redact: (text: string) => string, body = this.body): Failure {
		const { requestId } = this.details;
		return this.changed({
			message: redact(this.message).slice(0, LONGEST_MESSAGE),
			description: redact(this.description),
			details: requestId ? { ...this.details, requestId: redact(requestId) } : this.details,
			body,
		});
	}

	/** Returns the failure with another message or description, e.g. one that names the record that was looked up. */
	reworded({ message = this.message, description = this.description }: Partial<Words>): Failure {
		return this.changed({ message, description });
	}

	/** Returns a copy of the failure that names the empty field that it is about. */
	about(field: string): Failure {
		return this.changed({ details: { ...this.details, field } });
	}

	/** Returns a copy of the failure that is marked as "the request may have been carried out". */
	asMayBeDone(): Failure {
		return this.changed({ mayBeDone: true });
	}

	/** Returns a copy of the failure of a request that Link Platform accepts again at `retryAt`, in ms since 1970. */
	until(retryAt?: number): Failure {
		return this.changed({ retryAt });
	}

	private changed(changes: Partial<Failure>): Failure {
		return Object.assign(new Failure(this, this.details, this.kind), this, changes);
	}

	/** Returns the failure with one more sentence of advice, unless its description already ends with it. */
	withAdvice(advice: string): Failure {
		if (this.description.endsWith(advice)) return this;
		return this.reworded({ description: joinSentences(this.description, advice) });
	}
}

/** Returns a function that creates failures of one kind from a message and the values of its placeholders. */
function createOf(kind: FailureKind, httpCode: FailureDetails['httpCode'], reason?: string) {
	return <const W extends Words>(words: W, ...values: ValuesOf<W>) =>
		new Failure(fill(words, ...values), { httpCode, reason }, kind);
}

/** Converts anything thrown to a `Failure`. Exceptions of other classes keep their message. */
export function toFailure(thrown: unknown): Failure {
	if (thrown instanceof Failure) return thrown;
	const { message, description } = thrown as Partial<Words>;
	const words = { message: message ?? String(thrown), description: description ?? '' };
	return new Failure(words, { httpCode: null }, 'unknown');
}

/**
 * Resolves with the `Failure` that a promise rejects with, or undefined if the promise is fulfilled. Rethrows any other
 * error, such as a cancellation.
 */
export async function getFailure(work: Promise<unknown>): Promise<Failure | undefined> {
	const [outcome] = await Promise.allSettled([work]);
	if (outcome.status === 'fulfilled') return undefined;
	if (outcome.reason instanceof Failure) return outcome.reason;
	throw outcome.reason;
}

/** Joins sentences into one string. Undefined and empty ones are left out. */
export function joinSentences(...sentences: Array<string | undefined>): string {
	const present = sentences.filter((sentence) => sentence !== undefined).filter(Boolean);
	const last = present.pop() ?? '';
	return [...present.map((sentence) => sentence.replace(/\.$/, '')), last].join('. ');
}
