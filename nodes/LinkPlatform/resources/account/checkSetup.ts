import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { parseQuota } from '../../api/dialect';
import { Failure, toFailure } from '../../api/failure';
import { fill, type Message } from '../../api/fill';
import { readList, type List } from '../../api/paging';
import { toRequest, type Route } from '../../api/route';
import type { Input } from '../../runner/input';
import { mapConcurrent } from '../../runner/mapConcurrent';
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
 * The result of a check. `ok` is null if the check doesn't concern the account, or can't decide without changing
 * anything.
 */
type Finding = { ok: boolean | null; found: string; advice: string };
/** The results of several checks, by the name of the check. */
type Findings = Record<string, Finding>;
type Check = Finding & { check: string };

const wrong = ({ message, description = '' }: Message): Finding => {
	return { ok: false, found: message, advice: description };
};
/** Returns a passed check. Its advice isn't empty, because n8n would show the red word "[empty]" instead. */
const right = (found: string): Finding => ({ ok: true, found, advice: setupMessages.fine });

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
		const findings = await checkAccess(context.client);
		const isRefused = Object.values(findings).some(({ ok }) => ok === false);
		findings['Legacy API URL'] = await findLegacy(context.client);
		if (!isRefused) Object.assign(findings, await checkAll(input, context));
		const checks: Check[] = Object.entries(findings).map(([check, one]) => ({ check, ...one }));
		const fail = (thrown: unknown) => [{ check: WEBHOOKS, ...toFinding(thrown) }];
		if (!isRefused) checks.push(...(await checkWebhooks(context).catch(fail)));
		// Put problems first, because n8n's output panel shows only about a dozen rows.
		const sorted = [false, true, null].flatMap((ok) => checks.filter((one) => one.ok === ok));
		return sorted.map((json) => ({ json }));
	},
};

/** Runs all checks that need an accepted key. A failed check doesn't stop the others. */
async function checkAll(input: Input, context: OperationContext): Promise<Findings> {
	const { client } = context;
	const findings: Findings = {};
	for (const [name, list] of Object.entries(READS)) {
		findings[`Read ${name}`] = await readFirst(client, list).catch(toFinding);
	}
	findings.Events = await findEvents(client).catch(toFinding);
	Object.assign(findings, await checkQuotas(client));
	const limit = client.limit ?? 'not announced by Link Platform';
	findings['Rate Limit'] = right(fill(setupMessages.rateLimit, { limit }));
	findings['Address of n8n'] = await findAddress(input, context).catch(toFinding);
	return findings;
}

/** Returns the result of a check that threw. */
function toFinding(thrown: unknown): Finding {
	return wrong(toFailure(thrown));
}

/** Reads the beginning of a list, to prove that the key may read the list. Throws if the key may not. */
async function readFirst(client: Client, list: List): Promise<Finding> {
	await readList(client, list, 1);
	return right(setupMessages.works);
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
async function checkAccess(client: Client): Promise<Findings> {
	const works = right(setupMessages.works);
	const answer = await readAccount(client).catch(toFailure);
	if (!(answer instanceof Failure)) return { 'API URL': works, 'API Key': works };
	const { status = 0, kind } = answer;
	const refused = wrong(answer);
	// Only an API refuses a key, so a refusal with such a status proves that the address is right.
	const isRefusal = kind === 'refused' && [200, 401, 403].includes(status);
	if (!isRefusal) return { 'API URL': refused };
	const unknown = { ...refused, ok: null };
	return {
		'API URL': status === 200 ? unknown : works,
		// A key that lacks the scope to read the account may still be accepted by other endpoints.
		'API Key': status === 401 ? refused : unknown,
	};
}

async function findLegacy(client: Client): Promise<Finding> {
	return await readFirst(client, channelList).catch((thrown: unknown) => ({
		...wrong(fill(setupMessages.legacyFails, { reason: toFailure(thrown).message })),
		ok: null,
	}));
}

async function findEvents(client: Client): Promise<Finding> {
	const { length: count } = await readList(client, eventTypeList);
	if (count === 0) return wrong(setupMessages.noEvents);
	return right(fill(setupMessages.eventCount, { count }));
}

async function checkQuotas(client: Client): Promise<Findings> {
	const usage = await sendForRecord(client, toRequest(USAGE)).catch(toFailure);
	if (usage instanceof Failure) return { Quotas: wrong(usage) };
	const findings: Findings = {};
	for (const [name, stated] of Object.entries(usage)) {
		const quota = parseQuota(stated);
		if (!quota) continue;
		const { used, limit, remaining } = quota;
		const words = fill(setupMessages.quota, { used, limit: limit ?? 'none' });
		findings[`Quota ${toQuotaLabel(name)}`] = remaining === 0 ? wrong(words) : right(words.message);
	}
	return findings;
}

/**
 * Matches the webhook URL of a trigger: the ID that n8n gives its webhook (or the ID of the workflow and the name of the
 * trigger), and the path that the trigger declares. Paths of Webhook nodes may end with the same word.
 */
const OF_TRIGGER = /\/([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\w{16}\/[^/]+)\/webhook\/?$/i;

/** Checks whether Link Platform can deliver events to this n8n. */
async function findAddress(input: Input, { n8nUrl, pausing }: OperationContext): Promise<Finding> {
	const url = n8nUrl();
	pausing(input).assertReachable(url);
	return right(new URL(url).origin);
}

/** Returns one check for each webhook of this n8n instance. Its name tells the webhook apart from others. */
async function checkWebhooks(context: OperationContext): Promise<Check[]> {
	const own = selectByOrigin(await getSubscriptions(context.client), context.n8nUrl());
	if (own.length === 0) return [{ check: WEBHOOKS, ...right(setupMessages.noWebhooks) }];
	const checks: Check[] = [];
	const add = async (webhook: Subscription, index: number) => {
		const check = `Webhook ${describeReceiver(webhook)}`;
		checks[index] = { check, ...(await diagnose(webhook, context)) };
	};
	await mapConcurrent(own, add, context);
	return checks;
}

/** Asks the trigger of a webhook for its state. Any other receiver isn't asked, because that would start its workflow. */
async function diagnose(
	{ url, isActive }: Subscription,
	context: OperationContext,
): Promise<Finding> {
	if (isResumeUrl(url)) return { ...right(setupMessages.waits), ok: null };
	const { masked, notAsked } = setupMessages;
	if (!OF_TRIGGER.test(url)) return { ...right(/[*…]/.test(url) ? masked : notAsked), ok: null };
	const defect = getDefect(await sendHeartbeat(context, url));
	const problem = defect ?? (isActive ? undefined : heartbeatMessages.switchedOff);
	return problem ? wrong(problem) : right(setupMessages.received);
}
