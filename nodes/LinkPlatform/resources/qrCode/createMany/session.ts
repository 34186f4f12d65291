import type { Input } from '../../../runner/input';
import type { Progress } from '../../../runner/mapConcurrent';
import type { OperationContext } from '../../../runner/operation';
import type { Tries } from '../../../runner/tries';
import type { Result, Results } from './report';
import { isLookedUp, type Done, type Job } from './rows';

/** A run of Create Many in one account. */
export class Session {
	constructor(
		readonly context: OperationContext,
		/** The rows of the account, including those that an earlier try has finished. */
		readonly jobs: Job[],
		/** `progress.hasFailed` is true once a row of any account has failed. */
		readonly limits: { concurrency: number; stopEarly: boolean; progress: Progress },
		readonly results: Results,
		private readonly tries: Tries,
		/** True if nothing may be changed ('Only Check'). */
		readonly isCheck: boolean,
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
	settle(job: Job, result: Result): void {
		const { input } = job;
		const { record, failure } = result;
		this.results.set(input, { ...result, row: job });
		if (failure) this.limits.progress.hasFailed = true;
		if (!record && !failure?.mustNotRepeat(isLookedUp(job))) return;
		// If only its image is missing, the next try downloads it.
		const kept = record ? { ...result, row: job, failure: undefined } : result;
		this.tries.set(input, { ...job, result: kept } satisfies Done);
	}
}
