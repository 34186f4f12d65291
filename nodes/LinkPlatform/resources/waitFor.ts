import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { fill } from '../api/fill';
import type { Route } from '../api/route';
import { getAlias, getCount } from '../api/dialect';
import { scalarToText } from '../api/envelope';
import type { Input } from '../runner/input';
import type { CompositeOperation, OperationContext, Output } from '../runner/operation';
import { waitMessages } from './messages';
import { sendForRecord, toItemRequest } from '../runner/requests';
import { assertFilters } from '../events/filters';
import { toResumeUrl } from '../subscriptions/resumeUrl';
import { subscribeWait } from '../subscriptions/wait';
import { choice, number } from '../runner/fields';
import { dropIps } from './fields';

const SECONDS: Record<string, number> = { minutes: 60, hours: 60 * 60, days: 24 * 60 * 60 };
/** The shortest wait, in seconds. n8n checks only once a minute which waits have ended. */
const SHORTEST = 2 * SECONDS.minutes;
const LONGEST = 365 * SECONDS.days;
/** How far Link Platform's clock may be behind when it dates an event, in ms. */
const CLOCK_TOLERANCE = 5 * 60_000;

/** An operation that waits for an event. */
interface Wait extends Pick<CompositeOperation, 'name' | 'action' | 'description' | 'fields'> {
	/** The event type to wait for. By default, the types chosen in the field 'Events'. */
	event?: string;
	/** Returns the filters that an event has to match. They work as in the trigger. */
	filters: (input: Input) => IDataObject;
	/** The route that returns the link or QR code of the event, and the field that counts such events. */
	record?: { route: Route; counter: 'clicks' | 'scans' };
}

/** The fields that every wait has: its maximum length, and what comes out. */
export const waitFields = [
	number('Wait Up To', 'timeoutAmount', {
		default: 7,
		typeOptions: { minValue: 0 },
		description:
			'From 2 minutes to 365 days. After this time, the workflow continues without the event.',
	}),
	choice('Unit', 'timeoutUnit', ['days', 'hours', 'minutes']),
	dropIps,
];

/**
 * Returns an operation that pauses the execution until a matching event arrives or the maximum wait is over. Each
 * wait subscribes the resume URL of its own execution. `deliveries/resume.ts` receives the events. The operation's
 * fields must include `waitFields`, and `toIfAlready` if the event has a `record`.
 */
export function waitFor({ event, filters, record, ...operation }: Wait): CompositeOperation {
	return {
		...operation,
		pauses: true,
		routes: [
			'POST /api/webhooks/subscribe',
			record?.route ?? 'GET /api/webhooks/events',
			'GET /api/webhooks',
			'DELETE /api/webhooks/subscribe/{webhookId}',
		],
		run: async (input, context) => await wait({ event, filters, record }, input, context),
	};
}

/**
 * Subscribes to the event and pauses the execution, unless the event has already happened. Resolves with an item that
 * n8n shows during the wait, and drops afterward. There must be an item, and it must not have a field called `error`.
 * Otherwise, n8n would run the node again if Retry On Fail is on.
 */
async function wait(
	{ event, filters, record }: Pick<Wait, 'event' | 'filters' | 'record'>,
	input: Input,
	context: OperationContext,
): Promise<Output[]> {
	const { client, pausing } = context;
	const until = getEnd(input);
	const ignoreFirst = getIgnored(input);
	// A mail scanner may have clicked already, so with 'Ignore First' the counter proves nothing.
	const isCounted = record && ignoreFirst === 0 && input.string('ifAlready') !== 'wait';
	const accepted = { events: event ? [event] : input.list('events'), filters: filters(input) };
	assertFilters(accepted.filters);
	const { item, executionUrl, nodeId, openWaits, assertReachable, pause } = pausing(input);
	if (openWaits.length > 0) {
		context.addHint(fill(waitMessages.tokenShared, { nodes: openWaits.join("', '") }));
	}
	const nonce = randomUUID();
	const url = toResumeUrl(executionUrl, nodeId, nonce, String(until));
	assertReachable(url);
	let name: string | undefined;
	const saved = await subscribeWait(context, {
		...accepted,
		url,
		nonce,
		until,
		notBefore: Date.now() + (ignoreFirst > 0 ? ignoreFirst * 1000 : -CLOCK_TOLERANCE),
		dropIpAddresses: input.boolean('dropIpAddresses'),
		readCount: async () => {
			if (!record) return 0;
			const found = await sendForRecord(client, toItemRequest(record.route, input));
			name = getAlias(found) ?? scalarToText(found.name);
			return isCounted ? getCounted(found, record.counter, input) : 0;
		},
	});
	if (!saved) return [withFlags(item, { alreadyHappened: true })];
	const waitingFor = accepted.events.join(', ');
	const what = name ? `${waitingFor} (${name})` : waitingFor;
	await pause(saved, url, what, withFlags(item, { timedOut: true }));
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
	const seconds = getLongest(input);
	if (seconds >= SHORTEST && seconds <= LONGEST) return Math.ceil(Date.now() / 1000 + seconds);
	const time = `${input.string('timeoutAmount')} ${input.string('timeoutUnit')}`;
	throw Failure.input(waitMessages.outOfRange, { time });
}

/** Returns the maximum length of the wait, in seconds. */
function getLongest(input: Input): number {
	return (input.number('timeoutAmount') ?? 7) * SECONDS[input.string('timeoutUnit')];
}

/** Returns the length of the time at the beginning of the wait in which events are ignored, in seconds. */
function getIgnored(input: Input): number {
	const minutes = (input.has('ignoreFirst') && input.number('ignoreFirst')) || 0;
	if (minutes * SECONDS.minutes < getLongest(input)) return minutes * SECONDS.minutes;
	throw Failure.input(waitMessages.ignoresAll, { minutes });
}

/** Returns how often the event has happened to the link or QR code. Throws if the record doesn't say so. */
function getCounted(record: IDataObject, counter: 'clicks' | 'scans', input: Input): number {
	const count = getCount(record, counter);
	if (count !== undefined) return count;
	throw Failure.unusable(waitMessages.counterMissing, { counter, field: input.label('ifAlready') });
}
