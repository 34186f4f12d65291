import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { oncePer } from '../api/once';
import { isTool } from '../adapter/isTool';
import type { Input } from './input';

/**
 * The results of each node run, by item and field values. n8n passes the same object to all tries of a run, so this
 * object is the key.
 */
const runs = new WeakMap<IExecuteData, Map<string, unknown>>();

/**
 * The results that items had in earlier tries of a node run. With Retry On Fail, n8n runs a node again with all of its
 * items after one item has failed. An item that succeeded must not be sent again, and neither must an item whose
 * request may have been carried out. Stores results only if Retry On Fail is on.
 */
export class Tries {
	private constructor(private readonly results?: Map<string, unknown>) {}

	static of(context: IExecuteFunctions): Tries {
		// An AI model may call a tool twice on purpose, so its calls aren't remembered.
		if (!context.getNode().retryOnFail || isTool(context)) return new Tries();
		const run = context.getExecuteData();
		const results = runs.get(run) ?? new Map<string, unknown>();
		runs.set(run, results);
		return new Tries(results);
	}

	/**
	 * Returns the result that an earlier try had for the same item with the same field values; undefined if there is
	 * none.
	 */
	get<Result>(input: Input): Result | undefined {
		return this.results?.get(toKey(input)) as Result | undefined;
	}

	set(input: Input, result: unknown): void {
		this.results?.set(toKey(input), result);
	}

	/**
	 * Runs the work of an item, unless an earlier try did it or may have done it. If so, resolves or rejects with the
	 * result of that try.
	 */
	async once<Result>(input: Input, work: () => Promise<Result>): Promise<Result> {
		const earlier = this.get<Result | Failure>(input);
		if (earlier instanceof Failure) throw earlier;
		if (earlier !== undefined) return earlier;
		const result = await work().catch((thrown: unknown) => {
			if (thrown instanceof Failure && thrown.mayBeDone) this.set(input, thrown);
			throw thrown;
		});
		this.set(input, result);
		return result;
	}
}

/** Returns the key of an item. If an expression returns another value in the next try, the key is different. */
const toKey = oncePer((input: Input) => JSON.stringify([input.itemIndex, input.readAll()]));
