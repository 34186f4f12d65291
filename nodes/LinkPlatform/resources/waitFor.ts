import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Client } from '../api/client';
import { Failure } from '../api/failure';
import { fill } from '../api/fill';
import type { Route } from '../api/route';
import { CLOCK_TOLERANCE, getCount } from '../api/dialect';
import type { Input } from '../runner/input';
import type { CompositeOperation, OperationContext, Output } from '../runner/operation';
import { waitMessages } from './messages';
import { sendForRecord, toItemRequest } from '../runner/requests';
import { assertFilters } from '../events/filters';
import { toResumeUrl } from '../subscriptions/resumeUrl';
import { subscribeWait } from '../subscriptions/wait';
import { choice, number } from '../runner/fields';

const SECONDS: Record<string, number> = { minutes: 60, hours: 60 * 60, days: 24 * 60 * 60 };
/** The shortest wait, in seconds. n8n checks only once a minute which waits have ended. */
const SHORTEST = 2 * SECONDS.minutes;
const LONGEST = 365 * SECONDS.days;

/** The event that an operation waits for. */
interface WantedEvent {
	/** The event type to wait for. By default, the types chosen in the field 'Events'. */
	event?: string;
	/** Returns the filters that an event has to match. They work as in the trigger. */
	filters: (input: Input) => IDataObject;
	/** The route that returns the link or QR code of the event, and the field that counts such events. */
	record?: { route: Route; counter: 'clicks' | 'scans' };
}

/** The fields for the maximum length of the wait. */
export const timeout = [
	number('Wait Up To', 'timeoutAmount', {
		default: 7,
		typeOptions: { minValue: 0 },
		description:
			'From 2 minutes to 365 days. After this time, the workflow continues without the event.',
	}),
	choice('Unit', 'timeoutUnit', ['days', 'hours', 'minutes']),
];

/**
 * Returns an operation that pauses the execution until a matching event arrives or the maximum wait is over. Each
 * wait subscribes the resume URL of its own execution. `deliveries/resume.ts` receives the events. The operation's
 * fields must include `timeout`, and `toIfAlready` if the event has a `record`.
 */
export function waitFor(
	wanted: WantedEvent,
	operation: Pick<CompositeOperation, 'name' | 'action' | 'description' | 'fields'>,
): CompositeOperation {
	const { record } = wanted;
	return {
		...operation,
		pauses: true,
		routes: [
			'POST /api/webhooks/subscribe',
			record?.route ?? 'GET /api/webhooks/events',
			'GET /api/webhooks',
			'DELETE /api/webhooks/subscribe/{webhookId}',
		],
		run: async (input, context) => await wait(wanted, input, context),
	};
}

/**
 * Subscribes to the event and pauses the execution, unless the event has already happened. Resolves with an item that
 * n8n shows during the wait, and drops afterward. There must be an item, and it must not have a field called `error`.
 * Otherwise, n8n would run the node again if Retry On Fail is on.
 */
async function wait(
	{ event, filters, record }: WantedEvent,
	input: Input,
	context: OperationContext,
): Promise<Output[]> {
	const { client, pausing } = context;
	const until = getEnd(input);
	// Read this field before anything is sent, so that an invalid value is refused.
	const isCounted = record !== undefined && input.string('ifAlready') !== 'wait';
	const accepted = { events: event ? [event] : input.list('events'), filters: filters(input) };
	assertFilters(accepted.filters);
	const { item, executionUrl, nodeId, openWaits, assertReachable, pause } = pausing(input);
	if (openWaits.length > 0) {
		context.addHint(fill(waitMessages.tokenShared, { nodes: openWaits.join("', '") }));
	}
	const nonce = randomUUID();
	const url = toResumeUrl(executionUrl, nodeId, nonce, String(until));
	assertReachable(url);
	const saved = await subscribeWait(context, {
		...accepted,
		url,
		nonce,
		until,
		notBefore: getBeginning(input),
		readCount: async () => (record ? await readCount(record, isCounted, input, client) : 0),
	});
	if (!saved) return [withFlags(item, { alreadyHappened: true })];
	const waitingFor = accepted.events.join(', ');
	await pause(saved, url, waitingFor, withFlags(item, { timedOut: true }));
	return [{ json: { waitingFor, until: new Date(until * 1000).toISOString() } }];
}

/** Returns the field 'If Already Clicked' or 'If Already Scanned'. */
export function toIfAlready(happened: string): INodeProperties {
	return choice(
		`If Already ${happened}`,
		'ifAlready',
		[
			{ name: 'Continue Immediately', value: 'continue' },
			{ name: 'Wait for the Next One', value: 'wait' },
		],
		{ description: 'What to do if the event has already happened' },
	);
}

/** Returns the input item with its files, and with fields that say how the wait ended. */
function withFlags({ json, binary }: INodeExecutionData, flags: IDataObject): INodeExecutionData {
	return {
		json: { ...json, timedOut: false, alreadyHappened: false, event: null, ...flags },
		binary,
		pairedItem: { item: 0 },
	};
}

/** Returns the end of the wait, in seconds since 1970. */
function getEnd(input: Input): number {
	const amount = input.number('timeoutAmount') ?? 7;
	const unit = input.string('timeoutUnit');
	const seconds = amount * SECONDS[unit];
	if (seconds >= SHORTEST && seconds <= LONGEST) return Math.ceil(Date.now() / 1000 + seconds);
	const field = input.label('timeoutAmount');
	const unitField = input.label('timeoutUnit');
	throw Failure.input(waitMessages.outOfRange, { field, time: `${amount} ${unit}`, unitField });
}

/** Returns the time before which events are ignored, in ms since 1970 by n8n's clock. */
function getBeginning(input: Input): number {
	const ignored = input.has('ignoreFirst') ? input.number('ignoreFirst') : undefined;
	return Date.now() + (ignored ? ignored * SECONDS.minutes * 1000 : -CLOCK_TOLERANCE);
}

/**
 * Reads how often the event has happened to the link or QR code. Returns 0 if the count doesn't matter. Throws if it
 * matters, but isn't returned.
 */
async function readCount(
	{ route, counter }: NonNullable<WantedEvent['record']>,
	isCounted: boolean,
	input: Input,
	client: Client,
): Promise<number> {
	const count = getCount(await sendForRecord(client, toItemRequest(route, input)), counter);
	if (!isCounted) return 0;
	if (count !== undefined) return count;
	throw Failure.unusable(waitMessages.counterMissing, { counter, field: input.label('ifAlready') });
}
