import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import { Failure, joinSentences, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { createClient, openClient, readCredentialOf } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';
import { assertFilters, splitValues } from '../events/filters';
import { getOptions, readField } from '../events/options';
import { toSimplified, type FullEvent } from '../events/simplify';
import { pollingMessages } from './messages';
import type { PollState } from './plan';
import { fetchLatest, isUnchecked, poll } from './poll';
import { SOURCES, type Watch } from './records';

/** In seconds: the user waits for it. */
const FORM = { maxWait: 20 };
/** In seconds: n8n tries to publish five times. */
const PUBLISHING = { maxWait: 130 };
/** In ms: the time that a poll of n8n's own timers has. Older versions don't say it. */
const BUDGET = 5 * 60_000;

/** The triggers of n8n, each from its publication or n8n's start on: n8n keeps the context in between. */
const started = new WeakSet<IPollFunctions>();
/** n8n starts a poll even if the one before has not ended. */
const running = new WeakSet<IPollFunctions>();

/** One poll: the events since the one before as items, null if there are none. */
export async function pollTrigger(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budget = context.getPollBudgetMs?.() ?? BUDGET;
	// The durable scheduler gives each poll a new context, and a budget of its own.
	const isFirst = !started.has(context) && budget === BUDGET;
	started.add(context);
	// A failure would end the publication, and n8n's start would wait. The next poll comes by itself.
	if (isFirst && ['init', 'leadershipChange'].includes(context.getActivationMode())) return null;
	if (running.has(context)) return null;
	running.add(context);
	try {
		return await pollOnce(context, budget, isFirst);
	} catch (thrown) {
		const failure = toFailure(thrown);
		// n8n shows only the message of a failed publication.
		const message = joinSentences(failure.message, failure.description);
		throw toNodeError(context.getNode(), isFirst ? failure.reworded({ message }) : failure);
	} finally {
		running.delete(context);
	}
}

async function pollOnce(
	context: IPollFunctions,
	budget: number,
	isFirst: boolean,
): Promise<INodeExecutionData[][] | null> {
	const deadline = Date.now() + budget;
	// All fields before anything is waited for: meanwhile, another poll may take n8n's engine for expressions away.
	const watch = toWatch(context);
	// A text, since n8n wraps every single value of an object.
	const memory = context.getWorkflowStaticData('node') as { polled?: string };
	// What a workflow remembers that was not published is of an earlier time.
	const isNew = isFirst && context.getActivationMode() === 'activate';
	const former = isNew || !memory.polled ? undefined : (JSON.parse(memory.polled) as PollState);
	const client = await openClient(context, isFirst ? PUBLISHING : { maxWait: budget / 1000 });
	const { state, events, hints, mustBeSaved } = await poll(client, watch, former, deadline);
	// Only now, so that a poll that failed has changed nothing. n8n saves it together with the items.
	memory.polled = JSON.stringify(state);
	const change = former && getChange(former, state, isFirst);
	if (change) context.__emitError(toNodeError(context.getNode(), Failure.input(change)));
	if (events.length > 0) {
		return [events.map((json, index) => (index === 0 ? { json, polled: { hints } } : { json }))];
	}
	// n8n saves nothing after a poll without a result, except when it publishes.
	return mustBeSaved && !isFirst ? [[]] : null;
}

/** What is to be said of what a trigger watches from this poll on. Whoever publishes other fields knows it. */
function getChange(former: PollState, state: PollState, isFirst: boolean) {
	if (former.account !== state.account) return pollingMessages.otherAccount;
	if (isFirst) return undefined;
	if (former.watched !== state.watched) return pollingMessages.otherRecords;
	const isSame = JSON.stringify(former.filters) === JSON.stringify(state.filters);
	return isSame ? undefined : pollingMessages.otherFilters;
}

/** What n8n runs the node with: the events of a poll, with its hints; or, in the editor, the latest real event. */
export async function runPolled(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		const watch = toWatch(context);
		const { simplify } = getOptions(context);
		const hints: string[] = [];
		let items = context.getInputData().map(({ polled, ...item }) => {
			hints.push(...((polled as { hints?: string[] } | undefined)?.hints ?? []));
			return item;
		});
		if (context.getMode() === 'manual') {
			const client = createClient(context, await readCredentialOf(context, 0), FORM);
			const { event, hint } = await fetchLatest(client, watch);
			items = [{ json: event }];
			hints.push(hint);
		}
		const clicks = watch.event === 'link.clicked' ? items : [];
		const count = clicks.filter(({ json }) => isUnchecked(watch, json.data as IDataObject)).length;
		if (count > 0) hints.push(fill(pollingMessages.unchecked, { count }).message);
		for (const message of hints) {
			context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
		}
		if (!simplify) return [items];
		return [items.map((item) => ({ ...item, json: toSimplified(item.json as FullEvent) }))];
	} catch (thrown) {
		throw toNodeError(context.getNode(), toFailure(thrown));
	}
}

/** What the node's fields say; fails if they are not usable. */
function toWatch(context: IPollFunctions | IExecuteFunctions): Watch {
	const read = (name: string) => readField(context, name, { extractValue: name === 'bioPageId' });
	const event = String(read('event'));
	if (!Object.hasOwn(SOURCES, event)) throw Failure.input(pollingMessages.unknownEvent, { event });
	const filters = (read('filters') ?? {}) as IDataObject;
	assertFilters(filters);
	return {
		...getOptions(context),
		event,
		filters,
		bioPageId: event === 'subscriber.added' ? String(read('bioPageId') ?? '').trim() : '',
		steps: event === 'link.milestone' ? parseSteps(read('steps')) : [],
	};
}

/** The steps in ascending order; a text with commas, or a list or number from an expression. */
function parseSteps(value: unknown): number[] {
	const entries = splitValues(value);
	const wrong = entries.find((entry) => !/^[1-9]\d{0,14}$/.test(entry));
	if (wrong !== undefined || entries.length === 0) {
		throw Failure.input(pollingMessages.badStep, { value: wrong ?? 'nothing' });
	}
	return [...new Set(entries.map(Number))].sort((one, other) => one - other);
}
