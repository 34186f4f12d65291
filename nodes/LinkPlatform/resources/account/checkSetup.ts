import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { parseQuota } from '../../api/dialect';
import { Failure, toFailure } from '../../api/failure';
import { fill, type Message } from '../../api/fill';
import { readList, type List } from '../../api/paging';
import { toRequest, type Route } from '../../api/route';
import type { Input } from '../../runner/input';
import { mapAll } from '../../runner/mapConcurrent';
import type { CompositeOperation, OperationContext } from '../../runner/operation';
import { eventTypeList } from '../../events/events';
import { getDefect, sendHeartbeat } from '../../subscriptions/heartbeat';
import { heartbeatMessages } from '../../subscriptions/messages';
import { selectByOrigin, type Subscription } from '../../subscriptions/plan';
import { getSubscriptions, subscriptionList } from '../../subscriptions/requests';
import { isResumeUrl } from '../../subscriptions/resumeUrl';
import { bioPageList } from '../bioPage/getAll';
import { campaignList } from '../campaign/getAll';
import { channelList } from '../channel/getAll';
import { domainList } from '../domain/getAll';
import { linkList } from '../link/list';
import { qrCodeList } from '../qrCode/getAll';
import { describeReceiver } from '../webhook/receivers';
import { sendForRecord } from '../../runner/requests';
import { toQuotaLabel } from './checkQuota';
import { setupMessages } from './messages';

/**
 * A check and its result. `ok` is null if the check doesn't concern the account, or can't decide without changing
 * anything.
 */
type Check = { check: string; ok: boolean | null; found: string; advice: string };

/** Returns a passed check. Its advice isn't empty, because n8n would show the red word "[empty]" instead. */
function right(check: string, found: string): Check {
	return { check, ok: true, found, advice: setupMessages.fine };
}

function wrong(check: string, { message, description = '' }: Message): Check {
	return { check, ok: false, found: message, advice: description };
}

/** Runs a check. It passes if `work` resolves with what was found, and fails if that throws. */
async function run(check: string, work: () => Promise<string>): Promise<Check> {
	return await work().then(
		(found) => right(check, found),
		(thrown) => wrong(check, toFailure(thrown)),
	);
}

/** Each read scope, and a list that needs this scope. */
const READS: Record<string, List> = {
	Links: linkList,
	'QR Codes': qrCodeList,
	'Bio Pages': bioPageList,
	Campaigns: campaignList,
	Domains: domainList,
};

/** The name of the check of this n8n's webhooks if it has none, or if they can't be listed. */
const WEBHOOKS = 'Webhooks of This n8n';
const ACCOUNT: Route = 'GET /api/account';
const USAGE: Route = 'GET /api/account/stats';

/** Checks a credential, its key and plan, and this n8n, without changing anything. */
export const checkSetup: CompositeOperation = {
	action: 'Check setup of account and credential',
	description:
		'Check the URLs, API key, plan and webhooks. Returns one item per check, with advice.',
	routes: [
		ACCOUNT,
		channelList.route,
		...Object.values(READS).map(({ route }) => route),
		USAGE,
		subscriptionList.route,
		eventTypeList.route,
	],
	fields: [],
	run: async (input, context) => {
		const checks = await checkAccess(context.client);
		const isRefused = checks.some(({ ok }) => ok === false);
		checks.push(await checkLegacy(context.client));
		if (!isRefused) checks.push(...(await checkAll(input, context)));
		// Put problems first, because n8n's output panel shows only about a dozen rows.
		const sorted = [false, true, null].flatMap((ok) => checks.filter((one) => one.ok === ok));
		return sorted.map((json) => ({ json }));
	},
};

/** Runs all checks that need an accepted key. A failed check doesn't stop the others. */
async function checkAll(input: Input, context: OperationContext): Promise<Check[]> {
	const { client, n8nUrl, pausing } = context;
	const checks: Check[] = [];
	for (const [name, list] of Object.entries(READS)) {
		checks.push(await run(`Read ${name}`, async () => await readFirst(client, list)));
	}
	const events = async () => {
		const { length: count } = await readList(client, eventTypeList);
		if (count === 0) throw Failure.unusable(setupMessages.noEvents);
		return fill(setupMessages.eventCount, { count });
	};
	checks.push(await run('Events', events), ...(await checkQuotas(client)));
	const limit = client.limit ?? 'not announced by Link Platform';
	checks.push(right('Rate Limit', fill(setupMessages.rateLimit, { limit })));
	const address = async () => {
		// Link Platform has to reach this n8n to deliver events.
		pausing(input).assertReachable(n8nUrl());
		return new URL(n8nUrl()).origin;
	};
	checks.push(await run('Address of n8n', address), ...(await checkWebhooks(context)));
	return checks;
}

