import { fill, type ValuesOf } from './fill';

/** The names of failures, for `details.reason`, and when they come; messages may have more specific ones. */
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
	/** HTTP status as text, also if Link Platform reports a failure with 200; null if no response came. */
	httpCode: string | null;
	/** The network's code, e.g. ECONNREFUSED. */
	code?: string;
	/** `x-request-id` of the response, to quote to the support. */
	requestId?: string;
}

/**
 * How a request failed. `input`: the values were rejected here, nothing was sent.
 * `unsent`: the server was not reached. `limited`: refused by the rate limit. `waitLimit`: not sent, because
 * waiting for the rate limit took too long. `refused`: Link Platform refused it, and did nothing. `unknown`: no
 * usable response, so the request may have been carried out.
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

/** What happened and what to do, each as a short sentence without a full stop. */
export interface Words {
	message: string;
	description: string;
	/** A more specific name than its kind has. */
	reason?: string;
}

/** In characters: the rest of what a service says is cut off, after secrets are masked. */
const LONGEST_MESSAGE = 1_000;

/** What went wrong, for people: `message` says what happened, `description` what to do. */
export class Failure extends Error {
	readonly description: string;
	readonly details: FailureDetails;

	constructor(
		{ message, description, reason }: Words,
		details: Omit<FailureDetails, 'reason'> & { reason?: string },
		readonly kind: FailureKind,
		/** The JSON of a refusal, with secrets masked: it may say more than its words. */
		readonly body?: unknown,
	) {
		super(message);
		this.name = 'Failure';
		this.description = description;
		this.details = { ...details, reason: reason ?? details.reason ?? BY_KIND[kind] };
	}

	/** A value that the user entered is unusable; nothing was sent. */
	static input<const W extends Words>(words: W, ...values: ValuesOf<W>): Failure {
		return new Failure(fill(words, ...values), { httpCode: null }, 'input');
	}

	/** An unusable response with a good status, so the request may have been carried out. */
	static unusable<const W extends Words>(words: W, ...values: ValuesOf<W>): Failure {
		return new Failure(fill(words, ...values), { httpCode: '200' }, 'unknown');
	}

	/** A refusal within a response with a good status. */
	static refused<const W extends Words>(words: W, ...values: ValuesOf<W>): Failure {
		return new Failure(fill(words, ...values), { httpCode: '200' }, 'refused');
	}

	/** The HTTP status; undefined if no response came. */
	get status(): number | undefined {
		const { httpCode } = this.details;
		return httpCode === null ? undefined : Number(httpCode);
	}

	/** True if Link Platform itself says by the status that there is no such record; words say nothing. */
	get isNotFound(): boolean {
		return this.details.reason === 'notFound';
	}

	/** True if Link Platform refused what the request contains, so that other values may be accepted. */
	get isAboutValues(): boolean {
		return this.kind === 'refused' && [200, 400, 422].includes(this.status ?? 0);
	}

	/** The same failure with every text from Link Platform passed through `redact`; `body` is masked already. */
	redacted(redact: (text: string) => string, body = this.body): Failure {
		const { details, kind } = this;
		const { requestId } = details;
		const safe = requestId === undefined ? details : { ...details, requestId: redact(requestId) };
		const message = redact(this.message).slice(0, LONGEST_MESSAGE);
		const words = { message, description: redact(this.description) };
		return new Failure(words, safe, kind, body);
	}

	/** The same failure with another text, e.g. with the record that was looked for. */
	reworded(words: Partial<Words>): Failure {
		const { message = this.message, description = this.description } = words;
		return new Failure({ message, description }, this.details, this.kind, this.body);
	}

	/** The same failure with another sentence on what to do, unless it has that already. */
	withAdvice(advice: string): Failure {
		if (this.description.endsWith(advice)) return this;
		return this.reworded({ description: joinSentences(this.description, advice) });
	}
}

/** Anything thrown, as a `Failure`; other exceptions keep their own message. */
export function toFailure(thrown: unknown): Failure {
	if (thrown instanceof Failure) return thrown;
	const { message, description } = thrown as Partial<Words>;
	const words = { message: message ?? String(thrown), description: description ?? '' };
	return new Failure(words, { httpCode: null }, 'unknown');
}

/** The failure of a promise, undefined if none. Anything else thrown, such as a cancellation, is rethrown. */
export async function getFailure(work: Promise<unknown>): Promise<Failure | undefined> {
	const [outcome] = await Promise.allSettled([work]);
	if (outcome.status === 'fulfilled') return undefined;
	if (outcome.reason instanceof Failure) return outcome.reason;
	throw outcome.reason;
}

/** The sentences as one text, without those that are undefined or empty. */
export function joinSentences(...sentences: Array<string | undefined>): string {
	const present = sentences.filter((sentence) => sentence !== undefined).filter(Boolean);
	const inner = present.slice(0, -1).map((sentence) => sentence.replace(/\.$/, ''));
	return [...inner, ...present.slice(-1)].join('. ');
}
