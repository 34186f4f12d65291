import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { parseQuota, type Quota } from '../../api/dialect';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure, toFailure } from '../../api/failure';
import { fill, type Message } from '../../api/fill';
import { readList, readPage, type List } from '../../api/paging';
import { toRequest, type Route } from '../../api/route';
import type { Input } from '../../runner/input';
import type { CompositeOperation, OperationContext } from '../../runner/operation';
import { eventTypeList } from '../../events/events';
import { isOutdated, toHeartbeat } from '../../subscriptions/heartbeat';
import { selectByOrigin, type Subscription } from '../../subscriptions/plan';
import { getSubscriptions, subscriptionList } from '../../subscriptions/requests';
import { isResumeUrl } from '../../subscriptions/resumeUrl';
import { apiKeyList } from '../apiKey/getAll';
import { bioPageList } from '../bioPage/getAll';
import { campaignList } from '../campaign/getAll';
import { channelList } from '../channel/getAll';
import { domainList } from '../domain/getAll';
import { linkList } from '../link/list';
import { qrCodeList } from '../qrCode/getAll';
import { sendForRecord } from '../../runner/requests';
import { toQuotaLabel } from './checkQuota';
import { setupMessages } from './messages';

/** The result of a check. `ok` is null if a read-only check can't decide it. */
type Finding = { ok: boolean | null; found: string; advice: string };
type Check = Finding & { check: string };

const wrong = ({ message, description = '' }: Message): Finding => {
	return { ok: false, found: message, advice: description };
};
const unknown = (words: Message): Finding => ({ ...wrong(words), ok: null });
/** Returns a passed check. Its advice isn't empty, because n8n shows an empty string as a red word. */
const right = (words: Message): Finding => {
	return { ...wrong(words), ok: true, advice: setupMessages.fine.message };
};

const VERDICTS: Array<Finding['ok']> = [false, null, true];

/** The rate limit that the legacy API documents, per minute. The current API documents none. */
const USUAL_LIMIT = 30;

/** The maximum number of triggers that receive a heartbeat. */
const MOST_ASKED = 50;

/** Each read scope, and the list that it lets a key read. */
const READS: Array<[string, List]> = [
	['Links', linkList],
	['QR Codes', qrCodeList],
	['Bio Pages', bioPageList],
	['Campaigns', campaignList],
	['Domains', domainList],
];

const ACCOUNT: Route = 'GET /api/account';
const USAGE: Route = 'GET /api/account/stats';

/** Checks a credential, its key and plan, and this n8n, without changing anything. */
export const checkSetup: CompositeOperation = {
	name: 'Check Setup',
	action: 'Check setup of account and credential',
	description: 'Check addresses, key, plan and webhooks, one item per check, with advice',
	routes: [
		ACCOUNT,
		channelList.route,
		...READS.map(([, { route }]) => route),
		apiKeyList.route,
		USAGE,
		subscriptionList.route,
		eventTypeList.route,
	],
	fields: [],
	run: async (input, context) => {
		const { client } = context;
		const checks = await checkAccess(client);
		const isRefused = checks.some(({ ok }) => ok === false);
		checks.push(await check('Legacy API URL', findLegacy(client, checks)));
		if (!isRefused) {
			for (const [name, list] of READS) {
				checks.push(await check(`Read ${name}`, readFirst(client, list)));
			}
			checks.push(
				await check('Write Access', findScopes(context)),
				await check('Events', findEvents(client)),
				...(await checkQuotas(client)),
				{ check: 'Rate Limit', ...findRateLimit(client) },
				await check('Address of n8n', findAddress(input, context)),
				await check('Webhooks of This n8n', findSubscriptions(context)),
			);
		}
		// Put problems first, because n8n's output panel shows only about a dozen rows.
		checks.sort((one, other) => VERDICTS.indexOf(one.ok) - VERDICTS.indexOf(other.ok));
		return checks.map((json) => ({ json }));
	},
};

/** Runs a check. If it fails, the failure becomes its result. */
async function check(name: string, find: Promise<Finding>): Promise<Check> {
	return { check: name, ...(await find.catch((thrown: unknown) => wrong(toFailure(thrown)))) };
}

/** Reads the beginning of a list, to prove that the key may read it. Throws if it may not. */
async function readFirst(client: Client, list: List): Promise<Finding> {
	const query = list.isPaged === false ? {} : { limit: 1 };
	await readPage(client, list, { ...toRequest(list.route), query });
	return right(setupMessages.works);
}

/** True for an account of the legacy API. Both APIs have `GET /api/account`, so the URL doesn't tell them apart. */
function isOfLegacyApi(account: IDataObject): boolean {
	const has = (...names: string[]) => names.some((name) => name in account);
	return has('registered', 'expires') && !has('planId', 'plan', 'createdAt');
}

/**
 * Checks the address and the key. A key that lacks the scope to read the account may still be accepted by other
 * endpoints.
 */
