import { NodeOperationError } from 'n8n-workflow';
import type {
	CronExpression,
	ITriggerFunctions,
	ITriggerResponse,
	IWebhookFunctions,
} from 'n8n-workflow';
import { Failure, joinSentences, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { inTurn } from '../api/inTurn';
import { readCredential } from '../adapter/client';
import { assertReachable } from '../adapter/baseUrls';
import { getNodeKey } from '../adapter/memory';
import { untilAborted } from '../adapter/publication';
import { ALL } from '../events/events';
import { sendHeartbeat } from './heartbeat';
import { getFirstCall, getMemory, remember, toTestUrl } from './memory';
import { checkMessages } from './messages';
import type { Plan } from './plan';
import { connect, getChosenEvents, isResumed } from './publish';
import { run, type Connection } from './run';

/** The time for a check, in ms. It is short, because another check follows anyway. */
const LONGEST_CHECK = 60_000;
/** The number of times that a request of a check is sent. */
const ATTEMPTS = 2;
/** The time without a successful check after which an outage is worth a report, in ms. */
const BLIND_AFTER = 24 * 60 * 60_000;

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
	/** When the checks began to fail, in ms since 1970. Absent if the latest check succeeded. */
	failingSince?: number;
	/** What the latest check that succeeded found. */
	said?: Plan['say'];
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
	// It begins when n8n has called the webhook methods, which record the current URL.
	if (isResumed(context))
		void getFirstCall(getMemory(context)).promise.then(async () => await check(true));
	return {
		closeFunction: async () => {
			state.end.abort();
			if (published.get(key) === state) published.delete(key);
			await Promise.resolve();
		},
	};
}

/**
 * Remembers the webhook of `url` that a heartbeat names, and the mark of its secret. Stores it in two copies of the
 * static data, because n8n gives the hourly check its own copy.
 */
export function observe(
	context: IWebhookFunctions,
	url: string,
	named: { webhookId: string; secretMark: string },
): void {
	const check = published.get(getNodeKey(context));
	for (const copy of [context, check?.context]) {
		if (!copy) continue;
		const memory = getMemory(copy);
		const isKnown = memory.webhookId === named.webhookId;
		remember(memory, url, { ...named, listedUrl: isKnown ? memory.listedUrl : undefined });
	}
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
		await repair(state, isStart);
		state.reported = undefined;
		state.failingSince = undefined;
	} catch (thrown) {
		if (!signal.aborted) reportFailure(state, thrown, checkedAt);
	}
}

/** Renews the trigger's subscription if something is wrong with it. */
async function repair(state: TriggerCheck, isStart: boolean): Promise<void> {
	const { context, chosen } = state;
	if (chosen instanceof Failure) throw chosen;
	const credentials = await readCredential(context);
	const limits = { attempts: ATTEMPTS, end: state.end.signal };
	const connection = connect(context, credentials, LONGEST_CHECK, limits);
	const memory = getMemory(context);
	for (let url: string | undefined; memory.webhookUrl !== url; ) {
		// If n8n's address changes during the check, check the new one as well.
		url = memory.webhookUrl!;
		assertReachable(url, credentials);
		await untilAborted(connection.signal, repairUrl(state, connection, url, chosen, isStart));
	}
}

/** Renews the subscription of one URL if something is wrong with it. */
async function repairUrl(
	state: TriggerCheck,
	connection: Connection,
	url: string,
	chosen: string[],
	isStart: boolean,
): Promise<void> {
	const memory = getMemory(state.context);
	const { checkedAt } = memory;
	// When n8n starts, no test is running. So any webhook for the test URL is left over from a crash.
	const gone = isStart ? [toTestUrl(url)] : [];
	// Another webhook has taken the place of the trigger's again.
	const leavesForeign = state.said === 'foreign' || state.said === 'left';
	const goal = { n8nUrl: url, url, chosen, gone, mayLack: true, leavesForeign };
	await run(connection, goal, memory, {
		onPlan: (todo) => recordDefect(state, todo, connection),
		onActive: async ({ create, say }, id) => {
			// Send the ID in a heartbeat: n8n doesn't save static data that a check changes, but saves it when the trigger
			// receives a delivery.
			if (create) await sendHeartbeat(connection, url, id);
			if (say === 'left' && state.said !== 'left') {
				const { message, description } = fill(checkMessages.left, { url });
				report(state.context, message, description);
			}
			state.said = say;
			reportRenewal(state, checkedAt);
		},
	});
}

/**
 * Records what is wrong with the subscription. Does nothing if no event is missed, e.g. after a change of n8n's
 * address.
 */
function recordDefect(state: TriggerCheck, todo: Plan, { getMark }: Connection): void {
	const { context, chosen, said } = state;
	const { checkedAt, formerUrls = [], secretMark } = getMemory(context);
	// n8n's static data keeps former URLs until the trigger is published again. The address has changed since the last
	// subscription only if the remembered secret is that of a former URL.
	const isMoved = formerUrls.some((url) => getMark(url) === secretMark);
	const isGrown = todo.say === 'eventsMissing' && Array.isArray(chosen) && chosen.includes(ALL);
	// When n8n starts, the ID of a renewal may not have been saved. The webhook is then the trigger's own.
	const isUnsaved = todo.say === 'foreign' && said === undefined && isResumed(context);
	if (todo.say === 'fine' || todo.say === 'left' || checkedAt === undefined) return;
	if (isMoved || isGrown || isUnsaved) return;
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
	state.failingSince ??= Date.now();
	const isBlind = Date.now() - state.failingSince >= BLIND_AFTER;
	if (!isFinal && !isBlind) {
		const reason = joinSentences(message, description);
		context.logger.warn(fill(checkMessages.noResponse, { reason }));
		return;
	}
	// Compare refusals by status, because the message may contain a timestamp or an ID that changes every hour.
	const refusal = isFinal ? String(status ?? message) : 'blind';
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
