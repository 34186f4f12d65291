import { createHash } from 'crypto';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import { Failure, joinSentences, toFailure } from '../api/failure';
import { getBaseUrls } from '../adapter/baseUrls';
import { createClient, getAccountKey, readCredential } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';
import { pollingMessages } from './messages';
import { fetchLatest, poll, type PollPlan, type PollState } from './poll';
import { SOURCES } from './sources';

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
	const mode = context.getActivationMode();
	const isTest = context.getMode() === 'manual';
	// A failure would end the publication, and n8n's start would wait. The next poll comes by itself.
	if (isFirst && !isTest && ['init', 'leadershipChange'].includes(mode)) return null;
	if (running.has(context)) return null;
	running.add(context);
	try {
		if (isTest) return await fetchTestEvent(context);
		return await pollOnce(context, budget, isFirst, isFirst && mode === 'activate');
	} catch (thrown) {
		const failure = toFailure(thrown);
		// n8n shows only the message of a failed publication.
		const message = joinSentences(failure.message, failure.description);
		throw toNodeError(
			context.getNode(),
			isFirst && !isTest ? failure.reworded({ message }) : failure,
		);
	} finally {
		running.delete(context);
	}
}

async function fetchTestEvent(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const credentials = await readCredential(context);
	const client = createClient(context, credentials, FORM);
	const json = await fetchLatest(client, getPlan(context, credentials));
	return [[{ json: { ...json } }]];
}

/** `isNew`: the workflow was not published before, so whatever is remembered is of an earlier time. */
async function pollOnce(
	context: IPollFunctions,
	budget: number,
	isFirst: boolean,
	isNew: boolean,
): Promise<INodeExecutionData[][] | null> {
	const deadline = Date.now() + budget;
	const credentials = await readCredential(context);
	const limits = isFirst ? PUBLISHING : { maxWait: budget / 1000 };
	const client = createClient(context, credentials, limits);
	const memory = context.getWorkflowStaticData('node');
	const former = isNew ? undefined : (memory.polled as PollState | undefined);
	const result = await poll(client, getPlan(context, credentials), former, deadline);
	// Only now, so that a poll that failed has changed nothing. n8n saves it together with the items.
	memory.polled = result.state;
	const items = result.events.map((event) => ({ json: { ...event } }));
	if (items.length > 0) return [items];
	// n8n saves nothing after a poll without a result, except when it publishes.
	return result.mustBeSaved && !isFirst ? [[]] : null;
}

function getPlan(context: IPollFunctions, credentials: ICredentialDataDecryptedObject): PollPlan {
	const event = String(context.getNodeParameter('event'));
	if (!Object.hasOwn(SOURCES, event)) throw Failure.input(pollingMessages.unknownEvent, { event });
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const isOn = (value: unknown) => value === true || value === 'true';
	const isOfPage = event === 'subscriber.added';
	const page: unknown = isOfPage
		? context.getNodeParameter('bioPageId', '', { extractValue: true })
		: '';
	const bioPageId = String(page ?? '').trim();
	if (isOfPage && bioPageId === '') throw Failure.input(pollingMessages.noBioPage);
	return {
		event,
		filters: context.getNodeParameter('filters', {}) as IDataObject,
		bioPageId,
		dropIpAddresses: isOn(options.dropIpAddresses),
		ignoreLikelyBots: isOn(options.ignoreLikelyBots),
		platform: toMark(getBaseUrls(credentials).current.replace(/^https?:/i, '')),
		account: toMark(getAccountKey(credentials)),
	};
}

/** Tells texts apart without showing them. Everyone who may read the workflow sees it, so it is short. */
function toMark(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 6);
}
