import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { isTool } from '../adapter/isTool';
import type { Input } from './input';

/** The results of each node run, by item. n8n passes the same object to all tries of a run, so this object is the key. */
const runs = new WeakMap<IExecuteData, Map<number, unknown>>();

/**
 * The results that items had in earlier tries of a node run. With Retry On Fail, n8n runs a node again with all of its
 * items after one item has failed. An item that succeeded must not be sent again, and neither must an item whose
 * request may still be carried out. Only the item's place counts: expressions with the time or a random number have
 * another value in each try. Stores results only if Retry On Fail is on.
 */
export class Tries {
	private constructor(private readonly results?: Map<number, unknown>) {}

	static of(context: IExecuteFunctions): Tries {
		// An AI model may call a tool twice on purpose, so its calls aren't remembered.
		if (!context.getNode().retryOnFail || isTool(context)) return new Tries();
		const run = context.getExecuteData();
		const results = runs.get(run) ?? new Map<number, unknown>();
		runs.set(run, results);
		return new Tries(results);
	}

	/** Returns the result that an earlier try had for the item; undefined if there is none. */
	get<Result>({ itemIndex }: Input): Result | undefined {
		return this.results?.get(itemIndex) as Result | undefined;
	}

	set({ itemIndex }: Input, result: unknown): void {
		this.results?.set(itemIndex, result);
	}

	/**
	 * Runs the work of an item, unless an earlier try did it or may have done it. If so, resolves or rejects with the
	 * result of that try. `looksUp` returns true if the work looks for its record before it creates it.
	 */
	async once<Result>(
		input: Input,
		work: () => Promise<Result>,
		looksUp: (input: Input) => boolean,
	): Promise<Result> {
		const earlier = this.get<Result | Failure>(input);
		if (earlier instanceof Failure) throw earlier;
		if (earlier !== undefined) return earlier;
		const result = await work().catch((thrown: unknown) => {
			if (thrown instanceof Failure && thrown.mustNotRepeat(looksUp(input)))
				this.set(input, thrown);
			throw thrown;
		});
		this.set(input, result);
		return result;
	}
}
