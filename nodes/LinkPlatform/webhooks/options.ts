import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IPollFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { splitValues } from './filters';

/** The trigger's options with their defaults; an expression may return a flag as text. */
export interface TriggerOptions {
	dropIpAddresses: boolean;
	ignoreLikelyBots: boolean;
	ignoreScanClicks: boolean;
	/** In hours; 0 = any age. */
	maxAge: number;
	/** Event types besides those of 'Trigger On'. */
	otherEvents: string[];
	/** Beside the options in the form. */
	simplify: boolean;
	skipDuplicates: boolean;
}

/** In `execute()` they are those of the first item, since all items have the same. */
export function getOptions(
	context:
		| IExecuteFunctions
		| IHookFunctions
		| IPollFunctions
		| ITriggerFunctions
		| IWebhookFunctions,
): TriggerOptions {
	const read = (name: string) =>
		'getInputData' in context
			? context.getNodeParameter(name, 0, {})
			: context.getNodeParameter(name, {});
	const given = read('options') as IDataObject;
	const isOn = (value: unknown) => value === true || value === 'true';
	// On by default: only an explicit false turns it off, not an expression that returns nothing.
	const isNotOff = (value: unknown) => value !== false && value !== 'false';
	return {
		dropIpAddresses: isOn(given.dropIpAddresses),
		ignoreLikelyBots: isOn(given.ignoreLikelyBots),
		ignoreScanClicks: isOn(given.ignoreScanClicks),
		maxAge: Number(given.maxAge) || 0,
		otherEvents: splitValues(given.otherEvents),
		simplify: isNotOff(read('simplify')),
		skipDuplicates: isNotOff(given.skipDuplicates),
	};
}

/** The event types of 'Trigger On' and 'More Event Names or IDs', each once. */
export function getEvents(
	context: IHookFunctions | ITriggerFunctions | IWebhookFunctions,
	{ otherEvents } = getOptions(context),
): string[] {
	const chosen = splitValues(context.getNodeParameter('events', []));
	return [...new Set([...chosen, ...otherEvents])];
}
