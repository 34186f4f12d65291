import { NodeOperationError } from 'n8n-workflow';
import type {
	CronExpression,
	ITriggerFunctions,
	ITriggerResponse,
	IWebhookFunctions,
} from 'n8n-workflow';
import { pause } from '../api/delay';
import { Failure, joinSentences, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { inTurn } from '../api/inTurn';
import { readCredential } from '../adapter/client';
import { assertReachable } from '../adapter/baseUrls';
import { ALL } from '../events/events';
import { sendHeartbeat } from './heartbeat';
import { getMemory, getNodeKey, toTestUrl } from './memory';
import { checkMessages } from './messages';
import type { Plan, Remembered } from './plan';
import { connect, getChosenEvents, isResumed } from './publish';
import { run, type Connection } from './run';

/**
 * The limits of a check. `timeout` and `maxWait` are in seconds. The limits are low, because another check follows
 * anyway, and a running check delays unpublishing.
 */
const LIMITS = { attempts: 2, timeout: 15, maxWait: 60 };
/**
 * The delay of the first check after n8n starts, in ms. During this delay, n8n calls the webhook methods, which
 * record the current URL.
 */
const START_DELAY = 1_000;

/** The state of the hourly checks of one published trigger. */
interface TriggerCheck {
	context: ITriggerFunctions;
	/** The events chosen in 'Trigger On', or the failure if they can't be read. */
	chosen: string[] | Failure;
	end: AbortController;
	/**
	 * The defect of the subscription. It is stored until the renewal is confirmed, because the first renewal request may
	 * fail.
	 */
	defect?: string;
	/** The last reported refusal, so that the same refusal isn't reported every hour. */
	reported?: string;
}

/** The state of the checks, by published trigger. */
const published = new Map<string, TriggerCheck>();

/**
 * Checks whether Link Platform still has the trigger's webhook subscription. Does so when n8n starts, and then once
 * an hour. If the subscription is missing or disabled, subscribes again. Link Platform silently disables a
 * subscription after five failed deliveries.
 */
export function keepAlive(context: ITriggerFunctions): ITriggerResponse {
	const state: TriggerCheck = {
		context,
		chosen: readChosen(context),
		end: new AbortController(),
	};
	const key = getNodeKey(context);
	published.set(key, state);
	// If publishing fails and is tried again, n8n keeps the cron job of the first try and ignores later ones. So the
	// job looks up the state of the latest try, because only the context of that try knows the webhook.
	const check = async (isStart = false) =>
		await inTurn(key, async () => await runCheck(published.get(key) ?? state, isStart));
	const expression = getHourly(context.getNode().id);
	context.helpers.registerCron({ expression }, () => void check());
	// Don't await the first check, so that n8n starts without waiting for Link Platform.
	if (isResumed(context))
		void pause(START_DELAY, state.end.signal).then(
			async () => await check(true),
			() => undefined,
		);
	return {
		closeFunction: async () => {
			state.end.abort();
			if (published.get(key) === state) published.delete(key);
			await Promise.resolve();
		},
	};
}

/**
 * Remembers what a delivery has shown about the trigger's subscription. Stores it in two copies of the static data,
 * because n8n gives the hourly check its own copy.
 */
export function observe(context: IWebhookFunctions, shown: Remembered): void {
	const { webhookUrl } = Object.assign(getMemory(context), shown);
	const check = published.get(getNodeKey(context));
	const checked = check ? getMemory(check.context) : {};
	if (checked.webhookUrl === webhookUrl) Object.assign(checked, shown);
}

/**
 * Reads the chosen events when the trigger is published, because n8n evaluates expressions only then. If that fails,
 * the first check reports it. An error thrown here would make n8n give up on the trigger.
 */
function readChosen(context: ITriggerFunctions): string[] | Failure {
	try {
		return getChosenEvents(context);
	} catch (thrown) {
		return toFailure(thrown);
	}
}

/** Checks the subscription, and reports problems that need attention. Never throws. */
async function runCheck(state: TriggerCheck, isStart: boolean): Promise<void> {
	const { signal } = state.end;
	const { webhookUrl, checkedAt, isPending } = getMemory(state.context);
	// There is nothing to check: either the trigger isn't subscribed, or publishing it failed. In the latter case,
	// n8n rejects its deliveries.
	if (webhookUrl === undefined || isPending || signal.aborted) return;
	try {
		await repair(state, webhookUrl, isStart);
		state.reported = undefined;
	} catch (thrown) {
		if (!signal.aborted) reportFailure(state, thrown, checkedAt);
	}
}

/** Renews the trigger's subscription if something is wrong with it. */
async function repair(state: TriggerCheck, url: string, isStart: boolean): Promise<void> {
	const { context, chosen } = state;
	const memory = getMemory(context);
	const { checkedAt } = memory;
	if (chosen instanceof Failure) throw chosen;
	const credentials = await readCredential(context);
	assertReachable(url, credentials);
	const connection = connect(context, credentials, { ...LIMITS, signal: state.end.signal });
	// When n8n starts, no test is running. So any webhook for the test URL is left over from a crash.
	const gone = isStart ? [toTestUrl(url)] : [];
	await run(connection, { n8nUrl: url, url, chosen, gone, mayLack: true }, memory, {
		onPlan: (todo) => recordDefect(state, todo, chosen, connection),
		onActive: async ({ create }, id) => {
			// Send the ID in a heartbeat: n8n doesn't save static data that a check changes, but saves it when the trigger
			// receives a delivery.
			if (create) await sendHeartbeat(connection, url, id);
			reportRenewal(state, checkedAt);
		},
	});
}

/**
 * Records what is wrong with the subscription. Does nothing if no event is missed, e.g. after a change of n8n's
 * address.
 */
function recordDefect(
	state: TriggerCheck,
	todo: Plan,
	chosen: string[],
	{ getMark }: Connection,
): void {
	const { checkedAt, formerUrls = [], secretMark } = getMemory(state.context);
	// n8n's static data keeps former URLs until the trigger is published again. The address has changed since the last
	// subscription only if the remembered secret is that of a former URL.
	const isMoved = formerUrls.some((url) => getMark(url) === secretMark);
	const isGrown = todo.say === 'eventsMissing' && chosen.includes(ALL);
	if (todo.say === 'fine' || checkedAt === undefined || isMoved || isGrown) return;
	state.defect ??= fill(checkMessages[todo.say], { events: todo.lacking.join(', ') });
}

/**
 * Reports why a check failed. Writes to n8n's log if Link Platform may be down; otherwise records one failed execution.
 * `checkedAt` is when the subscription was last known to work before the check.
 */
function reportFailure(state: TriggerCheck, thrown: unknown, checkedAt?: string): void {
	const { context } = state;
	const { kind, status, message, description } = toFailure(thrown);
	// An error of n8n itself, e.g. because a credential was deleted, occurs at every check until somebody acts.
	const isOwn = !(thrown instanceof Failure) || kind === 'input';
	const isFinal = isOwn || (kind === 'refused' && status !== undefined);
	if (!isFinal) {
		const reason = joinSentences(message, description);
		context.logger.warn(fill(checkMessages.noResponse, { reason }));
		return;
	}
	// Compare refusals by status, because the message may contain a timestamp or an ID that changes every hour.
	const refusal = String(status ?? message);
	if (state.reported === refusal) return;
	state.reported = refusal;
	const isActive = getMemory(context).checkedAt !== checkedAt;
	const gap = isActive ? undefined : describeGap(checkedAt);
	const advice = joinSentences(description, gap, checkMessages.triesAgain);
	report(context, fill(checkMessages.failed, { reason: message }), advice);
}

/**
 * Reports that the subscription was renewed. Called only once the renewal is confirmed. That may take another check,
 * because the first response may have been lost.
 */
function reportRenewal(state: TriggerCheck, checkedAt: string | undefined): void {
	if (state.defect === undefined) return;
	const { message, description } = fill(checkMessages.renewed, { reason: state.defect });
	report(state.context, joinSentences(message, describeGap(checkedAt)), description);
	state.defect = undefined;
}

/** Records a failed execution, so that n8n also runs the error workflow. The workflow stays published. */
function report(context: ITriggerFunctions, message: string, description: string): void {
	context.saveFailedExecution(new NodeOperationError(context.getNode(), message, { description }));
}

/**
 * Returns a cron expression that runs hourly, at a minute and second that depend on the node's ID. This spreads out
 * the checks of many triggers.
 */
function getHourly(nodeId: string): CronExpression {
	const hash = [...nodeId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 3_600, 7);
	return `${hash % 60} ${Math.floor(hash / 60)} * * * *`;
}

/**
 * Describes from when events may have been missed; undefined if that isn't known. `since` is when the subscription
 * last worked, as an ISO 8601 date.
 */
export function describeGap(since?: string | null): string | undefined {
	if (!since) return undefined;
	const time = since.slice(0, 16).replace('T', ' ');
	return fill(checkMessages.gap, { time });
}
