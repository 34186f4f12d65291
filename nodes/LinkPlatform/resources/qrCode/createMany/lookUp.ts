import type { IDataObject } from 'n8n-workflow';
import { toFailure } from '../../../api/failure';
import { isSameTarget, toIdKey, toNameKey } from '../../../api/identity';
import { mapConcurrent } from '../../../runner/mapConcurrent';
import { qrCodeMessages } from '../messages';
import { getLinkToChange } from '../target';
import { Existing } from './existing';
import { groupBy } from './groupBy';
import { decide, leadsTo, type Namesake } from './names';
import type { Result } from './report';
import type { Job } from './rows';
import type { Session } from './session';

/**
 * Looks up the names of these rows. No two of them may have the same name and the same URL. If a row keeps an existing
 * QR code, stores its result. Does the same if a row fails because of 'If Name Exists' or a failed look-up.
 */
export async function lookUp(jobs: Job[], session: Session): Promise<void> {
	const existing = new Existing(session.context.account, jobs.length);
	const named = groupBy(session.jobs, ({ name }) => toNameKey(name));
	const lookUpRow = async (job: Job) => {
		const { url, mode } = job;
		const namesakes = await existing.getNamesakes(job, mode === 'keep');
		const sharing = named.get(toNameKey(job.name)) ?? [];
		const urls = sharing.map((one) => one.url);
		const decision = decide(job, mode, namesakes, urls);
		job.before = new Set(namesakes.map(({ record }) => toIdKey(record.id)));
		if (decision.next === 'keep') session.settle(job, toKept(url, decision.namesake));
		if (decision.next === 'create') job.isAnother = decision.isAnother;
		if (decision.next !== 'repoint') return;
		const { record } = decision.namesake;
		const isMeant = ({ name }: IDataObject) => {
			const key = toNameKey(name);
			const isOnly = existing.known(`name ${key}`).length === 1;
			return isOnly && named.get(key)?.some((one) => isSameTarget(one.url, url)) === true;
		};
		const lead = await existing.leads.of(record);
		const linkId = await getLinkToChange(record, lead, url, existing, isMeant);
		job.toUpdate = { ...decision.namesake, ...lead, linkId };
	};
	const work = async (job: Job) =>
		await lookUpRow(job).catch((thrown: unknown) => {
			const failure = toFailure(thrown);
			const advice = failure.kind === 'input' ? '' : qrCodeMessages.nothingCreated;
			session.settle(job, { failure: failure.withAdvice(advice) });
		});
	await mapConcurrent(jobs, work, session.limits);
}

function toKept(url: string, namesake: Namesake): Result {
	const { record, target = null, isLikely } = namesake;
	const isElsewhere = target !== null && !leadsTo(url)(namesake);
	const remark = isElsewhere ? qrCodeMessages.keptElsewhere : undefined;
	return {
		record,
		target,
		created: false,
		remark: isLikely ? qrCodeMessages.keptUnproved : remark,
	};
}
