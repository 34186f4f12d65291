import { createHash, randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { Failure, joinSentences } from '../../api/failure';
import { toId } from '../../runner/input';
import type { CompositeOperation, OperationContext } from '../../runner/operation';
import { getIgnoredCounts, getProblem, toHeartbeat } from '../../webhooks/heartbeat';
import { webhookStateMessages } from '../../webhooks/messages';
import { removeEarlier, renew } from '../../webhooks/renew';
import { removeExpired } from '../../webhooks/resumeUrl';
import {
	describeGap,
	getDefect,
	getSubscriptions,
	getWantedEvents,
	recordCheck,
	selectByUrl,
} from '../../webhooks/subscriptions';
import { webhookMessages } from './messages';
import { events, url } from './fields';
import { flag } from '../../runner/fields';

/** URLs whose last check a node remembers. */
const MOST_REMEMBERED = 100;

/**
 * Repairs what Link Platform switched off (current API, States): a subscription that is missing, inactive
 * or lacks a wanted event is replaced. It is signed as the trigger expects it. More events than wanted
 * are fine. With 'Check Delivery', the trigger has to confirm a heartbeat that is sent to its URL.
 */
export const ensureActive: CompositeOperation = {
	name: 'Ensure Active',
	action: 'Ensure webhook is active',
	description:
		'Make sure a webhook is active and receives the given events, and renew it if needed',
	builderHint: 'Seldom needed: a published Link Platform Trigger keeps itself subscribed',
	routes: [
		'GET /api/webhooks',
		'GET /api/webhooks/events',
		'DELETE /api/webhooks/subscribe/{webhookId}',
		'POST /api/webhooks/subscribe',
	],
	fields: [
		url,
		events,
		flag('Always Renew', 'alwaysRenew', {
			description:
				'Whether to renew even an active webhook, e.g. after the API key or secret has changed',
		}),
		flag('Check Delivery', 'checkDelivery', {
			description: 'Whether to also send a signed test delivery, which runs no workflow',
		}),
	],
	warnings: [
		{
			when: (input) => /^http:/i.test(input.string('url')),
			hint: () => webhookMessages.notEncrypted.message,
		},
	],
	output: {
		of: null,
		with: {
			ok: 'boolean',
			changed: 'boolean',
			webhookId: 'integer',
			reason: 'string',
			delivered: 'boolean?',
			missedSince: 'string?',
			ignored: {
				...{ event: 'integer', filter: 'integer', age: 'integer' },
				...{ bot: 'integer', scan: 'integer', duplicate: 'integer' },
			},
		},
	},
	orderingKey: (input) => input.string('url'),
	run: async (input, context) => {
		const { client, signingSecret, n8nUrl } = context;
		const address = input.string('url');
		refuseOther(address);
		const isChecked = input.boolean('checkDelivery');
		const wanted = await getWantedEvents(client, input.list('events'));
		const all = await getSubscriptions(client);
		const present = selectByUrl(all, address);
		await removeExpired(client, n8nUrl(), all);
		const fine = present.find((one) => getDefect(one, wanted) === undefined);
		const isFine = fine !== undefined && !input.boolean('alwaysRenew');
		const { id, earlier } = isFine
			? { id: fine.id, earlier: [] }
			: await renew(client, address, wanted, signingSecret(address), present);
		await removeEarlier(client, earlier);
		const defect = fine ? webhookStateMessages.renewed.message : getDefect(present.at(0), wanted);
		const lastCheck = recordCheck(context.getMemory(), toMemoryKey(address));
		forgetOldest(context.getMemory());
		const gap = fine ? undefined : describeGap(lastCheck);
		const { problem, ignored } = isChecked ? await sendHeartbeat(context, address) : {};
		const json: IDataObject = {
			ok: problem === undefined,
			changed: !isFine,
			webhookId: toId(id),
			reason: joinSentences(isFine ? webhookStateMessages.fine.message : defect, gap, problem),
			delivered: isChecked ? problem === undefined : null,
			missedSince: fine ? null : lastCheck,
			ignored: ignored ?? {},
		};
		return [{ json }];
	},
};

/** Throws for what is no URL of the web: nothing could be delivered there. */
function refuseOther(address: string): void {
	if (/^https?:/i.test(address)) return;
	throw Failure.input(webhookMessages.invalidUrl);
}

/** Everyone who may read the workflow sees its static data, so it names no URL. */
function toMemoryKey(address: string): string {
	return createHash('sha256').update(address).digest('hex').slice(0, 16);
}

/** n8n keeps the static data of a workflow forever, and writes all of it each time. */
function forgetOldest(memory: IDataObject): void {
	const checks = Object.entries(memory).map(([key, at]) => ({ key, at: String(at) }));
	const oldest = checks.sort((a, b) => b.at.localeCompare(a.at)).slice(MOST_REMEMBERED);
	for (const { key } of oldest) delete memory[key];
}

/** Why a heartbeat does not get through to the trigger, in words; and what the trigger has ignored. */
async function sendHeartbeat(
	{ post, signingSecret }: OperationContext,
	address: string,
): Promise<{ problem?: string; ignored?: IDataObject }> {
	const id = randomUUID();
	const posted = await post(address, toHeartbeat(id, signingSecret(address)));
	return { problem: getProblem(posted, address, id), ignored: getIgnoredCounts(posted, id) };
}
