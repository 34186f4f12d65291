import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toSimplified, type FullEvent } from '../events/simplify';
import { dropProcessed, type Received } from './duplicates';
import { getMemory } from '../subscriptions/memory';
import { deliveryMessages } from './messages';
import { getOptions } from '../events/options';

/**
 * What `webhook()`, which has the signed bytes and the credential, tells `execute()` beside the item: n8n saves what
 * an execution remembers, but then not what `webhook()` remembers.
 */
export interface Delivery extends Omit<Received, 'event'> {
	/** Of the secret that the delivery was signed with, if it is a new one. */
	secretMark?: string;
	/** How many were ignored before it. */
	hint?: string;
}

/** The output of the trigger: what it received, without copies of what an earlier execution has processed. */
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
	// The workflow's own executions only: somebody who tests may want the same event again.
	const fresh = context.getMode() === 'manual' ? received : await dropProcessed(context, received);
	if (fresh.length < received.length) addHint(context, deliveryMessages.duplicate.message);
	return fresh.map(({ item }) =>
		options.simplify ? { ...item, json: toSimplified(item.json as FullEvent) } : item,
	);
}

/** Says in the output panel of the execution why an item is missing. */
function addHint(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}
