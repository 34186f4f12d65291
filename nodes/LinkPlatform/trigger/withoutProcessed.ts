import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

const MOST_REMEMBERED = 10_000;

/**
 * The trigger's items without deliveries that an earlier execution has processed. n8n keeps the ids in its
 * database, so this also holds after a restart and for copies that arrive a day later.
 */
export async function withoutProcessed(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const { skipDuplicates } = context.getNodeParameter('options', 0, {}) as IDataObject;
	if (context.getMode() === 'manual' || skipDuplicates === false) return items;
	const ids = items.map(({ json }) => String(json.deliveryId ?? '')).filter((id) => id !== '');
	if (ids.length === 0) return items;
	const { new: fresh } = await context.helpers.checkProcessedAndRecord(ids, 'node', {
		mode: 'entries',
		maxEntries: MOST_REMEMBERED,
	});
	return items.filter(({ json }) => !json.deliveryId || fresh.includes(String(json.deliveryId)));
}
