import { inTurn } from '../../api/inTurn';
import type { OperationContext } from '../../runner/operation';

/**
 * Runs work that looks for links and creates the missing ones. Waits until other such runs of the same account have
 * ended, because the work can't see links that they are still creating.
 */
export async function inLine(
	_: unknown,
	{ client }: OperationContext,
	work: () => Promise<void>,
): Promise<void> {
	await inTurn(`links of ${client.account}`, work);
}
