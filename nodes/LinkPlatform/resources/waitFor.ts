import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Client } from '../api/client';
import { Failure, toFailure } from '../api/failure';
import { getRouteFields, type Route } from '../api/route';
import { getCount } from '../api/dialect';
import { scalarToText } from '../api/envelope';
import { fill } from '../api/fill';
import type { Input } from '../runner/input';
import type {
	CompositeOperation,
	Field,
	OperationContext,
	Output,
	Shared,
} from '../runner/operation';
import { hasExpired } from './expiry';
import { waitMessages } from './messages';
import { sendForRecord, toItemRequest } from '../runner/requests';
import { assertFilters } from '../events/filters';
import { toResumeUrl } from '../subscriptions/resumeUrl';
import { unsubscribe } from '../subscriptions/requests';
import { removeExpired, run, tryBriefly } from '../subscriptions/run';
import { choice, number } from '../runner/fields';

const SECONDS: Record<string, number> = { minutes: 60, hours: 60 * 60, days: 24 * 60 * 60 };
/** The shortest wait, in seconds: n8n checks only once a minute which waits are over. */
const SHORTEST = 2 * SECONDS.minutes;
const LONGEST = 365 * SECONDS.days;
/** The maximum difference expected between the clocks of Link Platform's servers, in ms. */
const CLOCK_TOLERANCE = 5 * 60 * 1000;

/** Describes an operation that waits for an event. */
interface WaitSpec {
	/** The operation's fields. They include `timeout`, and `toIfAlready` if `record` is set. */
	fields: Field[];
	/** The event type to wait for. If omitted: the types chosen in the field 'Events'. */
	event?: string;
	/** Returns the filters that an event has to match. They work as in the trigger. */
	filters: (input: Input) => IDataObject;
	/** Returns the text after 'Waiting for', e.g. "a click on …". */
	describe: (input: Input, record: IDataObject) => string;
	/** The link or QR code that the event concerns, and the name of its counter of such events. */
	record?: { route: Route; counter: 'clicks' | 'scans' };
}

/** The fields for the maximum length of the wait. */
export const timeout = [
	number('Wait Up To', 'timeoutAmount', {
		default: 7,
		typeOptions: { minValue: 0 },
		description: '2 minutes to 365 days, then the workflow continues without the event',
	}),
	choice('Unit', 'timeoutUnit', [
		{ name: 'Days', value: 'days' },
		{ name: 'Hours', value: 'hours' },
		{ name: 'Minutes', value: 'minutes' },
	]),
];

/**
 * Returns an operation that pauses the execution until a matching event arrives or the time is up. Each wait subscribes
 * the resume URL of its own execution; `deliveries/resume.ts` receives the events.
 */
export function waitFor(spec: WaitSpec): Shared<CompositeOperation> {
	const { fields, record } = spec;
	return {
		pauses: true,
		routes: [
			'POST /api/webhooks/subscribe',
			...(record ? [record.route] : (['GET /api/webhooks/events'] as const)),
			'GET /api/webhooks',
			'DELETE /api/webhooks/subscribe/{webhookId}',
		],
		fields,
		run: async (input, context) => await wait(spec, input, context),
	};
}

/**
 * Subscribes to the event and pauses the execution, unless the event has already happened. Resolves with an item that
 * n8n shows while it waits, and drops afterwards. The item is needed: with Retry On Fail, n8n would run the node again
 * for no item, or for an item of the input with a field called `error`.
 */
