import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import { Failure } from '../api/failure';
import { FORM, createClient, openClient, readCredentialOf } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';
import { splitValues } from '../events/filters';
import { getOptions, readField } from '../adapter/triggerFields';
import { toSimplified, type FullEvent } from '../events/simplify';
import { pollingMessages } from './messages';
import type { PollState } from './plan';
import { fetchLatest, poll } from './poll';
import { SOURCES, type Watch } from './records';

/**
 * The time budget of a poll, in ms, if n8n's own timers start it, and not its durable scheduler. Also applies to
 * older versions of n8n, which state no budget.
 */
const BUDGET = 5 * 60_000;

/**
 * Flags that show whether a trigger's poll is running, by the trigger's context object, which n8n keeps between
 * polls. They are needed because n8n starts the next poll even if the previous one hasn't ended. A trigger without an
 * entry hasn't polled since it was published or n8n started.
 */
const isPolling = new WeakMap<IPollFunctions, boolean>();

/** Polls once. Returns the events since the previous poll as items, or null if there are none. */
export async function pollTrigger(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budget = context.getPollBudgetMs?.() ?? BUDGET;
	// With n8n's durable scheduler, every poll has a new context object. The different time budget shows that such a
	// poll isn't the first one.
	const isFirst = !isPolling.has(context) && budget === BUDGET;
	if (isPolling.get(context)) return null;
	isPolling.set(context, true);
	try {
		return await pollOnce(context, budget, isFirst);
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown, { isMessageOnly: isFirst });
	} finally {
		isPolling.set(context, false);
	}
}

async function pollOnce(
	context: IPollFunctions,
	budget: number,
	isFirst: boolean,
): Promise<INodeExecutionData[][] | null> {
	const activation = context.getActivationMode();
	// Skip the poll at n8n's start. n8n would wait for it, and would give up on the trigger if the poll failed. The
	// next poll follows automatically.
	if (isFirst && ['init', 'leadershipChange'].includes(activation)) return null;
	// Read all fields before the first await. After that, another poll may take over n8n's expression engine.
	const watch = toWatch(context);
	// The state is stored as one JSON string, because n8n wraps every value of an object in a proxy.
	const memory = context.getWorkflowStaticData('node') as { polled?: string };
	// Start over after publishing, even if publishing fails and succeeds later: the state from before the trigger was
	// unpublished is out of date.
	if (isFirst && activation === 'activate') delete memory.polled;
	const former = memory.polled ? (JSON.parse(memory.polled) as PollState) : undefined;
	const client = await openClient(context, { maxWait: budget / 1000 });
	const { state, events, hints, isNew, mustBeSaved } = await poll(client, watch, former);
	// Store the state last, so that a failed poll changes nothing. n8n saves it together with the items.
	memory.polled = JSON.stringify(state);
	if (isNew && former && !isFirst)
		context.__emitError(toNodeError(context.getNode(), Failure.input(pollingMessages.startsOver)));
	if (events.length > 0) return [events.map((json) => ({ json, polled: { hints } }))];
	// After a poll that returns nothing, n8n doesn't save the state, except when publishing. An empty list makes n8n save
	// it.
	return mustBeSaved && !isFirst ? [[]] : null;
}

/** Returns the node's output: the events of a poll or, in the editor, the latest real event. Shows the poll's hints. */
export async function runPolled(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		const watch = toWatch(context);
		let items = context.getInputData();
		const { hints = [] } = (items[0]?.polled ?? {}) as { hints?: string[] };
		if (context.getMode() === 'manual') {
			const client = createClient(context, await readCredentialOf(context, 0), FORM);
			items = [{ json: await fetchLatest(client, watch) }];
		}
		for (const message of hints) {
			context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
		}
		const { simplify } = getOptions(context);
		return [items.map(({ json }) => ({ json: simplify ? toSimplified(json as FullEvent) : json }))];
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown);
	}
}

/** Reads the node's fields; throws if they can't be used. */
function toWatch(context: IPollFunctions | IExecuteFunctions): Watch {
	const read = (name: string) => readField(context, name, { extractValue: name === 'bioPageId' });
	const event = String(read('event'));
	if (!Object.hasOwn(SOURCES, event)) throw Failure.input(pollingMessages.unknownEvent, { event });
	return {
		...getOptions(context),
		event,
		filters: (read('filters') ?? {}) as IDataObject,
		bioPageId: event === 'subscriber.added' ? String(read('bioPageId') ?? '').trim() : '',
		steps: event === 'link.milestone' ? parseSteps(read('steps')) : [],
	};
}

/** Returns the steps in ascending order, from text with commas, or from a list or number that an expression returns. */
function parseSteps(value: unknown): number[] {
	const entries = splitValues(value);
	const wrong = entries.find((entry) => !/^[1-9]\d{0,14}$/.test(entry));
	if (wrong !== undefined || entries.length === 0) {
		throw Failure.input(pollingMessages.badStep, { value: wrong ?? 'nothing' });
	}
	return [...new Set(entries.map(Number))].sort((one, other) => one - other);
}
