import { inTurn } from '../../api/inTurn';
import type { OperationContext } from '../../runner/operation';
import { linkMessages } from './messages';

/** Runs what looks for links and creates the missing ones, after other runs that do: it would not see theirs. */
export async function inLine(
	{ client, announce }: OperationContext,
	work: () => Promise<void>,
): Promise<void> {
	await inTurn(`links of ${client.account}`, work, () =>
		announce(linkMessages.waitsInLine.message),
	);
}
