import type { IDataObject } from 'n8n-workflow';
import { joinSentences, toFailure } from '../api/failure';
import { oncePer } from '../api/once';
import { flag } from '../runner/fields';
import type { Input } from '../runner/input';
import type { OperationContext, Output } from '../runner/operation';
import { listDoubts } from './doubts';
import { onlyCheckMessages } from './messages';

export const onlyCheck = flag('Only Check', 'onlyCheck', {
	description:
		'Whether to only say what would happen to each item, unless Link Platform itself refuses it',
});

/** Adds the hint that nothing was created, and says if a run that stops at the first failure would stop. */
export function addCheckHints(
	plans: Output[],
	addHint: OperationContext['addHint'],
	stops: boolean,
): void {
	addHint(onlyCheckMessages.nothingCreated, 'info');
	const isFailing = plans.some(({ json }) => json.action === 'fail');
	if (stops && isFailing) addHint(onlyCheckMessages.wouldStop);
}

/**
 * Returns the output of an item, which is one of `inputs`: what a real run would do with it. `name` is the field that
 * identifies its record. If the plan lacks that field and the target URL, they come out as entered, or as null if unusable.
 */
export function toPlanned(name: string, plan: IDataObject, input: Input, inputs: Input[]): Output {
	const entered = { [name]: readOrNull(input, name), targetUrl: readOrNull(input, 'url') };
	const stated = Object.entries({ ...entered, ...plan }).filter(([, value]) => value !== undefined);
	return { json: { ...Object.fromEntries(stated), warnings: toWarnings(inputs).get(input) ?? [] } };
}

/** Returns the plan of an item that a real run would fail. */
export function toFailing(thrown: unknown): IDataObject {
	const { message, description, details } = toFailure(thrown);
	return { action: 'fail', reason: details.reason, message: joinSentences(message, description) };
}

function readOrNull(input: Input, name: string): string | null {
	try {
		return input.string(name);
	} catch {
		return null;
	}
}

const toWarnings = oncePer((inputs: Input[]) => {
	const doubts = listDoubts(inputs);
	return new Map(inputs.map((input, index) => [input, doubts[index].map(({ text }) => text)]));
});
