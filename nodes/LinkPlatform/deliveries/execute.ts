import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toSimplified, type FullEvent } from '../events/simplify';
import { dropProcessed, type Received } from './duplicates';
import { getMemory } from '../subscriptions/memory';
import { deliveryMessages } from './messages';
import { getOptions } from '../events/options';

/**
 * What `webhook()` passes to `execute()` beside the item. Only `webhook()` has the signed bytes and the credential, but if an
 * execution starts, n8n saves only what `execute()` remembers.
 */
export interface Delivery extends Omit<Received, 'event'> {
	/** The mark of the secret that the delivery was signed with, if it is new. */
	secretMark?: string;
	/** Says how many deliveries were ignored before it. */
	hint?: string;
}

/** Returns the output of the trigger: the received deliveries that no earlier execution has processed. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const options = getOptions(context);
	const received = context.getInputData().map(({ delivery, ...item }) => ({
		item,
		event: item.json.event,
		...((delivery ?? {}) as Delivery),
	}));
	for (const { hint, secretMark } of received) {
		if (hint !== undefined) addHint(context, hint);
		if (secretMark !== undefined) getMemory(context).secretMark = secretMark;
	}
	// Only in a published workflow: somebody who tests may want the same event again.
	const fresh = context.getMode() === 'manual' ? received : await dropProcessed(context, received);
	if (fresh.length < received.length) addHint(context, deliveryMessages.duplicate.message);
	return fresh.map(({ item }) =>
		options.simplify ? { ...item, json: toSimplified(item.json as FullEvent) } : item,
	);
}

/** Shows a message in the output panel of the execution. */
function addHint(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}
