import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { fill } from '../api/fill';
import type { Input } from './input';
import { paceMessages } from './messages';
import type { Operation } from './operation';

/** A pause shorter than this (in ms) is not worth a line in the editor. */
const NOTABLE_PAUSE = 3_000;

/** One hint for each kind of warning. An item whose fields are unusable is told so in its own turn. */
export function addWarnings(
	context: IExecuteFunctions,
	{ warnings = [] }: Operation,
	inputs: Input[],
): void {
	for (const { when, hint } of warnings) {
		const isMeant = (input: Input) => {
			try {
				return when(input);
			} catch {
				return false;
			}
		};
		const count = inputs.filter(isMeant).length;
		if (count === 0) continue;
		const message = hint(count, inputs.length);
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}

/** Says how long the run waited for the rate limit, where that is worth knowing. */
export function addPauseHint(context: IExecuteFunctions, { msWaited, limit }: Client): void {
	if (msWaited < NOTABLE_PAUSE) return;
	const seconds = Math.round(msWaited / 1000);
	const { paused, pausedForLimit } = paceMessages;
	const { message } =
		limit === undefined ? fill(paused, { seconds }) : fill(pausedForLimit, { seconds, limit });
	context.addExecutionHints({ message, location: 'outputPane' });
}
