import { inTurn } from '../../api/inTurn';
import type { OperationContext } from '../../runner/operation';
import { linkMessages } from './messages';

/**
 * Runs work that looks for links and creates missing ones, after other such runs of the account: it wouldn't see the
 * links that they are creating.
 */
export async function inLine(
	{ client, announce }: OperationContext,
	work: () => Promise<void>,
): Promise<void> {
	await inTurn(`links of ${client.account}`, work, () =>
		announce(linkMessages.waitsInLine.message),
	);
}
