import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { parseEventTypes } from '../webhooks/events';

/** The trigger's options with their defaults; an expression may return a flag as text. */
export interface TriggerOptions {
	dropIpAddresses: boolean;
	ignoreLikelyBots: boolean;
	ignoreScanClicks: boolean;
	/** In hours; 0 = any age. */
	maxAge: number;
	/** Event types besides those of 'Trigger On'. */
	otherEvents: string[];
	skipDuplicates: boolean;
}

/** In `execute()` they are those of the first item, since all items have the same. */
export function getOptions(
	context: IExecuteFunctions | IHookFunctions | ITriggerFunctions | IWebhookFunctions,
): TriggerOptions {
	const given = (
		'getInputData' in context
			? context.getNodeParameter('options', 0, {})
			: context.getNodeParameter('options', {})
	) as IDataObject;
	const isOn = (value: unknown) => value === true || value === 'true';
	return {
		dropIpAddresses: isOn(given.dropIpAddresses),
		ignoreLikelyBots: isOn(given.ignoreLikelyBots),
		ignoreScanClicks: isOn(given.ignoreScanClicks),
		maxAge: Number(given.maxAge) || 0,
		otherEvents: parseEventTypes(given.otherEvents),
		// On by default: only an explicit false turns it off, not an expression that returns nothing.
		skipDuplicates: given.skipDuplicates !== false && given.skipDuplicates !== 'false',
	};
}

/** The event types of 'Trigger On' and 'More Event Names or IDs', each once. */
export function getEvents(
	context: IHookFunctions | ITriggerFunctions | IWebhookFunctions,
	{ otherEvents } = getOptions(context),
): string[] {
	const chosen = parseEventTypes(context.getNodeParameter('events', []));
	return [...new Set([...chosen, ...otherEvents])];
}
