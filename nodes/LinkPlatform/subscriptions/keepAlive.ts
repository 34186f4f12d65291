import { randomUUID } from 'crypto';
import { NodeOperationError } from 'n8n-workflow';
import type { CronExpression, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { pause } from '../api/delay';
import { Failure, joinSentences, toFailure, type Words } from '../api/failure';
import { fill } from '../api/fill';
import { inTurn } from '../api/inTurn';
import { readCredential } from '../adapter/client';
import { assertReachable } from '../adapter/baseUrls';
import { ALL, CLICK, SCAN } from '../events/events';
import { getIgnored } from '../events/ignored';
import { toHeartbeat } from './heartbeat';
import { getMemory, getNodeKey, getTestUrls } from './memory';
import { checkMessages } from './messages';
import type { Plan } from './plan';
import { connect, getChosenEvents, getLockKey, hasBeenTested, isResumed } from './publish';
import { describeGap, describeState, run } from './run';

/** In seconds. The next check comes anyway, so none should delay an unpublishing for long. */
const LIMITS = { attempts: 2, timeout: 15, maxWait: 60 };
/** In ms: n8n calls the webhook's own methods at the same time, which record its present URL. */
const START_DELAY = 1_000;
const UNPUBLISHED = new Error('The trigger is no longer published');

type FailureTemplate = (typeof checkMessages)['notChecked' | 'notRenewed' | 'notCleared'];

/** The checks of one published trigger. */
interface TriggerCheck {
	context: ITriggerFunctions;
	/** Those in 'Trigger On'. */
	chosen: Promise<string[]>;
	end: AbortController;
	/** The check at n8n's start has not succeeded yet. */
	isFirst: boolean;
	/** The message if it fails now. */
	template: FailureTemplate;
	/** What was wrong, until the renewal is confirmed: it may have got no response, or a refusal. */
	defect?: string;
	/** The refusal that was reported. */
	reported?: string;
	/** The ignored deliveries that were logged. */
	ignored?: string;
}

/** Of each published trigger. */
const published = new Map<string, TriggerCheck>();

/**
 * Checks once an hour, and when n8n starts, whether Link Platform still has the trigger's subscription, and
 * subscribes again if not: Link Platform silently switches one off after five failed deliveries.
 */
export function keepAlive(context: ITriggerFunctions): ITriggerResponse {
	const end = new AbortController();
	// Read now, since n8n evaluates expressions only while it publishes; thrown by a check, since here n8n would give up.
	const chosen = new Promise<string[]>((resolve) => resolve(getChosenEvents(context)));
	chosen.catch(() => undefined);
	const key = getLockKey(context);
	const isFirst = context.getActivationMode() === 'init';
	const state: TriggerCheck = { context, chosen, end, isFirst, template: checkMessages.notChecked };
	published.set(key, state);
	// After a failed publication, n8n keeps the first cron and ignores this one, but only this context knows the webhook.
	const check = async () =>
		await inTurn(key, async () => await runCheck(published.get(key) ?? state));
	const expression = getHourly(context.getNode().id);
	context.helpers.registerCron({ expression }, () => void check());
	// Not awaited: n8n starts without waiting for Link Platform.
	if (isResumed(context)) void pause(START_DELAY, end.signal).then(check, () => undefined);
	return {
		closeFunction: async () => {
			end.abort(UNPUBLISHED);
			if (published.get(key) === state) published.delete(key);
			await Promise.resolve();
		},
	};
}

/** Checks, and reports what somebody has to know. Never throws. */
async function runCheck(state: TriggerCheck): Promise<void> {
	const { context } = state;
	const { signal } = state.end;
	const memory = getMemory(context);
	const { webhookUrl: url, checkedAt, isPending } = memory;
	// Not subscribed yet, or not any more. After a failed publication, n8n accepts no deliveries.
	if (url === undefined || isPending || signal.aborted) return;
	logIgnored(state);
	try {
		await repair(state, url);
		state.isFirst = false;
		state.reported = undefined;
	} catch (thrown) {
		if (!signal.aborted) reportFailure(state, toFailure(thrown), checkedAt);
	}
}

/** Finds out whether the trigger's subscription is right, and renews it if not. */
async function repair(state: TriggerCheck, url: string): Promise<void> {
	state.template = checkMessages.notChecked;
	const { context } = state;
	const memory = getMemory(context);
	const chosen = await state.chosen;
	const credentials = await readCredentials(context);
	assertReachable(url, credentials);
	const connection = connect(context, credentials, { ...LIMITS, signal: state.end.signal });
	// Before the first test since n8n's start, the webhook of a test is one that a crash left behind.
	const gone = state.isFirst && !hasBeenTested(context) ? getTestUrls(url) : [];
	const goal = { n8nUrl: url, url, chosen, gone, mayLack: true };
	await run(connection, goal, memory, {
		onPlan: (todo) => recordDefect(state, todo, chosen),
		onActive: async ({ create }, id) => {
			// n8n does not save what a check remembers, but it saves what the trigger remembers of a delivery.
			const heartbeat = toHeartbeat(randomUUID(), connection.signingSecret(url), id);
			if (create) await connection.post(url, heartbeat);
			await reportRenewal(state);
			memory.checkedAt = new Date().toISOString();
			state.template = checkMessages.notCleared;
		},
	});
}

/** What is to be reported: nothing if no event is missed, as after its first publication or a change of n8n's address. */
function recordDefect(state: TriggerCheck, todo: Plan, chosen: string[]): void {
	const { checkedAt, formerUrls } = getMemory(state.context);
	const isNew = checkedAt === undefined || formerUrls !== undefined;
	const isGrown = todo.say === 'eventsMissing' && chosen.includes(ALL);
	if (!todo.create || isNew || isGrown) return;
	state.defect ??= describeState(todo, checkMessages.secretChanged.message);
	state.template = checkMessages.notRenewed;
}

/** Says why a check failed: in n8n's log if it may succeed by itself, otherwise in one failed execution. */
function reportFailure(state: TriggerCheck, failure: Failure, checkedAt?: string): void {
	const { context, template } = state;
	const { message, description } = failure;
	if (!isFinal(failure)) {
		const reason = joinSentences(message, description);
		context.logger.warn(fill(checkMessages.noResponse, { reason }).message);
		return;
	}
	// Compared by its status: the message may contain a time or an ID, which change every hour.
	const refusal = fill(template, { reason: failure.status ?? message }).message;
	if (state.reported === refusal) return;
	state.reported = refusal;
	const gap = template === checkMessages.notCleared ? undefined : describeGap(checkedAt);
	const words = {
		...fill(template, { reason: message }),
		description: joinSentences(description, gap, checkMessages.triesAgain.message),
	};
	report(context, words, checkedAt);
}

/** For a trigger that ignores all it receives, so that no run can show it. */
function logIgnored(state: TriggerCheck): void {
	const { message } = getIgnored(`${getNodeKey(state.context)} webhook`);
	if (message !== undefined && message !== state.ignored) state.context.logger.info(message);
	state.ignored = message;
}

/** Says that it was renewed, once that is certain: the response may have been lost the first time. */
async function reportRenewal(state: TriggerCheck): Promise<void> {
	const { context, defect } = state;
	if (defect === undefined) return;
	const { checkedAt } = getMemory(context);
	const { message } = fill(checkMessages.renewed, { reason: defect });
	const words = {
		message: joinSentences(message, describeGap(checkedAt)),
		description: describeMissed(await state.chosen),
	};
	report(context, words, checkedAt);
	state.defect = undefined;
}

/** Where to find missed events of these types. */
function describeMissed(chosen: string[]): string {
	const { missed, clicks, scans, subscribers, others } = checkMessages;
	const listed = { [CLICK]: clicks, [SCAN]: scans, 'subscriber.added': subscribers };
	const isChosen = ([event]: [string, object]) => chosen.includes(ALL) || chosen.includes(event);
	const found = Object.entries(listed)
		.filter(isChosen)
		.map(([, { message }]) => message);
	const hasOthers = chosen.some((event) => !(event in listed));
	return joinSentences(missed.message, ...found, hasOthers ? others.message : undefined);
}

/** An unreadable credential stays so until somebody acts, so it is a final failure. */
async function readCredentials(context: ITriggerFunctions) {
	try {
		return await readCredential(context);
	} catch (thrown) {
		throw Failure.input(checkMessages.credentialUnreadable, { reason: (thrown as Error).message });
	}
}

/** True for a refusal that will come again until somebody acts. */
function isFinal({ kind, status }: Failure): boolean {
	return kind === 'input' || (kind === 'refused' && status !== undefined);
}

/** Saves a failed execution, for which n8n also runs the error workflow. The workflow stays published. */
function report(
	context: ITriggerFunctions,
	{ message, description }: Words,
	missedSince: string | undefined,
): void {
	const error = new NodeOperationError(context.getNode(), message, { description });
	error.context.missedSince = missedSince;
	context.saveFailedExecution(error);
}

/** A time in each hour that depends on the node, so that the checks of many triggers are spread. */
function getHourly(nodeId: string): CronExpression {
	const hash = [...nodeId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 3_600, 7);
	return `${hash % 60} ${Math.floor(hash / 60)} * * * *`;
}
