import type {
	IDataObject,
	IExecuteFunctions,
	IGetNodeParameterOptions,
	IHookFunctions,
	IPollFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { splitValues } from '../events/filters';

type Published = IHookFunctions | IPollFunctions | ITriggerFunctions | IWebhookFunctions;

/**
 * Reads a field of a trigger; null if the field is hidden. In `execute()`, reads it for the first item, because its
 * value is the same for all items.
 */
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

/**
 * Returns the trigger's options, with defaults for those that aren't set. An expression may return a flag as a string.
 */
export function getOptions(context: IExecuteFunctions | Published) {
	const chosen = (readField(context, 'options') ?? {}) as IDataObject;
	const isOn = (value: unknown) => value === true || value === 'true';
	// These options are on by default. Only an explicit false turns them off, not an expression that returns nothing.
	const isNotOff = (value: unknown) => value !== false && value !== 'false';
	return {
		dropIpAddresses: isOn(chosen.dropIpAddresses),
		ignoreLikelyBots: isOn(chosen.ignoreLikelyBots),
		/** The largest age of an event in hours; 0 means any age. */
		maxAge: Number(chosen.maxAge) || 0,
		/** Event types in addition to those chosen in 'Trigger On'. */
		otherEvents: toEvents(chosen.otherEvents),
		simplify: isNotOff(readField(context, 'simplify')),
		skipDuplicates: isNotOff(chosen.skipDuplicates),
	};
}

/** Returns the event types in 'Trigger On' and 'More Event Names or IDs', without duplicates. */
export function getEvents(context: Published, { otherEvents } = getOptions(context)): string[] {
	const chosen = toEvents(readField(context, 'events'));
	return [...new Set([...chosen, ...otherEvents])];
}

/**
 * Returns the event types in a field. Even the entries of a list are split at commas, because no event type contains
 * one.
 */
function toEvents(value: unknown): string[] {
	return [value].flat().flatMap(splitValues);
}
