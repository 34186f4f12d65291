import type { IDataObject } from 'n8n-workflow';
import { Failure, toFailure } from '../../../api/failure';
import { isSameTarget, toIdKey, toNameKey } from '../../../api/identity';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import { qrCodeMessages } from '../messages';
import { findLink } from '../target';
import { Existing } from './existing';
import { groupBy } from './groupBy';
import { decide, leadsTo, type Namesake } from './names';
import type { QrCode } from './report';
import type { Job } from './rows';
import type { Session } from './session';

/**
 * Looks up the names of these rows. No two of them may have the same name and the same URL. If a row keeps an existing
 * QR code, stores its result. Does the same if a row fails because of 'If Name Exists' or a failed look-up.
 */
export async function lookUp(jobs: Job[], session: Session): Promise<void> {
	const existing = new Existing(session.context.client, jobs.length === 1 ? 1 : Infinity);
	const named = groupBy(session.jobs, ({ row }) => toNameKey(row.name));
	const lookUpRow = async (job: Job) => {
		const { row, mode } = job;
		const sharing = named.get(toNameKey(row.name)) ?? [];
		const namesakes = await existing.getNamesakes(row, mode === 'keep');
		const decision = decide(
			row,
			mode,
			namesakes,
			sharing.map((one) => one.row.url),
		);
		job.before = new Set(namesakes.map(({ record }) => toIdKey(record.id)));
		if (decision.next === 'keep') session.settle(job.input, toKept(row.url, decision.namesake));
		if (decision.next === 'create') job.isAnother = decision.isAnother;
		if (decision.next !== 'repoint') return;
		const { record } = decision.namesake;
		// Other QR codes with this short URL would also lead to the row's URL.
		const isMeant = ({ id, name }: IDataObject) => {
			if (toIdKey(id) === toIdKey(record.id)) return true;
			const key = toNameKey(name);
			const isOnly = existing.known(`name ${key}`).length === 1;
			return isOnly && named.get(key)?.some((one) => isSameTarget(one.row.url, row.url));
		};
		if (!(await existing.at(record.url)).every(isMeant))
			throw Failure.input(qrCodeMessages.linkShared, { name: row.name });
		const details = await existing.readDetails(record);
		const linkId = await findLink(details, session.context.account);
		job.toUpdate = { ...decision.namesake, linkId };
	};
	const work = async (job: Job) =>
		await lookUpRow(job).catch((thrown: unknown) => {
			const failure = toFailure(thrown);
			const advice = failure.kind === 'input' ? '' : qrCodeMessages.nothingCreated;
			session.settle(job.input, { failure: failure.withAdvice(advice) });
		});
	await mapConcurrent(jobs, work, session.limits);
}

function toKept(url: string, namesake: Namesake): QrCode {
	const { record, target = null } = namesake;
	const isSame = target === null || leadsTo(url)(namesake);
	return {
		record,
		target,
		created: false,
		remark: isSame ? undefined : qrCodeMessages.keptElsewhere,
	};
}
