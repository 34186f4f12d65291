import { fill, type ValuesOf } from './fill';

/** The names of failures, for `details.reason`, and their meanings; messages may have more specific names. */
export const REASONS = {
	input: 'A value of the node is unusable. Nothing was sent',
	key: 'The API key is refused, or lacks a permission',
	plan: 'The plan does not include it, or a quota is used up',
	notFound: 'Link Platform has no such record',
	rateLimit: 'Refused by the rate limit in the middle of a batch',
	refused: 'Link Platform refuses it for another reason, which it states',
	notKnown: 'The response does not say whether it was done, or lacks what was asked for',
	unreachable: 'No response of Link Platform came',
	waitLimit: 'The rate limit asks to wait longer than Max Wait allows',
};

export interface FailureDetails {
	/** A stable name, one of `REASONS` or a more specific one such as `link.aliasTaken`. */
	reason: string;
	/** The HTTP status as text, also if Link Platform reports a failure with 200; null without a response. */
	httpCode: string | null;
	/** The network's code, e.g. ECONNREFUSED. */
	code?: string;
	/** The header `x-request-id` of the response, to quote to Link Platform support. */
	requestId?: string;
}

/**
 * The ways in which a request fails. `input`: the values were rejected here, and nothing was sent. `unsent`: the server
 * was not reached. `limited`: refused by the rate limit. `waitLimit`: not sent, because waiting for the rate limit would
 * take too long. `refused`: Link Platform refused it, and did nothing. `unknown`: no usable response, so the request may
 * have been carried out.
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

/** The words of a failure: what happened and what to do, each as a short sentence without a full stop. */
export interface Words {
	message: string;
	description: string;
	/** A more specific name than the one of its kind. */
	reason?: string;
}

/** In characters: longer words of a service are cut off, after secrets are masked. */
const LONGEST_MESSAGE = 1_000;

/** A failure in words for people: `message` says what happened, `description` what to do. */
export class Failure extends Error {
	readonly description: string;
	readonly details: FailureDetails;

	constructor(
		{ message, description, reason }: Words,
		details: Omit<FailureDetails, 'reason'> & { reason?: string },
		readonly kind: FailureKind,
		/** The JSON of a refusal, with secrets masked: it may contain more than the words. */
		readonly body?: unknown,
		/** True if something may have been created all the same, so that nothing may be sent again. */
		readonly mayBeDone = false,
	) {
		super(message);
		this.name = 'Failure';
		this.description = description;
		this.details = { ...details, reason: reason ?? details.reason ?? BY_KIND[kind] };
	}

	/** Makes the failure of a value that the user entered; nothing was sent. */
	static input<const W extends Words>(words: W, ...values: ValuesOf<W>): Failure {
		return new Failure(fill(words, ...values), { httpCode: null }, 'input');
	}

	/** Makes the failure of an unusable response with a good status: the request may have been carried out. */
	static unusable<const W extends Words>(words: W, ...values: ValuesOf<W>): Failure {
		return new Failure(fill(words, ...values), { httpCode: '200' }, 'unknown');
	}

	/** Makes the failure of a refusal in a response with a good status. */
	static refused<const W extends Words>(words: W, ...values: ValuesOf<W>): Failure {
		return new Failure(fill(words, ...values), { httpCode: '200' }, 'refused');
	}

	/** The HTTP status; undefined without a response. */
	get status(): number | undefined {
		const { httpCode } = this.details;
		return httpCode === null ? undefined : Number(httpCode);
	}

	/** True if Link Platform itself says that there is no such record: by the status, not in words. */
	get isNotFound(): boolean {
		return this.details.reason === 'notFound';
	}

	/** True if Link Platform refused what the request contains, so that other values may be accepted. */
	get isAboutValues(): boolean {
		return this.kind === 'refused' && [200, 400, 422].includes(this.status ?? 0);
	}

	/** Returns the failure with the words of Link Platform passed through `redact`; `body` is already masked. */
	redacted(redact: (text: string) => string, body = this.body): Failure {
		const { requestId } = this.details;
		const masked = requestId === undefined ? {} : { requestId: redact(requestId) };
		const message = redact(this.message).slice(0, LONGEST_MESSAGE);
		const words = { message, description: redact(this.description) };
		return new Failure(words, { ...this.details, ...masked }, this.kind, body, this.mayBeDone);
	}

	/** Returns the failure in other words, e.g. with the record that was looked for. */
	reworded(words: Partial<Words>): Failure {
		const { message = this.message, description = this.description } = words;
		const reworded = { message, description };
		return new Failure(reworded, this.details, this.kind, this.body, this.mayBeDone);
	}

	/** Returns the failure marked as one of a request that may have been carried out. */
	asMayBeDone(): Failure {
		return new Failure(this, this.details, this.kind, this.body, true);
	}

	/** Returns the failure with another sentence on what to do, unless it already ends with that. */
	withAdvice(advice: string): Failure {
		if (this.description.endsWith(advice)) return this;
		return this.reworded({ description: joinSentences(this.description, advice) });
	}
}

/** Returns anything thrown as a `Failure`; other exceptions keep their own message. */
export function toFailure(thrown: unknown): Failure {
	if (thrown instanceof Failure) return thrown;
	const { message, description } = thrown as Partial<Words>;
	const words = { message: message ?? String(thrown), description: description ?? '' };
	return new Failure(words, { httpCode: null }, 'unknown');
}

/** Resolves with the failure of a promise, undefined if it has none. Rethrows anything else, such as a cancellation. */
export async function getFailure(work: Promise<unknown>): Promise<Failure | undefined> {
	const [outcome] = await Promise.allSettled([work]);
	if (outcome.status === 'fulfilled') return undefined;
	if (outcome.reason instanceof Failure) return outcome.reason;
	throw outcome.reason;
}

/** Joins sentences to one text; undefined and empty ones are left out. */
export function joinSentences(...sentences: Array<string | undefined>): string {
	const present = sentences.filter((sentence) => sentence !== undefined).filter(Boolean);
	const last = present.pop() ?? '';
	return [...present.map((sentence) => sentence.replace(/\.$/, '')), last].join('. ');
}
