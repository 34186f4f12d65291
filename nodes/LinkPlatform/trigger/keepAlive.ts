import { randomUUID } from 'crypto';
import { NodeOperationError } from 'n8n-workflow';
import type { CronExpression, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { pause } from '../api/delay';
import { Failure, joinSentences, toFailure, type Words } from '../api/failure';
import { fill } from '../api/fill';
import { createClient, post, readCredential } from '../adapter/client';
import { assertReachable } from '../adapter/baseUrls';
import { ALL } from '../webhooks/events';
import { toHeartbeat } from '../webhooks/heartbeat';
import { removeEarlier, renew } from '../webhooks/renew';
import { getSecretMark, getSigningSecret } from '../webhooks/signature';
import {
	describeGap,
	getDefect,
	getSubscriptions,
	getWantedEvents,
	recordCheck,
	selectByUrl,
	unsubscribe,
	type Subscription,
} from '../webhooks/subscriptions';
import { getChosenEvents, getLockKey, isResumed } from './activation';
import { getLeftBehind } from './formerUrls';
import { getIgnored } from './ignored';
import { getMemory, getNodeKey, getUnlisted } from './memory';
import { checkMessages, deliveryMessages } from './messages';
import { dismissSuspicion, getSuspicion } from './refusals';
import { runExclusive } from './runExclusive';
import { CLICK, SCAN } from './scans';

/** In seconds. The next check comes anyway, so none should delay an unpublishing for long. */
const LIMITS = { attempts: 2, timeout: 15, maxWait: 60 };
/** In ms: n8n calls the webhook's own methods at the same time, which record its present URL. */
const START_DELAY = 1_000;
const UNPUBLISHED = new Error('The trigger is no longer published');

type FailureTemplate = (typeof checkMessages)['notChecked' | 'notRenewed' | 'notCleared'];

/** The checks of one published trigger. */
interface TriggerCheck {
	context: ITriggerFunctions;
	/** The events chosen in 'Trigger On'. */
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
		await runExclusive(key, async () => await runCheck(published.get(key) ?? state));
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
	const { webhookUrl, checkedAt } = getMemory(context);
	// Not subscribed yet, or not any more.
	if (typeof webhookUrl !== 'string' || signal.aborted) return;
	logIgnored(state);
	try {
		await renewIfNeeded(state, webhookUrl);
		state.reported = undefined;
	} catch (thrown) {
		if (signal.aborted) return;
		const failure = toFailure(thrown);
		const { message, description } = failure;
		if (!isFinal(failure)) {
			const reason = joinSentences(message, description);
			context.logger.warn(fill(checkMessages.noResponse, { reason }).message);
			return;
		}
		const { template } = state;
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
}

/** For a trigger that ignores all it receives, so that no run can show it. */
function logIgnored(state: TriggerCheck): void {
	const { count, reasons } = getIgnored(`${getNodeKey(state.context)} webhook`);
	const { message } = fill(deliveryMessages.ignored, { count, reasons });
	if (count > 0 && message !== state.ignored) state.context.logger.info(message);
	state.ignored = message;
}

/** Looks for the trigger's subscription, renews it if anything is wrong with it, and deletes any other one. */
async function renewIfNeeded(state: TriggerCheck, url: string): Promise<void> {
	state.template = checkMessages.notChecked;
	const { context } = state;
	const { signal } = state.end;
	const memory = getMemory(context);
	const chosen = await state.chosen;
	const credentials = await readCredentials(context);
	assertReachable(url, credentials);
	const client = createClient(context, credentials, { ...LIMITS, signal });
	const wanted = await getWantedEvents(client, chosen);
	const listed = await getSubscriptions(client);
	const present = selectByUrl(listed, url);
	const secretMark = getSecretMark(credentials, url);
	const secretDefect = getSecretDefect(context, secretMark);
	const findDefect = (one?: Subscription) => getDefect(one, wanted) ?? secretDefect;

	const fine = present.filter((one) => findDefect(one) === undefined);
	let webhookId = (fine.find(({ id }) => id === memory.webhookId) ?? fine.at(-1))?.id;
	let earlier = present.filter(({ id }) => id !== webhookId);
	const isFound = webhookId !== undefined;
	const secret = getSigningSecret(credentials, url);
	if (!isFound) {
		// No event is missed if it was never subscribed, n8n's address changed, or Link Platform offers more events.
		const isGrown =
			chosen.includes(ALL) && secretDefect === undefined && present.some((one) => one.isActive);
		const isNew = memory.checkedAt === undefined || memory.formerUrl !== undefined;
		if (!isGrown && !isNew) {
			state.defect ??= findDefect(present.at(0));
			state.template = checkMessages.notRenewed;
		}
		// It may still prevent another one.
		const unlisted = getUnlisted(memory, credentials, listed);
		if (unlisted !== undefined) await unsubscribe(client, unlisted);
		({ id: webhookId, earlier } = await renew(client, url, wanted, secret, present));
		if (getSuspicion(getNodeKey(context)) !== undefined) dismissSuspicion(getNodeKey(context));
	}
	Object.assign(memory, { webhookId, secretMark });
	delete memory.isPending;
	// n8n does not save what a check remembers, but it saves what the trigger remembers of a delivery.
	if (!isFound) await post(context, url, toHeartbeat(randomUUID(), secret, webhookId));
	reportRenewal(state, chosen);
	recordCheck(context.getWorkflowStaticData('node'), 'checkedAt');
	state.template = checkMessages.notCleared;
	const left = await getLeftBehind(context, credentials, listed, url);
	// When n8n has just started, nobody listens for a test event: its webhook is one that a crash left behind.
	const ofTest = state.isFirst
		? selectByUrl(listed, url.replace('/webhook/', '/webhook-test/'))
		: [];
	await removeEarlier(client, [...earlier, ...left, ...ofTest]);
	state.isFirst = false;
	delete memory.formerUrl;
}

/** Why deliveries may be signed with another secret than the trigger expects. */
function getSecretDefect(context: ITriggerFunctions, secretMark: string): string | undefined {
	const { secretChanged, invalidSignatures } = checkMessages;
	if (getMemory(context).secretMark !== secretMark) return secretChanged.message;
	const count = getSuspicion(getNodeKey(context));
	return count === undefined ? undefined : fill(invalidSignatures, { count }).message;
}

/** Says that it was renewed, once that is certain: the response may have been lost the first time. */
function reportRenewal(state: TriggerCheck, chosen: string[]): void {
	const { context, defect } = state;
	if (defect === undefined) return;
	const { checkedAt } = getMemory(context);
	const { message } = fill(checkMessages.renewed, { reason: defect });
	const description = describeMissed(chosen);
	report(
		context,
		{ message: joinSentences(message, describeGap(checkedAt)), description },
		checkedAt,
	);
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