async function wait(
	{ event, filters, describe, record }: WaitSpec,
	input: Input,
	context: OperationContext,
): Promise<Output[]> {
	const { client, pausing } = context;
	const until = getEnd(input);
	const notBefore = getBeginning(input, until);
	const isCounted = record !== undefined && input.string('ifAlready') !== 'wait';
	const accepted = { events: event ? [event] : input.list('events'), filters: filters(input) };
	assertFilters(accepted.filters);
	const { item, executionUrl, nodeId, openWaits, assertReachable, pause } = pausing(input);
	warnAboutOpenWaits(openWaits, context);
	const nonce = randomUUID();
	const url = toResumeUrl(executionUrl, nodeId, nonce, String(until));
	assertReachable(url);
	const read = async () => (record ? await readRecord(client, record, input, isCounted) : {});
	const hasHappened = (found: IDataObject) =>
		isCounted && Number(getCount(found, record.counter)) > 0;
	const found = await read();
	const already = [withFlags(item, { alreadyHappened: true })];
	if (hasHappened(found)) return already;
	if (record && hasExpired(found)) throw toExpired(found, record.route, input);
	const goal = { n8nUrl: url, url, chosen: accepted.events, isNew: true };
	const { id: webhookId } = await run(context, goal, {});
	const clockAhead = (client.clock ?? Date.now()) - Date.now();
	// Read the counter again after subscribing; otherwise an event just before the subscription would be missed.
	const now = isCounted ? await read().catch(toFailure) : {};
	if (now instanceof Failure || hasHappened(now)) {
		await tryBriefly(async () => await unsubscribe(client, webhookId));
		if (now instanceof Failure) throw now;
		return already;
	}
	await removeExpired(client, url);
	const what = describe(input, found);
	const saved = { ...accepted, nonce, until, webhookId, notBefore, clockAhead };
	await pause(saved, url, what, withFlags(item, { timedOut: true }));
	return [{ json: { waitingFor: what, until: new Date(until * 1000).toISOString() } }];
}

/** Adds a hint if someone who sees the URL of this wait could also resume other waiting nodes of the execution. */
function warnAboutOpenWaits(openWaits: string[], { addHint }: OperationContext): void {
	if (openWaits.length === 0) return;
	addHint(fill(waitMessages.tokenShared, { nodes: openWaits.join("', '") }).message);
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

/** Returns the input item with its files, and fields that say how the wait ended. */
function withFlags({ json, binary }: INodeExecutionData, flags: IDataObject): INodeExecutionData {
	return {
		json: { ...json, timedOut: false, alreadyHappened: false, event: null, ...flags },
		...(binary ? { binary } : {}),
		pairedItem: { item: 0 },
	};
}

/** Returns when the wait is over, in seconds since 1970. */
function getEnd(input: Input): number {
	const amount = input.number('timeoutAmount') ?? 7;
	const unit = input.string('timeoutUnit') || 'days';
	const seconds = amount * SECONDS[unit];
	if (seconds >= SHORTEST && seconds <= LONGEST) return Math.ceil(Date.now() / 1000 + seconds);
	const field = input.label('timeoutAmount');
	const unitField = input.label('timeoutUnit');
	const time = `${amount} ${amount === 1 ? unit.replace(/s$/, '') : unit}`;
	throw Failure.input(waitMessages.outOfRange, { field, time, unitField });
}

/** Returns the time from which events count, in ms since 1970 by n8n's clock. Earlier events are ignored. */
function getBeginning(input: Input, until: number): number {
	const ignored = input.has('ignoreFirst') ? (input.number('ignoreFirst') ?? 0) : 0;
	if (ignored === 0) return Date.now() - CLOCK_TOLERANCE;
	const beginning = Date.now() + ignored * SECONDS.minutes * 1000;
	if (Math.ceil(beginning / 1000) < until) return beginning;
	throw Failure.input(waitMessages.nothingLeft, { field: input.label('ignoreFirst') });
}

function toExpired({ expiry }: IDataObject, route: Route, input: Input): Failure {
	const [name] = getRouteFields(route);
	const values = { field: input.label(name), id: input.string(name), date: scalarToText(expiry) };
	return Failure.input(waitMessages.expired, values);
}

/** Reads the link or QR code that the event concerns. Throws if its counter is needed but missing. */
async function readRecord(
	client: Client,
	{ route, counter }: NonNullable<WaitSpec['record']>,
	input: Input,
	isCountNeeded: boolean,
): Promise<IDataObject> {
	const found = await sendForRecord(client, toItemRequest(route, input));
	if (!isCountNeeded || getCount(found, counter) !== undefined) return found;
	const field = input.label('ifAlready');
	throw Failure.unusable(waitMessages.counterMissing, { counter, field });
}
