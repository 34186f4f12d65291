import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Client } from '../api/client';
import { Failure, toFailure } from '../api/failure';
import { getRouteFields, type Route } from '../api/route';
import { getCount, parseMoment, parseTimestamp } from '../api/dialect';
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
import { waitMessages } from './messages';
import { sendForRecord, toItemRequest } from '../runner/requests';
import { assertFilters } from '../events/filters';
import { toResumeUrl } from '../subscriptions/resumeUrl';
import { unsubscribe } from '../subscriptions/requests';
import { removeExpired, run, tryBriefly } from '../subscriptions/run';
import { choice, number } from '../runner/fields';

const SECONDS: Record<string, number> = { minutes: 60, hours: 60 * 60, days: 24 * 60 * 60 };
/** n8n looks once a minute which waits are over. */
const SHORTEST = 2 * SECONDS.minutes;
const LONGEST = 365 * SECONDS.days;
/** In ms: how much the clocks of Link Platform's servers may differ. */
const CLOCK_TOLERANCE = 5 * 60 * 1000;

/** What is waited for. */
interface WaitSpec {
	/** With `timeout`, and with `toIfAlready` if there is a record. */
	fields: Field[];
	/** The event type; those of the field 'Events' if absent. */
	event?: string;
	/** What a delivery has to match, as the trigger's filters. */
	filters: (input: Input) => IDataObject;
	/** In words, after 'Waiting for'. */
	describe: (input: Input, record: IDataObject) => string;
	/** The record that it happens to, if there is one. */
	record?: {
		route: Route;
		/** What counts how often it has happened. */
		counter: 'clicks' | 'scans';
	};
}

/** How long to wait. */
export const timeout: INodeProperties[] = [
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
 * An operation that pauses the execution until a delivery matches or the time is over. It subscribes the URL
 * of the execution, so each wait has a subscription of its own; `trigger/resume.ts` receives the deliveries.
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

async function wait(
	{ event, filters, describe, record }: WaitSpec,
	input: Input,
	context: OperationContext,
): Promise<Output[]> {
	const { client, pausing, addHint } = context;
	const until = getEnd(input);
	const notBefore = getBeginning(input, until);
	const goesOn = record !== undefined && input.string('ifAlready') !== 'wait';
	const accepted = { events: event ? [event] : input.list('events'), filters: filters(input) };
	assertFilters(accepted.filters);
	const { item, executionUrl, nodeId, openWaits, assertReachable, pause } = pausing(input);
	if (openWaits.length > 0) addHint(toSharedHint(openWaits));
	const nonce = randomUUID();
	const url = toResumeUrl(executionUrl, nodeId, nonce, String(until));
	assertReachable(url);
	const read = async () => (record ? await readRecord(client, record, input, goesOn) : {});
	const hasHappened = (found: IDataObject) => goesOn && Number(getCount(found, record.counter)) > 0;
	const found = await read();
	const already = [withFlags(item, { alreadyHappened: true })];
	if (hasHappened(found)) return already;
	if (record) assertNotExpired(found, record.route, input);
	const goal = { n8nUrl: url, url, chosen: accepted.events, isNew: true };
	const { id: webhookId } = await run(context, goal, {});
	const clockAhead = (client.clock ?? Date.now()) - Date.now();
	// Read again, for events that happened meanwhile: seeing an event twice is better than missing it.
	const now = goesOn ? await read().catch(toFailure) : {};
	if (now instanceof Failure || hasHappened(now)) {
		await tryBriefly(async () => await unsubscribe(client, webhookId));
		if (now instanceof Failure) throw now;
		return already;
	}
	await removeExpired(client, url);
	const what = describe(input, found);
	const saved = { ...accepted, nonce, until, webhookId, notBefore, clockAhead };
	await pause(saved, url, what, withFlags(item, { timedOut: true }));
	// Shown while it waits, and dropped after that. Neither the input nor nothing: if n8n is set to
	// retry, an input field `error` or an empty output would have it run this again.
	return [{ json: { waitingFor: what, until: new Date(until * 1000).toISOString() } }];
}

/** The hint that the resume URL of this wait also resumes waits of other nodes. */
function toSharedHint(nodes: string[]): string {
	return fill(waitMessages.tokenShared, { nodes: nodes.join("', '") }).message;
}

/** What to do if it has happened before; `happened` in the label. */
export function toIfAlready(happened: string): INodeProperties {
	return choice(
		`If Already ${happened}`,
		'ifAlready',
		[
			{ name: 'Continue Immediately', value: 'continue' },
			{ name: 'Wait for the Next One', value: 'wait' },
		],
		{ description: 'What to do if it has happened before' },
	);
}

/** Returns the input with its files, and how the wait ended. */
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

/** Returns when events begin to count, in ms since 1970 by n8n's clock. */
function getBeginning(input: Input, until: number): number {
	const ignored = input.has('ignoreFirst') ? (input.number('ignoreFirst') ?? 0) : 0;
	if (ignored === 0) return Date.now() - CLOCK_TOLERANCE;
	const beginning = Date.now() + ignored * SECONDS.minutes * 1000;
	if (Math.ceil(beginning / 1000) < until) return beginning;
	throw Failure.input(waitMessages.nothingLeft, { field: input.label('ignoreFirst') });
}

/** Throws if the record says that it has expired: nothing would happen to it until the time is over. */
function assertNotExpired({ expiry }: IDataObject, route: Route, input: Input): void {
	const time = parseTimestamp(expiry) ?? 0;
	const date = scalarToText(expiry);
	// In UTC-12, a time without an offset comes 12 hours after it does in UTC, and the end of a day 36. 0 is no expiry.
	const hours = /^\d{4}-\d\d-\d\d$/.test(date) ? 36 : 12;
	const latest = parseMoment(expiry) ?? time + hours * SECONDS.hours * 1000;
	if (!time || latest > Date.now()) return;
	const [name] = getRouteFields(route);
	const values = { field: input.label(name), id: input.string(name), date };
	throw Failure.input(waitMessages.expired, values);
}

/** Reads the record that the event happens to, which must have a counter if that is needed. */
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
