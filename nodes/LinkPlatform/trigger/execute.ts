import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toSimplified, type FullEvent } from '../webhooks/simplify';
import { dropProcessed, type Received } from './duplicates';
import { getMemory, getTriggerKey } from './memory';
import { deliveryMessages } from './messages';
import { getOptions, type TriggerOptions } from '../webhooks/options';
import { isClickOfScan } from './scans';

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

/** The output of the trigger: what it received, without copies and clicks of scans that came before their scan. */
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
	const wanted =
		context.getMode() === 'manual' ? received : await dropUnwanted(context, options, received);
	return wanted.map(({ item }) =>
		options.simplify ? { ...item, json: toSimplified(item.json as FullEvent) } : item,
	);
}

async function dropUnwanted<T extends Received & { item: INodeExecutionData }>(
	context: IExecuteFunctions,
	{ ignoreScanClicks }: TriggerOptions,
	received: T[],
): Promise<T[]> {
	const fresh = await dropProcessed(context, received);
	if (fresh.length < received.length) addHint(context, deliveryMessages.duplicate.message);
	if (!ignoreScanClicks) return fresh;
	const trigger = getTriggerKey(context);
	const isOfScan = await Promise.all(
		fresh.map(async ({ item }) => await isClickOfScan(trigger, item.json)),
	);
	if (isOfScan.includes(true)) addHint(context, deliveryMessages.scan.message);
	return fresh.filter((_, index) => !isOfScan[index]);
}

/** Says in the output panel of the execution why an item is missing. */
function addHint(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}
