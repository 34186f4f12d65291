import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { fill } from '../api/fill';
import { getMemory } from './memory';
import { deliveryMessages } from './messages';
import { runExclusive } from './runExclusive';

/** The number of delivery keys that n8n keeps for a trigger; the oldest are dropped first. */
const MOST_REMEMBERED = 10_000;

/**
 * The trigger's items without deliveries that an earlier execution has processed. n8n keeps their keys in its
 * database, so this also holds after a restart and for copies that arrive a day later.
 */
export async function dropProcessed(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const given = context.getInputData();
	// Added by `webhook()`, which has the signed bytes and the credential; removed here.
	const keys = given.map(({ duplicateKey }) => duplicateKey as string | undefined);
	const items = given.map((item) => {
		const kept = { ...item };
		delete kept.duplicateKey;
		delete kept.secretMark;
		delete kept.hint;
		return kept;
	});
	for (const { hint } of given) if (hint !== undefined) addHint(context, hint as string);
	const [mark] = given.map(({ secretMark }) => secretMark).filter((one) => one !== undefined);
	if (mark !== undefined) getMemory(context).secretMark = mark as string;
	const present = keys.filter((key) => key !== undefined);
	if (context.getMode() === 'manual' || present.length === 0) return items;
	// n8n reads its list, then writes it back: two executions at once would undo each other.
	const fresh = await runExclusive('processed', async () => await recordNew(context, present));
	const kept = items.filter((_, index) => {
		const key = keys[index];
		return key === undefined || fresh.includes(key);
	});
	if (kept.length < items.length) addHint(context, deliveryMessages.duplicate.message);
	return kept;
}

function addHint(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}

/**
 * Records the keys, and resolves with those that are new. Tried a second time, since it fails if another process
 * records a trigger's first delivery at the same moment. If that fails too, the delivery counts as new: to run a
 * workflow twice is better than to lose a purchase, which Link Platform will not send again.
 */
async function recordNew(context: IExecuteFunctions, keys: string[]): Promise<string[]> {
	const record = async () =>
		await context.helpers.checkProcessedAndRecord(keys, 'node', {
			mode: 'entries',
			maxEntries: MOST_REMEMBERED,
		});
	try {
		const { new: fresh } = await record().catch(record);
		return fresh as string[];
	} catch (thrown) {
		const { message: reason } = thrown as Error;
		context.logger.warn(fill(deliveryMessages.mayBeDuplicate, { reason }).message);
		return keys;
	}
}