/** Reads the beginning of a list, to prove that the key may read the list. Throws if the key may not. */
async function readFirst(client: Client, list: List): Promise<string> {
	await readList(client, list, 1);
	return setupMessages.works;
}

/**
 * Reads the account. Throws if it comes from the legacy API: both APIs have `GET /api/account`, so the URL doesn't show
 * which of them answered.
 */
export async function readAccount(client: Client): Promise<IDataObject> {
	const account = await sendForRecord(client, toRequest(ACCOUNT));
	const has = (...names: string[]) => names.some((name) => name in account);
	const isLegacy = has('registered', 'expires') && !has('planId', 'plan', 'createdAt');
	if (isLegacy) throw Failure.input(setupMessages.legacyAddress);
	return account;
}

/** Checks the address and the key. If the address is wrong, nothing is known about the key. */
async function checkAccess(client: Client): Promise<Check[]> {
	const names = ['API URL', 'API Key'];
	const [address, ...works] = names.map((name) => right(name, setupMessages.works));
	const answer = await readAccount(client).catch(toFailure);
	if (!(answer instanceof Failure)) return [address, ...works];
	const [url, key] = names.map((name) => wrong(name, answer));
	const { status = 0, kind } = answer;
	// Only an API refuses a key, so a refusal with such a status proves that the address is right.
	if (kind !== 'refused' || ![200, 401, 403].includes(status)) return [url];
	// A key that lacks the scope to read the account may still be accepted by other endpoints.
	return [
		status === 200 ? { ...url, ok: null } : address,
		status === 401 ? key : { ...key, ok: null },
	];
}

async function checkLegacy(client: Client): Promise<Check> {
	const check = 'Legacy API URL';
	const result = await run(check, async () => await readFirst(client, channelList));
	if (result.ok) return result;
	const words = fill(setupMessages.legacyFails, { reason: result.found });
	return { ...wrong(check, words), ok: null };
}

async function checkQuotas(client: Client): Promise<Check[]> {
	const usage = await sendForRecord(client, toRequest(USAGE)).catch(toFailure);
	if (usage instanceof Failure) return [wrong('Quotas', usage)];
	return Object.entries(usage).flatMap(([name, stated]) => {
		const quota = parseQuota(stated);
		if (!quota) return [];
		const check = `Quota ${toQuotaLabel(name)}`;
		const { used, limit, remaining } = quota;
		const words = fill(setupMessages.quota, { used, limit: limit ?? 'none' });
		return remaining === 0 ? wrong(check, words) : right(check, words.message);
	});
}

/**
 * Matches the webhook URL of a trigger: n8n's endpoint, the trigger's ID or name, and the path that the trigger declares.
 */
const OF_TRIGGER = /\/[^/]+\/[^/]+\/webhook\/?$/;

/** Returns one check for each webhook of this n8n instance. Its name tells the webhook apart from others. */
async function checkWebhooks(context: OperationContext): Promise<Check[]> {
	const listed = await getSubscriptions(context.client).catch(toFailure);
	if (listed instanceof Failure) return [wrong(WEBHOOKS, listed)];
	const own = selectByOrigin(listed, context.n8nUrl());
	if (own.length === 0) return [right(WEBHOOKS, setupMessages.noWebhooks)];
	return await mapAll(own, context, async (webhook) => await diagnose(webhook, context));
}

/** Asks the trigger of a webhook for its state. Any other receiver isn't asked, because that would start its workflow. */
async function diagnose(webhook: Subscription, context: OperationContext): Promise<Check> {
	const { url, isActive } = webhook;
	const check = `Webhook ${describeReceiver(webhook)}`;
	if (isResumeUrl(url)) return { ...right(check, setupMessages.waits), ok: null };
	if (!OF_TRIGGER.test(url)) return { ...right(check, setupMessages.notAsked), ok: null };
	const defect = getDefect(await sendHeartbeat(context, url));
	const problem = defect ?? (isActive ? undefined : heartbeatMessages.switchedOff);
	return problem ? wrong(check, problem) : right(check, setupMessages.received);
}
