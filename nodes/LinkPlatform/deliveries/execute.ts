import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toSimplified, type FullEvent } from '../events/simplify';
import { isProcessed, type Processed } from './duplicates';
import { deliveryMessages } from './messages';
import { getOptions } from '../adapter/triggerFields';

/**
 * The data that the trigger's `webhook()` passes to its `execute()` along with the item. Only `webhook()` can read the
 * signed bytes.
 */
export interface Delivery extends Omit<Processed, 'event'> {
	/** A message with the number of deliveries that were ignored before this one. */
	hint?: string;
}

/** Returns the output of the trigger: the received deliveries that no earlier execution has processed. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const { simplify } = getOptions(context);
	const fresh: INodeExecutionData[] = [];
	for (const { delivery, ...item } of context.getInputData()) {
		const { keys, receipt, hint } = (delivery ?? {}) as Delivery;
		if (hint !== undefined) addHint(context, hint);
		const { event } = item.json;
		if (await isProcessed(context, { event, keys, receipt })) {
			addHint(context, deliveryMessages.duplicate);
		} else fresh.push(item);
	}
	if (!simplify) return fresh;
	return fresh.map((item) => ({ ...item, json: toSimplified(item.json as FullEvent) }));
}

/** Shows a message in the output panel of the execution. */
function addHint(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}
