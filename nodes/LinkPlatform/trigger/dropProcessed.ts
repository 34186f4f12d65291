import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { fill } from '../api/fill';
import { EVENTS } from '../webhooks/events';
import { addHint } from './hints';
import { getMemory } from './memory';
import { deliveryMessages } from './messages';
import { runExclusive } from './runExclusive';

interface ProcessedList {
	scope: DeduplicationScope;
	/** The oldest are dropped first. */
	maxEntries: number;
}

/**
 * n8n offers a node two lists, and writes a whole list with each delivery. Clicks, scans and views, of which there may
 * be many, have a short one, which reaches back beyond Link Platform's first retries. A purchase and all else that
 * happens only once has the longer one: no visit pushes it out within the 26.6 hours of all retries.
 */
const VISITS: ProcessedList = { scope: 'workflow', maxEntries: 1_000 };
/** Two for each delivery. */
const OTHERS: ProcessedList = { scope: 'node', maxEntries: 10_000 };

/**
 * The trigger's items without deliveries that an earlier execution has processed. n8n keeps their keys in its
 * database, so this also holds after a restart and for copies that arrive a day later.
 */
export async function dropProcessed(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const given = context.getInputData();
	const { id } = context.getNode();
	// Added by `webhook()`, which has the signed bytes and the credential; removed here. The workflow may have another
	// trigger, which has to run the same delivery.
	const keys = given.map(({ duplicateKey }) =>
		duplicateKey === undefined ? undefined : `${id} ${duplicateKey as string}`,
	);
	const receipts = given.map(({ receipt }, index) =>
		receipt === undefined ? undefined : `${keys[index]} ${receipt as string}`,
	);
	const items = given.map((item) => {
		const kept = { ...item };
		delete kept.duplicateKey;
		delete kept.receipt;
		delete kept.secretMark;
		delete kept.hint;
		return kept;
	});
	for (const { hint } of given) if (hint !== undefined) addHint(context, hint as string);
	const [mark] = given.map(({ secretMark }) => secretMark).filter((one) => one !== undefined);
	if (mark !== undefined) getMemory(context).secretMark = mark as string;
	if (context.getMode() === 'manual') return items;
	const entriesOf = (list: ProcessedList) =>
		[...keys, ...receipts].filter(
			(entry, at): entry is string =>
				entry !== undefined && list === getList(items[at % items.length].json.event),
		);
	// n8n reads its list, then writes it back: two executions at once would undo each other.
	const fresh = await runExclusive('processed', async () => [
		...(await recordNew(context, VISITS, entriesOf(VISITS))),
		...(await recordNew(context, OTHERS, entriesOf(OTHERS))),
	]);
	const isNew = new Set([...fresh, undefined]);
	// n8n's Retry, e.g. since n8n stopped before the execution had ended: it may go on if no copy has run instead.
	const isRetry = context.getMode() === 'retry';
	const mayRunAgain = (receipt?: string) =>
		isRetry && (receipt === undefined || !isNew.has(receipt));
	const kept = items.filter((_, at) => isNew.has(keys[at]) || mayRunAgain(receipts[at]));
	if (kept.length < items.length) addHint(context, deliveryMessages.duplicate.message);
	return kept;
}

function getList(event: unknown): ProcessedList {
	return EVENTS[String(event)]?.mayRepeat ? VISITS : OTHERS;
}

/**
 * Records the keys, and resolves with those that are new. Tried a second time, since it fails if another process
 * records a trigger's first delivery at the same moment. If that fails too, the delivery counts as new: to run a
 * workflow twice is better than to lose a purchase, which Link Platform will not send again.
 */
async function recordNew(
	context: IExecuteFunctions,
	{ scope, maxEntries }: ProcessedList,
	keys: DeduplicationItemTypes[],
): Promise<DeduplicationItemTypes[]> {
	if (keys.length === 0) return [];
	const record = async () =>
		await context.helpers.checkProcessedAndRecord(keys, scope, {
			mode: 'entries',
			maxEntries,
		});
	try {
		const { new: fresh } = await record().catch(record);
		return fresh;
	} catch (thrown) {
		const { message: reason } = thrown as Error;
		context.logger.warn(fill(deliveryMessages.mayBeDuplicate, { reason }).message);
		return keys;
	}
}
