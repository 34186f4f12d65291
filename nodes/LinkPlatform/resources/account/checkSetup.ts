import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { parseQuota } from '../../api/dialect';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure, getFailure, toFailure, type Words } from '../../api/failure';
import { fill } from '../../api/fill';
import { readList, type List } from '../../api/paging';
import { toRequest, type Route } from '../../api/route';
import type { Input } from '../../runner/input';
import { toRecord } from '../../runner/items';
import type { CompositeOperation, OperationContext } from '../../runner/operation';
import { eventTypeList } from '../../webhooks/events';
import { selectByOrigin } from '../../webhooks/plan';
import { getSubscriptions, subscriptionList } from '../../webhooks/subscriptions';
import { apiKeyList } from '../apiKey/getAll';
import { bioPageList } from '../bioPage/list';
import { campaignList } from '../campaign/list';
import { channelList } from '../channel/list';
import { domainList } from '../domain/list';
import { linkList } from '../link/list';
import { qrCodeList } from '../qrCode/list';
import { setupMessages } from './messages';
import { toQuotaLabel } from './quota';

/** What a check found; `ok` is null if that can't be known by reading. */
type Check = { check: string; ok: boolean | null; found: string; advice: string };

const VERDICTS: Array<Check['ok']> = [false, null, true];

/** The documented limit of the legacy API; that of the current one is not shown. */
const USUAL_LIMIT = 30;

/** What a scope lets a key read. */
const READS: Array<[string, List]> = [
	['Links', linkList],
	['QR Codes', qrCodeList],
	['Bio Pages', bioPageList],
	['Campaigns', campaignList],
	['Domains', domainList],
];

const ACCOUNT: Route = 'GET /api/account';
const USAGE: Route = 'GET /api/account/stats';

const ABOUT_SCOPES = /scope|permission|privilege/i;

/** Says what is right and wrong with a credential, its key and plan, and this n8n. Only reads. */
export const checkSetup: CompositeOperation = {
	name: 'Check Setup',
	action: 'Check setup of account and credential',
	description: 'Check addresses, key, plan and webhooks, one item for each, with what to do',
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
		checks.push(await checkLegacy(client, checks));
		if (!isRefused) {
			for (const [name, list] of READS) checks.push(await checkRead(client, `Read ${name}`, list));
			checks.push(
				await checkScopes(context),
				await checkEvents(client),
				...(await checkQuotas(client)),
				checkRateLimit(client),
				checkAddress(input, context),
				await checkSubscriptions(context),
			);
		}
		// What is wrong comes first: the panel shows about a dozen rows.
		checks.sort((one, other) => VERDICTS.indexOf(one.ok) - VERDICTS.indexOf(other.ok));
		return checks.map((json) => ({ json }));
	},
};

function toCheck(check: string, ok: boolean | null, words: Partial<Words>): Check {
	const { message: found = '', description = '' } = words;
	// n8n shows an empty text as a red word.
	return { check, ok, found, advice: ok ? setupMessages.fine.message : description };
}

/** The check as `find` sees it; failed if it throws a failure. */
async function attempt(check: string, find: () => Promise<Check>): Promise<Check> {
	return await find().catch((thrown: unknown) => {
		if (thrown instanceof Failure) return toCheck(check, false, thrown);
		throw thrown;
	});
}

/** The record that a route has for the account. */
async function readOwn(client: Client, route: Route): Promise<IDataObject> {
	const request = toRequest(route);
	return toRecord(await client.send(request), request);
}

/** The address, and whether the key is accepted there. A key without the scope of the account is. */
async function checkAccess(client: Client): Promise<Check[]> {
	const { works, unproven } = setupMessages;
	const failure = await getFailure(readOwn(client, ACCOUNT));
	if (!failure) return [toCheck('API URL', true, works), toCheck('API Key', true, works)];
	const { status, kind, message } = failure;
	const isScoped = status === 403 || (kind === 'refused' && ABOUT_SCOPES.test(message));
	// Only what asks for a key refuses one.
	if (status === 401 || isScoped)
		return [toCheck('API URL', true, works), toCheck('API Key', isScoped ? null : false, failure)];
	const isRefusal = kind === 'refused' && status === 200;
	if (!isRefusal) return [toCheck('API URL', false, failure)];
	return [toCheck('API URL', null, unproven), toCheck('API Key', false, failure)];
}

