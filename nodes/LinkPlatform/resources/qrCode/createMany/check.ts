import type { IDataObject } from 'n8n-workflow';
import type { Input } from '../../../runner/input';
import type { Output } from '../../../runner/operation';
import { toFailing, toPlanned } from '../../onlyCheck';
import type { Result, Results } from './report';
import type { Job } from './rows';

/** Returns the result that a real run would have for a row. A QR code that it would create has no fields yet. */
export function toExpected({ row: { url: target }, toUpdate }: Job): Result {
	if (!toUpdate) return { record: {}, target, created: true };
	return { record: toUpdate.record, target, changed: { previousUrl: toUpdate.target } };
}

/** Returns the output of each row: what a real run would do with it ('Only Check'). */
export function toPlans(inputs: Input[], results: Results): Output[] {
	return inputs.map((input) => toPlanned('name', toPlan(results.get(input)), input, inputs));
}

function toPlan({ row, record, target, created, changed, failure }: Result = {}): IDataObject {
	if (!row || !record) return toFailing(failure);
	const plan: IDataObject = {
		name: row.name,
		targetUrl: row.url,
		action: created ? 'create' : 'keep',
	};
	if (changed) plan.action = 'update';
	const currentUrl = changed ? changed.previousUrl : target;
	if (record.id !== undefined && typeof currentUrl === 'string') plan.currentUrl = currentUrl;
	if (record.id !== undefined) plan.id = record.id;
	return plan;
}
