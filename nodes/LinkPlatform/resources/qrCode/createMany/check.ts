import type { IDataObject } from 'n8n-workflow';
import type { Input } from '../../../runner/input';
import type { Output } from '../../../runner/operation';
import { toFailing, toPlanned } from '../../onlyCheck';
import type { Result, Results } from './report';
import type { Job } from './rows';

/** Returns the result that a real run would have for a row. A QR code that it would create has no fields yet. */
export function toExpected({ url: target, toUpdate }: Job): Result {
	if (!toUpdate) return { record: {}, target, created: true };
	return { record: toUpdate.record, target, changed: { previousUrl: toUpdate.target } };
}

/** Returns the output of each row: what a real run would do with it ('Only Check'). */
export function toPlans(inputs: Input[], results: Results): Output[] {
	return inputs.map((input) => toPlanned('name', toPlan(results.get(input)), input, inputs));
}

function toPlan({ row, record, target, created, changed, failure }: Result = {}): IDataObject {
	if (!row || !record) return toFailing(failure);
	const { name, url: targetUrl } = row;
	const about = { name, targetUrl, id: record.id };
	if (created) return { ...about, action: 'create' };
	if (changed) return { ...about, action: 'update', currentUrl: changed.previousUrl };
	// A row that shares a new QR code leads nowhere yet.
	const currentUrl = record.id === undefined ? undefined : (target ?? undefined);
	return { ...about, action: 'keep', currentUrl };
}
