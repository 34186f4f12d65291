import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { toFailure } from '../../api/failure';
import type { Input } from '../../runner/input';
import { qrCodeMessages } from './messages';
import type { NewQrJob } from './createBatch';
import { findByName } from './existing';
import { leadsTo, toPlain } from './compare';

/** An input item of Create Many on its way. */
export interface RowJob extends NewQrJob {
	input: Input;
	/** A QR code that the account had before. */
	existing?: IDataObject;
	/** The row that has the name first, whose QR code this one shares. */
	first?: RowJob;
}

/**
 * If existing QR codes are to be skipped, finds the rows that need no new one: the account has one of that
 * name, or an earlier row does. A row whose name cannot be looked up fails: it might become a second one.
 */
export async function skipExisting(
	jobs: RowJob[],
	client: Client,
	limits: { concurrency: number; stopEarly: boolean },
): Promise<void> {
	const firsts = new Map<string, RowJob>();
	for (const job of jobs) {
		const name = toPlain(job.row.name);
		const first = firsts.get(name);
		if (!first) firsts.set(name, job);
		else if (isSkipping(job)) job.first = first;
	}
	const wanted = [...firsts.values()].filter(isSkipping);
	if (wanted.length === 0) return;
	const names = wanted.map(({ row }) => row.name);
	const outcomes = await findByName(client, names, limits);
	outcomes.forEach((outcome, index) => {
		const job = wanted[index];
		if (outcome.status === 'rejected') {
			job.failure = toFailure(outcome.reason).withAdvice(qrCodeMessages.nothingCreated.message);
		} else job.existing = outcome.value.find((one) => leadsTo(one, job.row)) ?? outcome.value[0];
	});
}

function isSkipping({ input }: RowJob): boolean {
	return input.boolean('skipExisting');
}
