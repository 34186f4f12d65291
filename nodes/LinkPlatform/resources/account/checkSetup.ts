import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getRecords, isRecord, scalarToText } from '../../api/envelope';
import { Failure, toFailure, type Words } from '../../api/failure';
import { fill } from '../../api/fill';
import { toRequest, type Route } from '../../api/route';
import type { Input } from '../../runner/input';
import { toRecord } from '../../runner/items';
import type { CompositeOperation, OperationContext } from '../../runner/operation';
import { eventTypeList } from '../../webhooks/events';
import { selectByOrigin } from '../../webhooks/plan';
import { getSubscriptions } from '../../webhooks/subscriptions';
import { setupMessages } from './messages';
import { parseQuota, toQuotaLabel } from './quota';

/** What a check found; `ok` is null if that can't be known by reading. */
type Check = { check: string; ok: boolean | null; found: string; advice: string };

const VERDICTS: Array<Check['ok']> = [false, null, true];

/** The documented limit of the legacy API; that of the current one is not shown. */
const USUAL_LIMIT = 30;

/** What a scope lets a key read. */
const READS: Array<[string, Route]> = [
	['Links', 'GET /api/urls'],
	['QR Codes', 'GET /api/qrs'],
	['Bio Pages', 'GET /api/bios'],
	['Campaigns', 'GET /api/campaigns'],
	['Domains', 'GET /api/domains'],
];

const ABOUT_SCOPES = /scope|permission|privilege/i;

const LEGACY: Route = 'GET legacy:/api/channels';

/** Says what is right and wrong with a credential, its key and plan, and this n8n. Only reads. */
export const checkSetup: CompositeOperation = {
	name: 'Check Setup',
	action: 'Check setup of account and credential',
	description: 'Check addresses, key, plan and webhooks, one item for each, with what to do',
	routes: [
		'GET /api/account',
		LEGACY,
		...READS.map(([, route]) => route),
		'GET /api/account/apikeys',
		'GET /api/account/stats',
		'GET /api/webhooks',
		'GET /api/webhooks/events',
	],
	fields: [],
	output: {
		of: null,
		with: { check: 'string', ok: 'boolean?', found: 'string', advice: 'string' },
	},
	run: async (input, context) => {
		const { client } = context;
		const checks = await checkAccess(client);
		checks.push(await checkLegacy(client));
		if (checks.every(({ check, ok }) => ok !== false || check === 'Legacy API URL')) {
			for (const [name, route] of READS)
				checks.push(await checkRead(client, `Read ${name}`, route));
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

/** Of a list, one record; domains, keys and the account come whole. */
async function read(client: Client, route: Route): Promise<unknown> {
	const isWhole = /account|domains/.test(route);
	const request = toRequest(route);
	return await client.send(isWhole ? request : { ...request, query: { page: 1, limit: 1 } });
}

/** The address, and whether the key is accepted there. A key without the scope of the account is. */
async function checkAccess(client: Client): Promise<Check[]> {
	const works = toCheck('API URL', true, setupMessages.works);
	const failure = await read(client, 'GET /api/account').then(
		(body) => void toRecord(body, { route: 'GET /api/account' }),
		toFailure,
	);
	if (!failure) return [works, toCheck('API Key', true, setupMessages.works)];
	const { status, kind, message } = failure;
	// Only the API itself refuses with a good status.
	const isRefusal = kind === 'refused' && status === 200;
	if (status === 403 || (isRefusal && ABOUT_SCOPES.test(message)))
		return [works, toCheck('API Key', null, failure)];
	if (status === 401 || isRefusal) return [works, toCheck('API Key', false, failure)];
	return [toCheck('API URL', false, failure)];
}

async function checkLegacy(client: Client): Promise<Check> {
	const check = await checkRead(client, 'Legacy API URL', LEGACY);
	if (check.ok) return check;
	return toCheck(check.check, false, fill(setupMessages.legacyMissing, { reason: check.found }));
}

async function checkRead(client: Client, check: string, route: Route): Promise<Check> {
	return await attempt(check, async () => {
		await read(client, route);
		return toCheck(check, true, setupMessages.works);
	});
}

/** Lists of keys show the first characters of each, and its scopes. */
async function checkScopes({ client, isOwnKey }: OperationContext): Promise<Check> {
	const check = 'Write Access';
	const body = await read(client, 'GET /api/account/apikeys').catch((thrown: unknown) => {
		if (thrown instanceof Failure) return undefined;
		throw thrown;
	});
	const own = (getRecords(body, ['keys']) ?? [])
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
		const body = await client.send(toRequest(eventTypeList.route));
		const { collections, parse } = eventTypeList;
		const { length: count } = getRecords(body, collections) ?? parse?.(body) ?? [];
		if (count === 0) return toCheck('Events', false, setupMessages.noEvents);
		return toCheck('Events', true, fill(setupMessages.eventCount, { count }));
	});
}

async function checkQuotas(client: Client): Promise<Check[]> {
	const usage = await read(client, 'GET /api/account/stats').then(
		(body) => toRecord(body, { route: 'GET /api/account/stats' }),
		toFailure,
	);
	if (usage instanceof Failure) return [toCheck('Quotas', false, usage)];
	return Object.entries(usage as IDataObject).flatMap(([name, stated]) => {
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