async function checkAccess(client: Client): Promise<Check[]> {
	const address = { check: 'API URL', ...right(setupMessages.works) };
	const key = { check: 'API Key', ...right(setupMessages.works) };
	const answer = await sendForRecord(client, toRequest(ACCOUNT)).catch(toFailure);
	if (!(answer instanceof Failure)) {
		return isOfLegacyApi(answer)
			? [{ ...address, ...wrong(setupMessages.legacyAddress) }]
			: [address, key];
	}
	const { status = 0, kind } = answer;
	// Only an API refuses a key, so a refusal proves that the address is right.
	const isRefusal = kind === 'refused' && [200, 401, 403].includes(status);
	if (!isRefusal) return [{ ...address, ...wrong(answer) }];
	return [
		status === 200 ? { ...address, ...unknown(setupMessages.unproven) } : address,
		{ ...key, ...(status === 401 ? wrong(answer) : unknown(answer)) },
	];
}

/** Checks the address of the legacy API. A refused key leaves open whether the address is right. */
async function findLegacy(client: Client, known: Check[]): Promise<Finding> {
	const isKeyRefused = known.some((one) => one.check === 'API Key' && one.ok === false);
	if (isKeyRefused) return unknown(setupMessages.unproven);
	const found = await readFirst(client, channelList).catch(toFailure);
	if (!(found instanceof Failure)) return found;
	const { status = 0, message } = found;
	if (status === 401 || status >= 500) return wrong(found);
	return wrong(fill(setupMessages.legacyMissing, { reason: message }));
}

/** Finds the scopes of this API key in the account's list of keys, which shows the first characters of each key. */
async function findScopes({ client, isOwnKey }: OperationContext): Promise<Finding> {
	const keys = await readList(client, apiKeyList).catch((): unknown[] => []);
	const [key, another] = keys.filter(isRecord).filter(({ prefix }) => {
		return isOwnKey(scalarToText(prefix).replace(/[.\u2026*]+$/, ''));
	});
	if (another || !Array.isArray(key?.scopes)) return unknown(setupMessages.scopesHidden);
	const names = key.scopes.map(scalarToText);
	if (names.length === 0) return right(setupMessages.fullAccess);
	const scopes = names.join(', ');
	return names.some((name) => name.endsWith(':write'))
		? right(fill(setupMessages.scopes, { scopes }))
		: wrong(fill(setupMessages.readOnly, { scopes }));
}

async function findEvents(client: Client): Promise<Finding> {
	const { length: count } = await readList(client, eventTypeList);
	if (count === 0) return wrong(setupMessages.noEvents);
	return right(fill(setupMessages.eventCount, { count }));
}

async function checkQuotas(client: Client): Promise<Check[]> {
	const usage = await sendForRecord(client, toRequest(USAGE)).catch(toFailure);
	if (usage instanceof Failure) return [{ check: 'Quotas', ...wrong(usage) }];
	return Object.entries(usage).flatMap(([name, stated]) => {
		const quota = parseQuota(stated);
		return quota ? { check: `Quota ${toQuotaLabel(name)}`, ...findQuota(quota) } : [];
	});
}

function findQuota({ used, limit, remaining }: Quota): Finding {
	const [count, most] = [used, limit ?? 0].map((value) => value.toLocaleString('en-US'));
	if (limit === null) return right(fill(setupMessages.quotaFree, { used: count }));
	const values = { used: count, limit: most };
	if (remaining === 0) return wrong(fill(setupMessages.quotaFull, values));
	return right(fill(setupMessages.quota, values));
}

function findRateLimit({ limit }: Client): Finding {
	if (limit === undefined) return right(setupMessages.noRateLimit);
	if (limit < USUAL_LIMIT) return wrong(fill(setupMessages.lowRateLimit, { limit }));
	return right(fill(setupMessages.rateLimit, { limit }));
}

/** Checks whether Link Platform can deliver events to this n8n. */
async function findAddress(input: Input, { n8nUrl, pausing }: OperationContext): Promise<Finding> {
	const url = n8nUrl();
	pausing(input).assertReachable(url);
	return right(fill(setupMessages.reachable, { address: new URL(url).origin }));
}

async function findSubscriptions(context: OperationContext): Promise<Finding> {
	const { client, n8nUrl } = context;
	const own = selectByOrigin(await getSubscriptions(client), n8nUrl());
	const off = own.filter(({ isActive }) => !isActive).length;
	const { length: count } = own;
	if (count === 0) return right(setupMessages.noSubscriptions);
	if (off > 0) return wrong(fill(setupMessages.subscriptionsOff, { count, off }));
	const outdated = await countOutdated(own, context);
	if (outdated > 0) return wrong(fill(setupMessages.subscriptionsOutdated, { count, outdated }));
	return right(fill(setupMessages.subscriptions, { count }));
}

/** Sends heartbeats to the triggers of the webhooks, and counts the triggers that expect another signing secret. */
async function countOutdated(
	subscriptions: Subscription[],
	{ post, signingSecret }: OperationContext,
): Promise<number> {
	const triggers = subscriptions.filter(({ url }) => !isResumeUrl(url)).slice(0, MOST_ASKED);
	const responses = await Promise.all(
		triggers.map(({ url }) => post(url, toHeartbeat(randomUUID(), signingSecret(url)))),
	);
	return responses.filter(isOutdated).length;
}
