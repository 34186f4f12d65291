import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

const MOST_REMEMBERED = 10_000;

/**
 * The trigger's items without deliveries that an earlier execution has processed. n8n keeps the ids in its
 * database, so this also holds after a restart and for copies that arrive a day later.
 */
export async function dropProcessed(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const { skipDuplicates } = context.getNodeParameter('options', 0, {}) as IDataObject;
	if (context.getMode() === 'manual' || skipDuplicates === false) return items;
	const ids = items.map(({ json }) => String(json.deliveryId ?? '')).filter((id) => id !== '');
	if (ids.length === 0) return items;
	const fresh = await inTurn(async () => await recorded(context, ids));
	return items.filter(({ json }) => !json.deliveryId || fresh.includes(String(json.deliveryId)));
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** n8n reads its list of ids, then writes it back: of two executions at once, one would undo the other. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
	const turn = lastTurn.then(work);
	lastTurn = turn.catch(() => undefined);
	return await turn;
}

/**
 * The ids that are new; they are recorded. Asked a second time where that fails, as it does when another
 * process records a trigger's first delivery at the same moment. Then the delivery counts as new: to run
 * a workflow twice is better than to lose a purchase, which the service will not send again.
 */
async function recorded(context: IExecuteFunctions, ids: string[]): Promise<string[]> {
	const ask = async () =>
		await context.helpers.checkProcessedAndRecord(ids, 'node', {
			mode: 'entries',
			maxEntries: MOST_REMEMBERED,
		});
	try {
		const { new: fresh } = await ask().catch(ask);
		return fresh as string[];
	} catch (thrown) {
		context.logger.warn(
			`Link Platform Trigger: n8n could not tell whether delivery ${ids.join(', ')} ran before, so it runs. ${(thrown as Error).message}`,
		);
		return ids;
	}
}
