import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';

export interface FailureDetails {
	/** HTTP status as text, also when the service reports a failure under 200; null when no answer came. */
	httpCode: string | null;
	/** Code of the network, e.g. ECONNREFUSED. */
	code?: string;
	/** `x-request-id` of the answer, for a question to the service's support. */
	requestId?: string;
}

/**
 * What went wrong, in words for people: `message` says what happened, `description` what to do.
 * Free of n8n, so that everything below `api/` can be read and tested without it.
 */
export class Failure extends Error {
	constructor(
		message: string,
		readonly description: string,
		readonly details: FailureDetails,
		/**
		 * `input`: the values were refused here, nothing was sent. `refusal`: the service answered, and did
		 * nothing. `lost`: no usable answer, so what was asked for may have been done.
		 * `outOfTime`: it was not sent, because waiting for the rate limit took too long.
		 */
		readonly kind: 'input' | 'refusal' | 'lost' | 'outOfTime' = 'lost',
	) {
		super(message);
		this.name = 'Failure';
	}

	/** A value that the user gave is unusable; nothing was sent. */
	static input(message: string, description: string): Failure {
		return new Failure(message, description, { httpCode: null }, 'input');
	}

	/** The same failure with every text of the service passed through `blot`. */
	masked(blot: (text: string) => string): Failure {
		const { message, description, details, kind } = this;
		const { requestId } = details;
		const safe = requestId === undefined ? details : { ...details, requestId: blot(requestId) };
		return new Failure(blot(message), blot(description), safe, kind);
	}

	/** The same failure with other words, e.g. with the record that was looked for. */
	reworded(words: { message?: string; description?: string }): Failure {
		const { message = this.message, description = this.description } = words;
		return new Failure(message, description, this.details, this.kind);
	}
}

/** Anything thrown, as a `Failure`: foreign exceptions keep their own message. */
export function asFailure(thrown: unknown): Failure {
	if (thrown instanceof Failure) return thrown;
	const { message, description } = thrown as { message?: string; description?: string };
	return new Failure(message ?? String(thrown), description ?? '', { httpCode: null });
}

/** The failure as n8n shows it: the item's index, the status, and both sentences. */
export function nodeError(node: INode, thrown: unknown, itemIndex?: number) {
	// Made by an earlier call, and it knows its item.
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const failure = asFailure(thrown);
	const { message, description, details } = failure;
	const httpCode = details.httpCode ?? details.code;
	const { requestId } = details;
	// A plain object: from an axios failure n8n would take message and description itself.
	const body: JsonObject = requestId ? { requestId } : {};
	const error =
		failure.kind === 'input'
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(node, body, { message, description, httpCode, itemIndex });
	// n8n has put stock phrases of its own over a text or status that holds a code such as ECONNRESET.
	error.message = message;
	return error;
}
