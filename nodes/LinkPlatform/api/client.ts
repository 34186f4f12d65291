import { sleep } from 'n8n-workflow';
import type { Connection, Encoding, Response } from './connection';
import { isRefusal, statusOf } from './envelope';
import { Failure, asFailure } from './failure';
import { mimeTypeOf } from './files';
import { WaitRefused, gateOf } from './gate';
import type { Gate, Pass } from './gate';
import { readLimit } from './limits';
import type { Headers } from './limits';
import { Mask, formsOf } from './mask';
import { LOOK_FIRST, limitOutlasted, networkFailure, notJson, refusal } from './refusals';
import { fateOf, mayRepeat, target } from './request';
import type { Fate, ServiceRequest } from './request';
import { transmit } from './transmit';

const ATTEMPTS = 4;
const FIRST_BACKOFF = 500;
/** In ms: the longest wait before a repetition, also where a broken service asks for more. */
const LONGEST_BACKOFF = 60_000;

type Outcome<T> = { result: T } | { failure: Failure; fate: Fate; retryAt?: number };

/** A good answer: a stream if it is a file, otherwise its text and the JSON in it (undefined if it is none). */
interface Answer {
	response: Response;
	isFile: boolean;
	json: unknown;
}

/** Makes a result of a good answer. What it throws counts as a lost answer. */
type Reader<T> = (answer: Answer, attempt: number) => Promise<T>;

/**
 * Sends requests to the service: paced by its rate limit, repeated where that is safe, every answer
 * checked. Throws `Failure` only, or the execution's cancellation. One client per execution.
 */
export class Client {
	/** The rate limit that the service announced last, in requests per window. */
	limit?: number;
	private waited = 0;
	private waiting = 0;
	private waitingSince = 0;

	private readonly secretForms: string[];

	constructor(private readonly connection: Connection) {
		this.secretForms = formsOf(connection.secrets);
	}

	/** Resolves with the parsed JSON of a good answer, undefined for an empty one (204). */
	async send(request: ServiceRequest): Promise<unknown> {
		return await this.exchange(request, 'text', async (answer, attempt) =>
			jsonOf(answer, request, attempt),
		);
	}

	/**
	 * Hands a file to `read`, which must reject when the stream ends too early, and resolves with `file`.
	 * A service that answers with JSON instead gives `body`.
	 */
	async download<T>(
		request: ServiceRequest,
		read: (stream: unknown, headers: Headers) => Promise<T>,
	): Promise<{ file: T } | { body: unknown }> {
		return await this.exchange(request, 'stream', async (answer, attempt) => {
			const { isFile, response } = answer;
			if (!isFile) return { body: jsonOf(answer, request, attempt) };
			return { file: await read(response.body, response.headers) };
		});
	}

	/** Time spent waiting for the rate limit, in ms; waits at the same time count once. */
	get msWaited(): number {
		return this.waited + (this.waiting > 0 ? Date.now() - this.waitingSince : 0);
	}

	private async exchange<T>(
		request: ServiceRequest,
		encoding: Encoding,
		read: Reader<T>,
	): Promise<T> {
		const { signal } = this.connection;
		const mask = new Mask(this.secretForms, request.body, request.query);
		let mayBeDone = false;
		for (let attempt = 1; ; ) {
			const pass = await this.enter(request);
			const readIt = async (answer: Answer) => {
				const json = answer.isFile
					? undefined
					: mask.data(answer.json, String(answer.response.body));
				return await read({ ...answer, json }, attempt);
			};
			const outcome = await this.attempt(request, encoding, pass, readIt);
			if ('result' in outcome) return outcome.result;
			signal?.throwIfAborted();
			const { fate, failure, retryAt = 0 } = outcome;
			if (fate === 'limited') continue;
			// Deleted by an attempt whose answer got lost.
			const isGone = request.method === 'DELETE' && failure.details.httpCode === '404';
			if (isGone && mayBeDone) return undefined as T;
			mayBeDone ||= fate === 'lost';
			const isRepeatable = mayRepeat(request, fate);
			if (!isRepeatable || attempt >= ATTEMPTS) {
				const safe = failure.masked((text) => mask.words(text));
				if (isRepeatable || fate === 'refused') throw safe;
				throw safe.reworded({ description: `${safe.description}. ${LOOK_FIRST}` });
			}
			const backoff = FIRST_BACKOFF * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
			await sleep(Math.min(LONGEST_BACKOFF, Math.max(backoff, retryAt - Date.now())), signal);
			attempt += 1;
		}
	}

