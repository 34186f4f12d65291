import type { IDataObject } from 'n8n-workflow';
import type { Input } from '../../../runner/input';
import { getWarnings, readOrNull, toFailing } from '../../onlyCheck';
import type { Result, Results } from './report';
import type { Job } from './rows';

/** Returns the result that a real run would have for a row. A QR code that it would create has no fields yet. */
export function toExpected({ row: { url }, toUpdate }: Job): Result {
	if (!toUpdate) return { record: {}, target: url, created: true };
	const { record, target: previousUrl } = toUpdate;
	return { record, target: url, created: false, changed: { previousUrl } };
}

/** Returns what a real run would do with each row ('Only Check'), by row. */
export function toPlans(inputs: Input[], jobs: Job[], results: Results): Map<Input, IDataObject> {
	const byInput = new Map(jobs.map((job) => [job.input, job]));
	const toPlan = (input: Input): IDataObject => {
		const { name, url } = byInput.get(input)?.row ?? {};
		const result = results.get(input);
		const about: IDataObject = {
			name: name ?? readOrNull(input, 'name'),
			targetUrl: url ?? readOrNull(input, 'url'),
		};
		const warnings = getWarnings(inputs, input);
		if (!result || 'failure' in result)
			return { ...about, ...toFailing(result?.failure), warnings };
		const { record, target, created, changed } = result;
		about.action = changed ? 'update' : created ? 'create' : 'keep';
		const currentUrl = changed ? changed.previousUrl : target;
		if (!created && typeof currentUrl === 'string') about.currentUrl = currentUrl;
		if (record.id !== undefined) about.id = record.id;
		return { ...about, warnings };
	};
	return new Map(inputs.map((input) => [input, toPlan(input)]));
}
