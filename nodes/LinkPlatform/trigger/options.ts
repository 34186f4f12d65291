import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { parseEventTypes } from '../webhooks/events';

/** The trigger's options with their defaults; an expression may give a flag as text. */
export interface TriggerOptions {
	dropIpAddresses: boolean;
	ignoreScanClicks: boolean;
	/** In hours; 0 = any age. */
	maxAge: number;
	/** Event types besides those of 'Trigger On'. */
	otherEvents: string[];
	skipDuplicates: boolean;
}

/** Reads them: in `execute()` of the first item, as all have the same. */
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
		ignoreScanClicks: isOn(given.ignoreScanClicks),
		maxAge: Number(given.maxAge) || 0,
		otherEvents: parseEventTypes(given.otherEvents),
		// On by default, so only an explicit false ends it: what an expression leaves empty does not.
		skipDuplicates: given.skipDuplicates !== false && given.skipDuplicates !== 'false',
	};
}

/** The event types that 'Trigger On' and 'More Event Names or IDs' name together, each once. */
export function getEvents(
	context: IHookFunctions | ITriggerFunctions | IWebhookFunctions,
): string[] {
	const chosen = parseEventTypes(context.getNodeParameter('events', []));
	return [...new Set([...chosen, ...getOptions(context).otherEvents])];
}