	/** One request and its answer. Reports to the gate exactly once, as soon as the answer is there. */
	private async attempt<T>(
		request: ServiceRequest,
		encoding: Encoding,
		pass: Pass,
		read: (answer: Answer) => Promise<T>,
	): Promise<Outcome<T>> {
		const gate = this.gateFor(request);
		let response: Response;
		try {
			response = await transmit(this.connection, request, this.urlOf(request), encoding);
		} catch (thrown) {
			gate.passed(pass, null, Date.now());
			return this.unanswered(request, thrown);
		}
		try {
			const answer = await this.open(response, encoding);
			const { statusCode, headers } = response;
			const reading = readLimit(headers, answer.json, Date.now());
			this.limit = reading.limit ?? this.limit;
			const status = statusOf(statusCode, answer.json);
			const fate = fateOf(status) ?? (isRefusal(answer.json) ? 'refused' : undefined);
			if (fate === 'limited') gate.refused(pass, reading, Date.now());
			else gate.passed(pass, fate === 'lost' ? null : reading, Date.now());
			if (fate !== undefined) {
				const { retryAt } = reading;
				return {
					failure: refusal({ ...response, statusCode: status }, answer.json),
					fate,
					retryAt,
				};
			}
			return { result: await read(answer) };
		} catch (thrown) {
			gate.passed(pass, null, Date.now());
			return this.unanswered(request, thrown);
		}
	}

	private async open(response: Response, encoding: Encoding): Promise<Answer> {
		const { statusCode, headers, body } = response;
		const isFile =
			encoding === 'stream' && statusCode < 400 && !/json|html/.test(mimeTypeOf(headers));
		if (isFile) return { response, isFile, json: undefined };
		const text = encoding === 'stream' ? await this.connection.readText(body) : textOf(body);
		response.body = text.replace(/^\uFEFF/, '');
		return { response, isFile, json: tryJson(response.body as string) };
	}

	private unanswered<T>(request: ServiceRequest, thrown: unknown): Outcome<T> {
		if (thrown instanceof Failure) {
			const isBadAnswer = thrown.details.httpCode?.startsWith('2') ?? false;
			return { failure: thrown, fate: isBadAnswer ? 'lost' : 'refused' };
		}
		const code = networkCodeOf(thrown);
		if (code === undefined) return { failure: asFailure(thrown), fate: 'refused' };
		const wasReached = !['ECONNREFUSED', 'EAI_AGAIN'].includes(code);
		// A name that does not exist will not do so in a second.
		const isFinal = code === 'ENOTFOUND' || code.startsWith('ERR_INVALID');
		return {
			failure: networkFailure(code, new URL(this.baseOf(request)).host),
			fate: isFinal ? 'refused' : wasReached ? 'lost' : 'unsent',
		};
	}

	private async enter(request: ServiceRequest): Promise<Pass> {
		const { maxWait, signal } = this.connection;
		let isPaused = false;
		const mayWait = (ms: number) => {
			if (this.msWaited + ms > maxWait) return false;
			if (!isPaused) {
				isPaused = true;
				if (this.waiting === 0) this.waitingSince = Date.now();
				this.waiting += 1;
			}
			return true;
		};
		try {
			return await this.gateFor(request).enter({ route: request.endpoint, mayWait, signal });
		} catch (reason) {
			if (!(reason instanceof WaitRefused)) throw signal?.reason ?? reason;
			throw limitOutlasted(this.msWaited, maxWait);
		} finally {
			if (isPaused) {
				this.waiting -= 1;
				if (this.waiting === 0) this.waited += Date.now() - this.waitingSince;
			}
		}
	}

	private urlOf(request: ServiceRequest): string {
		return this.baseOf(request) + target(request);
	}

	private baseOf({ isLegacy }: ServiceRequest): string {
		const { current, legacy } = this.connection.baseUrls;
		return isLegacy ? legacy : current;
	}

	private gateFor(request: ServiceRequest): Gate {
		return gateOf(`${this.baseOf(request)} ${this.connection.keyPrint}`);
	}
}

function jsonOf({ response, json }: Answer, { method }: ServiceRequest, attempt: number): unknown {
	const { statusCode, body } = response;
	// A deletion that is answered with nothing again and again is done, whatever the first one was.
	const mayBeEmpty = statusCode === 204 || (method === 'DELETE' && attempt > 1);
	if (!(mayBeEmpty && body === '') && (typeof json !== 'object' || json === null))
		throw notJson(response);
	return json;
}

/** n8n's helper hands out text for `encoding: 'text'`; a parsed body is only met from odd content types. */
function textOf(body: unknown): string {
	if (typeof body === 'string') return body;
	return body === undefined || body === null ? '' : JSON.stringify(body);
}

function tryJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The code of a network fault, from wherever n8n's wrappers keep it; undefined for anything else. */
function networkCodeOf(thrown: unknown): string | undefined {
	const { code, httpCode, cause, message } = thrown as Record<string, unknown>;
	// What a stream says whose connection broke off.
	if (message === 'aborted') return 'ECONNRESET';
	const codes = [(cause as Record<string, unknown> | undefined)?.code, code, httpCode];
	return codes.find(
		(value): value is string => typeof value === 'string' && /^[A-Z][A-Z_\d]+$/.test(value),
	);
}
