import type {
	IDataObject,
	IExecuteFunctions,
	IGetNodeParameterOptions,
	IHookFunctions,
	IPollFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { splitValues } from './filters';

type Published = IHookFunctions | IPollFunctions | ITriggerFunctions | IWebhookFunctions;

/** A field of a trigger, null if it is hidden. In `execute()` that of the first item: all items have the same. */
export function readField(
	context: IExecuteFunctions | Published,
	name: string,
	how?: IGetNodeParameterOptions,
): unknown {
	return 'getInputData' in context
		? context.getNodeParameter(name, 0, null, how)
		: context.getNodeParameter(name, null, how);
}

export type TriggerOptions = ReturnType<typeof getOptions>;

/** The trigger's options with their defaults; an expression may return a flag as text. */
export function getOptions(context: IExecuteFunctions | Published) {
	const given = (readField(context, 'options') ?? {}) as IDataObject;
	const isOn = (value: unknown) => value === true || value === 'true';
	// On by default: only an explicit false turns it off, not an expression that returns nothing.
	const isNotOff = (value: unknown) => value !== false && value !== 'false';
	return {
		dropIpAddresses: isOn(given.dropIpAddresses),
		ignoreLikelyBots: isOn(given.ignoreLikelyBots),
		/** In hours; 0 = any age. */
		maxAge: Number(given.maxAge) || 0,
		/** Event types besides those of 'Trigger On'. */
		otherEvents: toEvents(given.otherEvents),
		/** Beside the options in the form. */
		simplify: isNotOff(readField(context, 'simplify')),
		skipDuplicates: isNotOff(given.skipDuplicates),
	};
}

/** The event types of 'Trigger On' and 'More Event Names or IDs', each once. */
export function getEvents(context: Published, { otherEvents } = getOptions(context)): string[] {
	const chosen = toEvents(readField(context, 'events'));
	return [...new Set([...chosen, ...otherEvents])];
}

/** No event has a comma in its name, so the entries of a list may be texts with commas, too. */
function toEvents(value: unknown): string[] {
	return [value].flat().flatMap(splitValues);
}