/** A key that is refused says nothing about this address. */
async function checkLegacy(client: Client, known: Check[]): Promise<Check> {
	const check = 'Legacy API URL';
	const { unproven, works, legacyMissing } = setupMessages;
	if (known.some((one) => one.check === 'API Key' && one.ok === false))
		return toCheck(check, null, unproven);
	const failure = await getFailure(readList(client, channelList, 1));
	if (!failure) return toCheck(check, true, works);
	const { status = 0 } = failure;
	if (status === 401 || status >= 500) return toCheck(check, false, failure);
	return toCheck(check, false, fill(legacyMissing, { reason: failure.message }));
}

async function checkRead(client: Client, check: string, list: List): Promise<Check> {
	return await attempt(check, async () => {
		await readList(client, list, 1);
		return toCheck(check, true, setupMessages.works);
	});
}

/** Lists of keys show the first characters of each, and its scopes. */
async function checkScopes({ client, isOwnKey }: OperationContext): Promise<Check> {
	const check = 'Write Access';
	const keys = await readList(client, apiKeyList).catch((thrown: unknown): unknown[] => {
		if (thrown instanceof Failure) return [];
		throw thrown;
	});
	const own = keys
		.filter(isRecord)
		.filter(({ prefix }) => isOwnKey(scalarToText(prefix).replace(/[.\u2026*]+$/, '')));
	const [key] = own;
	if (own.length !== 1 || !Array.isArray(key.scopes))
		return toCheck(check, null, setupMessages.scopesHidden);
	if (key.scopes.length === 0) return toCheck(check, true, setupMessages.fullAccess);
	const scopes = key.scopes.map(scalarToText);
	const words = scopes.some((scope) => scope.endsWith(':write'))
		? setupMessages.scopes
		: setupMessages.readOnly;
	return toCheck(check, words === setupMessages.scopes, fill(words, { scopes: scopes.join(', ') }));
}

async function checkEvents(client: Client): Promise<Check> {
	return await attempt('Events', async () => {
		const { length: count } = await readList(client, eventTypeList);
		if (count === 0) return toCheck('Events', false, setupMessages.noEvents);
		return toCheck('Events', true, fill(setupMessages.eventCount, { count }));
	});
}

async function checkQuotas(client: Client): Promise<Check[]> {
	const usage = await readOwn(client, USAGE).catch(toFailure);
	if (usage instanceof Failure) return [toCheck('Quotas', false, usage)];
	return Object.entries(usage).flatMap(([name, stated]) => {
		const quota = parseQuota(stated);
		if (!quota) return [];
		const used = quota.used.toLocaleString('en-US');
		const limit = quota.limit?.toLocaleString('en-US');
		const check = `Quota ${toQuotaLabel(name)}`;
		if (limit === undefined) return toCheck(check, true, fill(setupMessages.quotaFree, { used }));
		const words = quota.remaining === 0 ? setupMessages.quotaFull : setupMessages.quota;
		return toCheck(check, quota.remaining !== 0, fill(words, { used, limit }));
	});
}

function checkRateLimit({ limit }: Client): Check {
	const check = 'Rate Limit';
	if (limit === undefined) return toCheck(check, true, setupMessages.noRateLimit);
	const isLow = limit < USUAL_LIMIT;
	const words = isLow ? setupMessages.lowRateLimit : setupMessages.rateLimit;
	return toCheck(check, !isLow, fill(words, { limit }));
}

/** Whether events can be delivered. */
function checkAddress(input: Input, { n8nUrl, pausing }: OperationContext): Check {
	const check = 'Address of n8n';
	const url = n8nUrl();
	try {
		pausing(input).assertReachable(url);
		return toCheck(check, true, fill(setupMessages.reachable, { address: new URL(url).origin }));
	} catch (thrown) {
		return toCheck(check, false, toFailure(thrown));
	}
}

async function checkSubscriptions({ client, n8nUrl }: OperationContext): Promise<Check> {
	const check = 'Webhooks of This n8n';
	return await attempt(check, async () => {
		const own = selectByOrigin(await getSubscriptions(client), n8nUrl());
		const count = own.length;
		if (count === 0) return toCheck(check, true, setupMessages.noSubscriptions);
		const off = own.filter(({ isActive }) => !isActive).length;
		if (off === 0) return toCheck(check, true, fill(setupMessages.subscriptions, { count }));
		return toCheck(check, false, fill(setupMessages.subscriptionsOff, { count, off }));
	});
}
