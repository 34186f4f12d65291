import { NodeOperationError, sleep } from 'n8n-workflow';
import type { CronExpression, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import type { Client } from '../api/client';
import { Failure, joinSentences, toFailure, type Words } from '../api/failure';
import { fill } from '../api/fill';
import { CREDENTIAL, createClient } from '../adapter/client';
import { refuseUnreachable } from '../adapter/reachable';
import { ALL } from '../webhooks/events';
import { describeGap } from '../webhooks/gap';
import { renew } from '../webhooks/renew';
import { getSecretMark, getSigningSecret, isSameSecret } from '../webhooks/signature';
import {
	getFlaw,
	getSubscriptions,
	getWantedEvents,
	unsubscribe,
	type Subscription,
} from '../webhooks/subscriptions';
import { getChosenEvents, getTurnKey, isResumed } from './activation';
import { inTurn } from './inTurn';
import { getMemory, type Memory } from './memory';
import { checkMessages } from './messages';

/** In seconds. The next check comes anyway, so none holds up an unpublishing for long. */
const PATIENCE = { attempts: 2, timeout: 15, maxWait: 60 };
/** In ms: n8n calls the webhook's own methods at the same time, which note where the webhook is now. */
const START_DELAY = 1_000;
const UNPUBLISHED = new Error('The trigger is no longer published');

/** What one published trigger is watched with. */
interface Watch {
	context: ITriggerFunctions;
	/** What was chosen in 'Trigger On'. */
	chosen: Promise<string[]>;
	signal: AbortSignal;
	/** What was found wrong and is not yet known to be renewed: no response came, or a refusal. */
	flaw?: string;
	/** The refusal that was shown. */
	shown?: string;
}

/**
 * Asks Link Platform once an hour, and when n8n starts, whether it still has the trigger's subscription, and
 * subscribes again where it has not: Link Platform switches one off silently after five failed deliveries.
 */
export function keepAlive(context: ITriggerFunctions): ITriggerResponse {
	const end = new AbortController();
	// Read now: n8n evaluates expressions only while it publishes. Thrown by a check: here, n8n would give up.
	const chosen = new Promise<string[]>((resolve) => resolve(getChosenEvents(context)));
	chosen.catch(() => undefined);
	const watch: Watch = { context, chosen, signal: end.signal };
	const check = async () => await inTurn(getTurnKey(context), async () => await runCheck(watch));
	const expression = getHourly(context.getNode().id);
	context.helpers.registerCron({ expression }, () => void check());
	// Not awaited: n8n starts without waiting for Link Platform.
	if (isResumed(context)) void sleep(START_DELAY, end.signal).then(check, () => undefined);
	return {
		closeFunction: async () => {
			end.abort(UNPUBLISHED);
			await Promise.resolve();
		},
	};
}

/** Checks, and tells what has to be known. Never throws. */
async function runCheck(watch: Watch): Promise<void> {
	const { context, signal } = watch;
	const { webhookUrl, checkedAt } = getMemory(context);
	// Not subscribed yet, or not any more.
	if (typeof webhookUrl !== 'string' || signal.aborted) return;
	try {
		await check(watch, webhookUrl);
		watch.shown = undefined;
		if (watch.flaw !== undefined) {
			const { message, description } = fill(checkMessages.renewed, { reason: watch.flaw });
			const told = joinSentences(describeGap(checkedAt), description);
			show(context, { message, description: told }, checkedAt);
		}
		watch.flaw = undefined;
	} catch (thrown) {
		if (signal.aborted) return;
		const failure = toFailure(thrown);
		const { message, description } = failure;
		if (!isFinal(failure)) {
			const reason = joinSentences(message, description);
			context.logger.warn(fill(checkMessages.noResponse, { reason }).message);
			return;
		}
		const { notChecked, notRenewed, triesAgain } = checkMessages;
		const shown = watch.flaw === undefined ? notChecked : notRenewed;
		// Compared by its status: the words may hold a time or an ID, which change every hour.
		const refusal = fill(shown, { reason: failure.status ?? message }).message;
		if (watch.shown === refusal) return;
		watch.shown = refusal;
		const words = {
			...fill(shown, { reason: message }),
			description: joinSentences(description, describeGap(checkedAt), triesAgain.message),
		};
		show(context, words, checkedAt);
	}
}

/** Looks for the trigger's subscription, and makes it anew where it is not as it should be. */
async function check(watch: Watch, url: string): Promise<void> {
	const { context, signal } = watch;
	const memory = getMemory(context);
	const chosen = await watch.chosen;
	const credentials = await getCredentials(context);
	refuseUnreachable(url, credentials);
	const client = createClient(context, credentials, { ...PATIENCE, signal });
	const wanted = await getWantedEvents(client, chosen);
	const listed = await getSubscriptions(client);
	const present = listed.filter((one) => one.url === url);
	const isOld =
		memory.secretMark !== undefined && !isSameSecret(memory.secretMark, credentials, url);
	// One with another id was made later, by a check or by 'Ensure Active'.
	const isOutdated = ({ id }: Subscription) => isOld && id === memory.webhookId;
	const getReason = (one?: Subscription) =>
		one && isOutdated(one) ? checkMessages.secretChanged.message : getFlaw(one, wanted);

	let webhookId = present.find((one) => getReason(one) === undefined)?.id;
	if (webhookId === undefined) {
		// Nothing is lost where n8n has another address, or Link Platform offers more events.
		const isGrown = chosen.includes(ALL) && present.some((one) => one.isActive && !isOutdated(one));
		if (!isGrown && memory.formerUrl === undefined) watch.flaw ??= getReason(present.at(0));
		signal.throwIfAborted();
		await removeUnlisted(client, memory, listed);
		webhookId = await renew(client, url, wanted, getSigningSecret(credentials, url), present);
	}
	const former = listed.filter((one) => one.url === memory.formerUrl);
	for (const { id } of former) await unsubscribe(client, id);
	const secretMark = getSecretMark(credentials, url);
	Object.assign(memory, { webhookId, secretMark, checkedAt: new Date().toISOString() });
	delete memory.formerUrl;
}

/** A subscription that was switched off is not listed, and may stand in the way of another one all the same. */
async function removeUnlisted(
	client: Client,
	{ webhookId }: Memory,
	listed: Subscription[],
): Promise<void> {
	if (webhookId === undefined || listed.some(({ id }) => id === webhookId)) return;
	await unsubscribe(client, webhookId);
}

/** A credential that cannot be read stays so until somebody does something about it. */
async function getCredentials(context: ITriggerFunctions) {
	try {
		return await context.getCredentials(CREDENTIAL);
	} catch (thrown) {
		throw Failure.input(checkMessages.credentialUnreadable, { reason: (thrown as Error).message });
	}
}

/** True for a refusal that the next check will meet as well, until somebody does something about it. */
function isFinal({ kind, status }: Failure): boolean {
	return kind === 'input' || (kind === 'refused' && status !== undefined);
}

/** Shows a failed execution, with which n8n also runs the error workflow. The workflow stays published. */
function show(
	context: ITriggerFunctions,
	{ message, description }: Words,
	missedSince: string | undefined,
): void {
	const error = new NodeOperationError(context.getNode(), message, { description });
	error.context.missedSince = missedSince;
	context.saveFailedExecution(error);
}

/** A time within each hour, of the node's own, so that the checks of many triggers are spread. */
function getHourly(nodeId: string): CronExpression {
	const hash = [...nodeId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 3_600, 7);
	return `${hash % 60} ${Math.floor(hash / 60)} * * * *`;
}
