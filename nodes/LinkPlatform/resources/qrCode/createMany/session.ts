import type { Input } from '../../../runner/input';
import type { Progress } from '../../../runner/mapConcurrent';
import type { OperationContext } from '../../../runner/operation';
import type { Tries } from '../../../runner/tries';
import type { Result, Results } from './report';

/** A run of Create Many in one account. */
export class Session {
	constructor(
		readonly context: OperationContext,
		/** `progress.hasFailed` is true once a row of any account has failed. */
		readonly limits: { concurrency: number; stopEarly: boolean; progress: Progress },
		readonly results: Results,
		/** The results that rows had in earlier tries of this run (Retry On Fail). */
		private readonly tries: Tries,
	) {}

	/** True if the run has to stop, so no more requests may be sent. */
	get mustStop(): boolean {
		return this.limits.stopEarly && this.limits.progress.hasFailed;
	}

	/** Returns the rows that have no result yet. */
	getOpen<Row extends { input: Input }>(rows: Row[]): Row[] {
		return rows.filter(({ input }) => !this.results.has(input));
	}

	/** Stores the result of a row. */
	settle(input: Input, result: Result): void {
		this.results.set(input, result);
		if ('failure' in result) this.limits.progress.hasFailed = true;
		if ('record' in result || result.failure.mayBeDone) this.tries.set(input, result);
	}
}
