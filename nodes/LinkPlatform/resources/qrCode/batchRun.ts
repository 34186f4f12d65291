import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../../api/failure';
import type { Progress } from '../../runner/mapConcurrent';
import type { Limits, OperationContext } from '../../runner/operation';
import type { Entry } from './bulkResponse';
import type { Row } from './compare';
import type { NewQrCode } from './design';
import type { Base } from './refusal';

/** A QR code to be created, and what became of it. */
export interface NewQrJob extends NewQrCode {
	record?: IDataObject;
	failure?: Failure;
	/** Whether the account had none of this name before; undefined if nobody looked. */
	isNewName?: boolean;
	/** True if the record was found afterwards, and may have existed before. */
	isOld?: boolean;
}

/** What the requests of a run to one account have in common. */
export class BatchRun {
	/** The IDs that a row has already. */
	readonly taken = new Set<string>();
	/** The largest batch that is not known to be too large. */
	mostRows = Infinity;
	/** By the reason of a refusal: how it counts rows, once that is known. */
	readonly bases = new Map<string, Base>();
	/** Reasons of refusals that leave no QR code of the rows `before` or `after` the one that they name. */
	readonly harmless = new Set<string>();
	readonly startedAt = Date.now();

	constructor(
		readonly context: OperationContext,
		readonly limits: Limits,
		private readonly progress: Progress,
	) {}

	/** Whether any row has failed, also of another account: to look through all of them before each request adds up. */
	get hasFailed(): boolean {
		return this.progress.hasFailed;
	}

	set hasFailed(hasFailed: boolean) {
		this.progress.hasFailed = hasFailed;
	}

	/** Whether nothing more is to be sent. */
	get mustStop(): boolean {
		return this.limits.stopEarly && this.hasFailed;
	}

	/** Notes what became of a row. */
	finish(job: NewQrJob, outcome: Pick<NewQrJob, 'record' | 'failure' | 'isOld'>): void {
		Object.assign(job, outcome);
		this.hasFailed ||= job.failure !== undefined;
		if (job.record?.id !== undefined) this.taken.add(String(job.record.id));
	}
}

/** Rows of one request, and what came back. */
export interface Batch {
	jobs: NewQrJob[];
	/** Of a good response. */
	entries?: Entry[];
	/** A refusal after which some of the rows may exist. */
	refusal?: Failure;
	/** Why what became of its rows could not be read. */
	reason?: string;
}

/** True if nothing is known of it yet. */
export const isOpen = ({ record, failure }: NewQrJob) => !record && !failure;
/** The rows of a batch of which nothing is known yet. */
export const openOf = ({ jobs }: Batch) => jobs.filter(isOpen);

export function toRows(jobs: NewQrJob[]): Row[] {
	return jobs.map(({ row }) => row);
}
