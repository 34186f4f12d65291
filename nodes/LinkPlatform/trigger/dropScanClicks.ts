import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { getTriggerKey } from './triggerKey';
import { getOptions } from './options';
import { CLICK, waitForScan } from './scans';

/**
 * The items without clicks whose scan comes within seconds. The wait is here and not in `webhook()`: Link
 * Platform has its response by now, and n8n has stored the execution, so no click is lost if n8n stops.
 */
export async function dropScanClicks(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	if (context.getMode() === 'manual' || !getOptions(context).ignoreScanClicks) return items;
	const trigger = getTriggerKey(context);
	const isIgnored = await Promise.all(
		items.map(async ({ json }) => json.event === CLICK && (await waitForScan(trigger, json))),
	);
	return items.filter((_, index) => !isIgnored[index]);
}
