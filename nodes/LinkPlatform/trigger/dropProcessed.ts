import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { fill } from '../api/fill';
import { inTurn } from './inTurn';
import { deliveryMessages } from './messages';

/** Keys of deliveries that n8n keeps for a trigger; the oldest go first. */
const MOST_REMEMBERED = 10_000;

/**
 * The trigger's items without deliveries that an earlier execution has processed. n8n keeps their keys in its
 * database, so this also holds after a restart and for copies that arrive a day later.
 */
export async function dropProcessed(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const given = context.getInputData();
	// `webhook()` has the bytes that were signed, and tells the key of each delivery; it goes no further.
	const keys = given.map(({ duplicateKey }) => duplicateKey as string | undefined);
	const items = given.map((item) => {
		const kept = { ...item };
		delete kept.duplicateKey;
		return kept;
	});
	const asked = keys.filter((key) => key !== undefined);
	if (context.getMode() === 'manual' || asked.length === 0) return items;
	// n8n reads its list, then writes it back: of two executions at once, one would undo the other.
	const fresh = await inTurn('processed', async () => await getFresh(context, asked));
	return items.filter((_, index) => {
		const key = keys[index];
		return key === undefined || fresh.includes(key);
	});
}

/**
 * The keys that are new; they are recorded. Asked a second time where that fails, as it does when another
 * process records a trigger's first delivery at the same moment. Then the delivery counts as new: to run
 * a workflow twice is better than to lose a purchase, which Link Platform will not send again.
 */
async function getFresh(context: IExecuteFunctions, keys: string[]): Promise<string[]> {
	const ask = async () =>
		await context.helpers.checkProcessedAndRecord(keys, 'node', {
			mode: 'entries',
			maxEntries: MOST_REMEMBERED,
		});
	try {
		const { new: fresh } = await ask().catch(ask);
		return fresh as string[];
	} catch (thrown) {
		const { message: reason } = thrown as Error;
		context.logger.warn(fill(deliveryMessages.mayBeDuplicate, { reason }).message);
		return keys;
	}
}
