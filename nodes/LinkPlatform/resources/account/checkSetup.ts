import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { parseQuota } from '../../api/dialect';
import { Failure, toFailure } from '../../api/failure';
import { fill, type Message } from '../../api/fill';
import { readList, readPage, type List } from '../../api/paging';
import { toRequest, type Route } from '../../api/route';
import type { Input } from '../../runner/input';
import { mapConcurrent } from '../../runner/mapConcurrent';
import type { CompositeOperation, OperationContext } from '../../runner/operation';
import { eventTypeList } from '../../events/events';
import { isOutdated, toHeartbeat } from '../../subscriptions/heartbeat';
import type { Subscription } from '../../subscriptions/plan';
import { subscriptionList } from '../../subscriptions/requests';
import { bioPageList } from '../bioPage/getAll';
import { campaignList } from '../campaign/getAll';
import { channelList } from '../channel/getAll';
import { domainList } from '../domain/getAll';
import { linkList } from '../link/list';
import { qrCodeList } from '../qrCode/getAll';
import { getReceivers } from '../webhook/receivers';
import { sendForRecord } from '../../runner/requests';
import { toQuotaLabel } from './checkQuota';
import { setupMessages } from './messages';

/** The result of a check. `ok` is null if the check can't decide without changing anything. */
type Finding = { ok: boolean | null; found: string; advice: string };
type Check = Finding & { check: string };

const wrong = ({ message, description = '' }: Message): Finding => {
	return { ok: false, found: message, advice: description };
};
/** Returns a passed check. Its advice isn't empty, because n8n shows an empty string as a word in red. */
const right = (words: Message): Finding => {
	return { ...wrong(words), ok: true, advice: setupMessages.fine.message };
};

const VERDICTS: Array<Finding['ok']> = [false, null, true];

/** Each read scope, and a list that needs this scope. */
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
	description: 'Check addresses, key, plan and webhooks. Returns one item per check, with advice.',
	routes: [
		ACCOUNT,
		channelList.route,
		...READS.map(([, { route }]) => route),
		USAGE,
		subscriptionList.route,
		eventTypeList.route,
	],
	fields: [],
	run: async (input, context) => {
		const { client } = context;
		const checks = await checkAccess(client);
		const isRefused = checks.some(({ ok }) => ok === false);
		checks.push(await check('Legacy API URL', findLegacy(client)));
		if (!isRefused) {
			for (const [name, list] of READS) {
				checks.push(await check(`Read ${name}`, readFirst(client, list)));
			}
			checks.push(
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

/** Reads the beginning of a list, to prove that the key may read the list. Throws if the key may not. */
async function readFirst(client: Client, list: List): Promise<Finding> {
	const query = list.isPaged === false ? {} : { limit: 1 };
	await readPage(client, list, { ...toRequest(list.route), query });
	return right(setupMessages.works);
}

/**
 * True for an account of the legacy API. Both APIs have `GET /api/account`, so the URL doesn't show which of them it
 * belongs to.
 */
function isOfLegacyApi(account: IDataObject): boolean {
	const has = (...names: string[]) => names.some((name) => name in account);
	return has('registered', 'expires') && !has('planId', 'plan', 'createdAt');
}

/** Checks the address and the key. If the address is wrong, nothing is known about the key. */
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
	// Only an API refuses a key, so a refusal with such a status proves that the address is right.
	const isRefusal = kind === 'refused' && [200, 401, 403].includes(status);
	if (!isRefusal) return [{ ...address, ...wrong(answer) }];
	const unknown = { ...wrong(answer), ok: null };
	return [
		status === 200 ? { ...address, ...unknown } : address,
		// A key that lacks the scope to read the account may still be accepted by other endpoints.
		{ ...key, ...(status === 401 ? wrong(answer) : unknown) },
	];
}

async function findLegacy(client: Client): Promise<Finding> {
	return await readFirst(client, channelList).catch((thrown: unknown) =>
		wrong(fill(setupMessages.legacyFails, { reason: toFailure(thrown).message })),
	);
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
		if (!quota) return [];
		const [used, limit] = [quota.used, quota.limit ?? 'none'].map((value) =>
			value.toLocaleString('en-US'),
		);
		const words = fill(setupMessages.quota, { used, limit });
		const finding = quota.remaining === 0 ? wrong(words) : right(words);
		return [{ check: `Quota ${toQuotaLabel(name)}`, ...finding }];
	});
}

function findRateLimit({ limit }: Client): Finding {
	if (limit === undefined) return right(setupMessages.noRateLimit);
	return right(fill(setupMessages.rateLimit, { limit }));
}

/** Checks whether Link Platform can deliver events to this n8n. */
async function findAddress(input: Input, { n8nUrl, pausing }: OperationContext): Promise<Finding> {
	const url = n8nUrl();
	pausing(input).assertReachable(url);
	return right(fill(setupMessages.reachable, { address: new URL(url).origin }));
}

/**
 * Counts the webhooks of this n8n's triggers that are switched off. Sends a heartbeat to each trigger, to count those
 * that expect another signing secret.
 */
async function findSubscriptions(context: OperationContext): Promise<Finding> {
	const { client, n8nUrl, post, signingSecret } = context;
	const own = await getReceivers(client, n8nUrl());
	let outdated = 0;
	const ask = async ({ url }: Subscription) => {
		const response = await post(url, toHeartbeat(randomUUID(), signingSecret(url)));
		if (isOutdated(response)) outdated += 1;
	};
	await mapConcurrent(own, ask, context);
	const off = own.filter(({ isActive }) => !isActive).length;
	const words = fill(setupMessages.subscriptions, { count: own.length, off, outdated });
	return off + outdated > 0 ? wrong(words) : right(words);
}
